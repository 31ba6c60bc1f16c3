/** A home folder with very many providers, models and routes. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import { queries, type Store } from "../../src/store/store.ts";

const BATCH = 1000;
const AT = 1_700_000_000_000;

/** The provider that serves all of the models. */
export const LARGE = "large";

/** `count` of each: models of one provider, aliases of the first of them, and other providers. */
export async function seedModels(count: number): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "parley-web-models-"));
  const store = await openStore({ home });
  await store.claim();
  await insertMany(store, "providers", count, (index) => providerRow(`vendor-${pad(index)}`));
  await insertMany(store, "providers", 1, () => providerRow(LARGE));
  await insertMany(store, "prices", count, priceRow);
  await insertMany(store, "models", count, modelRow);
  await insertMany(store, "model_routes", count, (index) => ({
    name: `alias-${pad(index)}`,
    alias_of: `model-${pad(0)}`,
    fallbacks_json: "[]",
    created_at: AT,
  }));
  await store.close();
  return home;
}

/** Numbers of one length are in order as texts, too. */
export function pad(index: number): string {
  return String(index).padStart(6, "0");
}

type Table = "providers" | "prices" | "models" | "model_routes" | "accounts" | "api_keys";

export async function insertMany(
  store: Store,
  table: Table,
  count: number,
  rowOf: (index: number) => object,
): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const size = Math.min(BATCH, count - start);
    const rows = Array.from({ length: size }, (_, place) => rowOf(start + place));
    await queries(store)
      .insertInto(table)
      .values(rows as never)
      .execute();
  }
}

function providerRow(name: string): object {
  return {
    id: `prov_${name}`,
    name,
    protocol: "openai-completions",
    base_url: "http://127.0.0.1:9/v1",
    headers_cipher: null,
    quirks_json: null,
    created_at: AT,
    updated_at: AT,
  };
}

function priceRow(index: number): object {
  return {
    id: `price_${pad(index)}`,
    provider: LARGE,
    model: `model-${pad(index)}`,
    input_nano: 1_000_000_000,
    output_nano: 2_000_000_000,
    cached_nano: 500_000_000,
    rates_json: null,
    free: 0,
    created_at: AT,
  };
}

function modelRow(index: number): object {
  return {
    id: `model_${pad(index)}`,
    provider_id: `prov_${LARGE}`,
    public_id: `model-${pad(index)}`,
    upstream_id: `upstream-${pad(index)}`,
    price_id: `price_${pad(index)}`,
    priority: 0,
    weight: 1,
    position: index,
    created_at: AT,
  };
}
