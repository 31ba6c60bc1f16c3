/** Vendor accounts with their keys, models and prices. Keys and headers are encrypted at rest. */

import type { CompiledQuery, Selectable } from "kysely";
import { AppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import { sentence } from "../base/sentence.ts";
import { orConflict } from "./conflict.ts";
import { insertModelQueries, modelsByProvider, type NewModel, type StoredModel } from "./models.ts";
import {
  keysByProvider,
  openHeaders,
  sealHeaders,
  sealKey,
  type StoredProviderKey,
} from "./provider-secrets.ts";
import type { ProviderTable } from "./schema.ts";
import { inside, queries, type Store } from "./store.ts";

export {
  deleteModel,
  insertModel,
  setModelPrice,
  type ModelRow,
  type NewModel,
  type NewPrice,
  type PriceRow,
  type StoredModel,
} from "./models.ts";
export type { StoredProviderKey } from "./provider-secrets.ts";

export type ProviderRow = Selectable<ProviderTable>;

export interface NewProvider {
  readonly name: string;
  readonly protocol: string;
  readonly base_url: string;
  /** Null: none. */
  readonly headers: Readonly<Record<string, string>> | null;
  readonly quirks_json?: string | null;
  /** Plain vendor keys, tried in this order. */
  readonly keys: readonly string[];
  readonly models: readonly NewModel[];
}

/** Absent: unchanged. */
export type ProviderPatch = Partial<
  Pick<NewProvider, "protocol" | "base_url" | "headers" | "quirks_json">
>;

export interface StoredProvider extends Omit<ProviderRow, "headers_cipher"> {
  readonly headers: Readonly<Record<string, string>> | null;
  readonly keys: readonly StoredProviderKey[];
  readonly models: readonly StoredModel[];
}

/**
 * Stores the provider with its keys, models and first prices, all or nothing. Throws AppError("conflict") if the name
 * is taken or a model is named twice.
 */
export async function insertProvider(
  store: Store,
  provider: NewProvider,
  now: number,
): Promise<StoredProvider> {
  const id = timeId("prov", now);
  const { name, protocol, base_url } = provider;
  const statements: CompiledQuery[] = [
    queries(store)
      .insertInto("providers")
      .values({
        id,
        name,
        protocol,
        base_url,
        headers_cipher: sealHeaders(store, id, provider.headers),
        quirks_json: provider.quirks_json ?? null,
        created_at: now,
        updated_at: now,
      })
      .compile(),
    ...keyStatements(store, id, provider.keys, now),
    ...modelStatements(store, { id, name }, provider.models, now),
  ];
  await orConflict(`A provider named "${name}" exists already, or it names a model twice.`, () =>
    store[inside].together(statements),
  );
  return getProvider(store, name);
}

/** Every provider, oldest first, with keys and models in their order. */
export async function listProviders(store: Store): Promise<StoredProvider[]> {
  return readProviders(store);
}

/** All of them, or the one with this id; `names`: with only those of its models. */
async function readProviders(
  store: Store,
  id?: string,
  names?: readonly string[],
): Promise<StoredProvider[]> {
  const all = queries(store).selectFrom("providers").selectAll();
  const [rows, keys, models] = await Promise.all([
    (id === undefined ? all : all.where("id", "=", id))
      .orderBy("created_at")
      .orderBy("id")
      .execute(),
    keysByProvider(store, id),
    names?.length === 0 ? NO_MODELS : modelsByProvider(store, id, names),
  ]);
  return rows.map(({ headers_cipher, ...row }) => ({
    ...row,
    headers: openHeaders(store, row.id, headers_cipher),
    keys: keys.get(row.id) ?? [],
    models: models.get(row.id) ?? [],
  }));
}

const NO_MODELS: ReadonlyMap<string, StoredModel[]> = new Map();

/** More than this are not asked for one by one. */
const MOST_NAMES = 1000;

/**
 * A provider as it is now, given how it was and the public names of the models that may have changed since: only these
 * are read. Throws AppError("not_found").
 */
export async function rereadProvider(
  store: Store,
  before: StoredProvider,
  changed: readonly string[],
): Promise<StoredProvider> {
  if (changed.length > MOST_NAMES) return getProvider(store, before.name);
  const [found] = await readProviders(store, before.id, changed);
  // Removed, or another one of that name by now.
  if (!found) return getProvider(store, before.name);
  if (changed.length === 0) return { ...found, models: before.models };
  const names = new Set(changed);
  const kept = before.models.filter(({ public_id }) => !names.has(public_id));
  const models = [...kept, ...found.models].sort((a, b) => a.position - b.position);
  return { ...found, models };
}

/** Throws AppError("not_found"). */
export async function getProvider(store: Store, name: string): Promise<StoredProvider> {
  const id = await findProviderId(store, name);
  const [found] = id === undefined ? [] : await readProviders(store, id);
  if (!found) throw new AppError("not_found", sentence("provider_gone", { name }));
  return found;
}

/** False when there is no such provider. Prices stay, since ledger entries name them. */
export async function deleteProvider(store: Store, name: string): Promise<boolean> {
  const result = await queries(store)
    .deleteFrom("providers")
    .where("name", "=", name)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** False when there is no such provider. */
export async function updateProvider(
  store: Store,
  name: string,
  { headers, ...patch }: ProviderPatch,
  now: number,
): Promise<boolean> {
  const id = await findProviderId(store, name);
  if (id === undefined) return false;
  const result = await queries(store)
    .updateTable("providers")
    .set({
      ...patch,
      ...(headers !== undefined && { headers_cipher: sealHeaders(store, id, headers) }),
      updated_at: now,
    })
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Replaces all keys of a provider. False when there is no such provider. */
export async function replaceProviderKeys(
  store: Store,
  name: string,
  keys: readonly string[],
  now: number,
): Promise<boolean> {
  const id = await findProviderId(store, name);
  if (id === undefined) return false;
  const db = queries(store);
  await store[inside].together([
    db.deleteFrom("provider_keys").where("provider_id", "=", id).compile(),
    ...keyStatements(store, id, keys, now),
    db.updateTable("providers").set({ updated_at: now }).where("id", "=", id).compile(),
  ]);
  return true;
}

/** Replaces all models of a provider; their old prices stay on record. False when there is no such provider. */
export async function replaceProviderModels(
  store: Store,
  name: string,
  models: readonly NewModel[],
  now: number,
): Promise<boolean> {
  const id = await findProviderId(store, name);
  if (id === undefined) return false;
  const db = queries(store);
  await store[inside].together([
    db.deleteFrom("models").where("provider_id", "=", id).compile(),
    ...modelStatements(store, { id, name }, models, now),
    db.updateTable("providers").set({ updated_at: now }).where("id", "=", id).compile(),
  ]);
  return true;
}

/**
 * Takes models away from a provider and adds others, in the place of the one they replace or after all. False when there
 * is no such provider.
 */
export async function changeProviderModels(
  store: Store,
  name: string,
  change: { readonly remove: readonly StoredModel[]; readonly add: readonly NewModel[] },
  now: number,
): Promise<boolean> {
  const id = await findProviderId(store, name);
  if (id === undefined) return false;
  const db = queries(store);
  const { last } = await db
    .selectFrom("models")
    .select((select) => select.fn.max<number | null>("position").as("last"))
    .where("provider_id", "=", id)
    .executeTakeFirstOrThrow();
  const places = new Map(change.remove.map(({ public_id, position }) => [public_id, position]));
  let end = last ?? -1;
  await store[inside].together([
    ...change.remove.map((model) => db.deleteFrom("models").where("id", "=", model.id).compile()),
    ...change.add.flatMap((model) =>
      insertModelQueries(store, {
        id: timeId("model", now),
        provider: { id, name },
        model,
        position: places.get(model.public_id) ?? ++end,
        now,
      }),
    ),
    db.updateTable("providers").set({ updated_at: now }).where("id", "=", id).compile(),
  ]);
  return true;
}

async function findProviderId(store: Store, name: string): Promise<string | undefined> {
  const row = await queries(store)
    .selectFrom("providers")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.id;
}

function modelStatements(
  store: Store,
  provider: { readonly id: string; readonly name: string },
  models: readonly NewModel[],
  now: number,
): CompiledQuery[] {
  return models.flatMap((model, position) =>
    insertModelQueries(store, { id: timeId("model", now), provider, model, position, now }),
  );
}

function keyStatements(
  store: Store,
  providerId: string,
  keys: readonly string[],
  now: number,
): CompiledQuery[] {
  return keys.map((key, position) =>
    queries(store)
      .insertInto("provider_keys")
      .values({ ...sealKey(store, key, now), provider_id: providerId, position, created_at: now })
      .compile(),
  );
}
