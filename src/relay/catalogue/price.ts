/** From what the catalogue knows to a price with every rate filled in: integer nano-dollars per million tokens. */

import type { CatalogueEntry, EntryPrice, Tier, TierRate } from "./entry.ts";

/** The rates of one call. Nothing is absent. */
export type TokenPrices = { readonly [Rate in TierRate]: number };

export interface CataloguePrice extends TokenPrices {
  /** Rates of the whole call once its prompt has more than `above` tokens; rising. */
  readonly tiers: readonly (TokenPrices & { readonly above: number })[];
}

/**
 * The token price of an entry; undefined when it is unknown or is not counted in tokens (see `perImage` and the like).
 * A rate nobody wrote down is the one it is a kind of: cached and written input as input, an hour's write as a five
 * minutes' one, reasoning as output. A tier takes what it does not name from the price without it.
 */
export function priceFromEntry(entry: CatalogueEntry): CataloguePrice | undefined {
  const price = entry.price;
  if (price?.input === undefined) return undefined;
  return {
    ...fillRates(price, {}),
    tiers: (price.tiers ?? []).map((tier) => ({ above: tier.above, ...fillRates(tier, price) })),
  };
}

function fillRates(rates: Tier | EntryPrice, base: EntryPrice): TokenPrices {
  const named = (rate: TierRate): number | undefined => rates[rate] ?? base[rate];
  const input = named("input") ?? 0;
  // Embeddings and reranking have no output to bill.
  const output = named("output") ?? 0;
  const cacheWrite5m = named("cacheWrite5m") ?? input;
  return {
    input,
    output,
    cached: named("cached") ?? input,
    cacheWrite5m,
    cacheWrite1h: named("cacheWrite1h") ?? cacheWrite5m,
    reasoning: named("reasoning") ?? output,
  };
}
