import type { ProviderModel, ProviderModelInput } from "../../api/contract.ts";

/** A model as it is, to be sent again when the list is replaced. What follows the catalogue goes on doing so. */
export function asInput(model: ProviderModel): ProviderModelInput {
  const named = {
    id: model.id,
    upstream_id: model.upstream_id,
    priority: model.priority,
    weight: model.weight,
  };
  if (model.free) return { ...named, free: true };
  if (model.price.catalogue !== null) return named;
  const { price } = model;
  return {
    ...named,
    price_in: price.input_usd,
    price_out: price.output_usd,
    price_cached: price.cached_usd,
    price_cache_write: price.cache_write_usd,
    price_cache_write_1h: price.cache_write_1h_usd,
    price_reasoning: price.reasoning_usd,
  };
}
