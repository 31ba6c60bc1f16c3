/** The built-in provider: free, needs no key, and says that it is a demo. */

import type { StoredModel, StoredProvider } from "../store/providers.ts";

const MODELS = ["demo", "demo-embedding"];

export function demoProvider(now: number): StoredProvider {
  return {
    id: "demo",
    name: "demo",
    protocol: "openai-completions",
    base_url: "builtin:demo",
    created_at: now,
    updated_at: now,
    headers: null,
    quirks_json: null,
    keys: [],
    models: MODELS.map((id, position) => demoModel(id, position, now)),
  };
}

function demoModel(id: string, position: number, now: number): StoredModel {
  const priceId = `price_${id}`;
  return {
    id: `model_${id}`,
    provider_id: "demo",
    public_id: id,
    upstream_id: id,
    price_id: priceId,
    priority: 0,
    weight: 1,
    position,
    created_at: now,
    price: {
      id: priceId,
      provider: "demo",
      model: id,
      input_nano: 0,
      output_nano: 0,
      cached_nano: 0,
      rates_json: null,
      free: 1,
      created_at: now,
    },
  };
}
