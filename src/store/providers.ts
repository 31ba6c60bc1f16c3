/** Vendor accounts with their keys, models and prices. Keys and headers are encrypted at rest. */

import type { Selectable } from "kysely";
import type { ModelTable, PriceTable, ProviderTable } from "./schema.ts";
import type { Store } from "./store.ts";

export type ProviderRow = Selectable<ProviderTable>;
export type ModelRow = Selectable<ModelTable>;
export type PriceRow = Selectable<PriceTable>;

/** Nano-dollars per million tokens; `free` is 1 for a model that costs nothing on purpose. */
export type NewPrice = Pick<PriceRow, "input_nano" | "output_nano" | "cached_nano" | "free">;

export interface NewModel {
  readonly public_id: string;
  readonly upstream_id: string;
  readonly price: NewPrice;
}

export interface NewProvider {
  readonly name: string;
  readonly protocol: string;
  readonly base_url: string;
  readonly headers: Readonly<Record<string, string>> | null;
  /** Plain vendor keys, tried in this order. */
  readonly keys: readonly string[];
  readonly models: readonly NewModel[];
}

/** Absent: unchanged. */
export type ProviderPatch = Partial<Pick<NewProvider, "protocol" | "base_url" | "headers">>;

export interface StoredProviderKey {
  readonly id: string;
  /** The plain vendor key. Never log it. */
  readonly key: string;
  readonly tail: string;
}

export type StoredModel = ModelRow & { readonly price: PriceRow };

export interface StoredProvider extends Omit<ProviderRow, "headers_cipher"> {
  readonly headers: Readonly<Record<string, string>> | null;
  readonly keys: readonly StoredProviderKey[];
  readonly models: readonly StoredModel[];
}

/** Stores the provider with its keys, models and first prices, all or nothing. Throws AppError("conflict") if the name is taken. */
export async function insertProvider(_store: Store, _provider: NewProvider, _now: number): Promise<StoredProvider> {
  throw new Error("not built yet");
}

/** Every provider, oldest first, with keys and models in their order. */
export async function listProviders(_store: Store): Promise<StoredProvider[]> {
  throw new Error("not built yet");
}

/** False when there is no such provider. Prices stay, since ledger entries name them. */
export async function deleteProvider(_store: Store, _name: string): Promise<boolean> {
  throw new Error("not built yet");
}

/** False when there is no such provider. */
export async function updateProvider(
  _store: Store,
  _name: string,
  _patch: ProviderPatch,
  _now: number,
): Promise<boolean> {
  throw new Error("not built yet");
}

/** Replaces all keys of a provider. False when there is no such provider. */
export async function replaceProviderKeys(
  _store: Store,
  _name: string,
  _keys: readonly string[],
  _now: number,
): Promise<boolean> {
  throw new Error("not built yet");
}

/** Puts a new price in force for a model; the old one stays on record. Throws AppError("not_found"). */
export async function setModelPrice(
  _store: Store,
  _modelId: string,
  _price: NewPrice,
  _now: number,
): Promise<PriceRow> {
  throw new Error("not built yet");
}
