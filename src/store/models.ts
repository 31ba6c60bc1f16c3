/** Public model names served by providers, and their prices. Prices are only ever added. */

import type { CompiledQuery, Selectable } from "kysely";
import { AppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import { orConflict } from "./conflict.ts";
import type { ModelTable, PriceTable } from "./schema.ts";
import { inside, queries, type Store } from "./store.ts";

export type ModelRow = Selectable<ModelTable>;
export type PriceRow = Selectable<PriceTable>;

/** Nano-dollars per million tokens; `free` is 1 for a model that costs nothing on purpose. */
export type NewPrice = Pick<
  PriceRow,
  "input_nano" | "output_nano" | "cached_nano" | "rates_json" | "free"
>;

export interface NewModel {
  readonly public_id: string;
  readonly upstream_id: string;
  /** Absent: 0. */
  readonly priority?: number;
  /** Absent: 1. */
  readonly weight?: number;
  readonly price: NewPrice;
}

/** A model with the price in force. */
export type StoredModel = ModelRow & { readonly price: PriceRow };

/** Puts a new price in force for a model; the old one stays on record. Throws AppError("not_found"). */
export async function setModelPrice(
  store: Store,
  modelId: string,
  price: NewPrice,
  now: number,
): Promise<PriceRow> {
  const db = queries(store);
  const model = await db
    .selectFrom("models")
    .innerJoin("providers", "providers.id", "models.provider_id")
    .select(["models.public_id", "providers.name"])
    .where("models.id", "=", modelId)
    .executeTakeFirst();
  if (!model) throw new AppError("not_found", `There is no model with the id "${modelId}".`);
  const row = makePrice(model.name, model.public_id, price, now);
  await store[inside].together([
    db.insertInto("prices").values(row).compile(),
    db.updateTable("models").set({ price_id: row.id }).where("id", "=", modelId).compile(),
  ]);
  return row;
}

/** Adds a model after the provider's others. Throws AppError("not_found" | "conflict"). */
export async function insertModel(
  store: Store,
  providerName: string,
  model: NewModel,
  now: number,
): Promise<string> {
  const db = queries(store);
  const provider = await db
    .selectFrom("providers")
    .leftJoin("models", "models.provider_id", "providers.id")
    .select((select) => [
      "providers.id",
      select.fn.max<number | null>("models.position").as("last"),
    ])
    .where("providers.name", "=", providerName)
    .groupBy("providers.id")
    .executeTakeFirst();
  if (!provider) throw new AppError("not_found", `There is no provider named "${providerName}".`);
  const id = timeId("model", now);
  const position = (provider.last ?? -1) + 1;
  await orConflict(
    `The provider "${providerName}" has a model named "${model.public_id}" already.`,
    () =>
      store[inside].together(
        insertModelQueries(store, {
          id,
          provider: { id: provider.id, name: providerName },
          model,
          position,
          now,
        }),
      ),
  );
  return id;
}

/** A version of a price, in force or not. */
export function findPrice(store: Store, id: string): Promise<PriceRow | undefined> {
  return queries(store).selectFrom("prices").selectAll().where("id", "=", id).executeTakeFirst();
}

/** False when there is no such model. Its prices stay. */
export async function deleteModel(store: Store, modelId: string): Promise<boolean> {
  const result = await queries(store)
    .deleteFrom("models")
    .where("id", "=", modelId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export interface ModelInsert {
  readonly id: string;
  readonly provider: { readonly id: string; readonly name: string };
  readonly model: NewModel;
  readonly position: number;
  readonly now: number;
}

/** The statements that add a model with its first price. */
export function insertModelQueries(
  store: Store,
  { id, provider, model, position, now }: ModelInsert,
): CompiledQuery[] {
  const db = queries(store);
  const price = makePrice(provider.name, model.public_id, model.price, now);
  const { public_id, upstream_id, priority = 0, weight = 1 } = model;
  return [
    db.insertInto("prices").values(price).compile(),
    db
      .insertInto("models")
      .values({
        id,
        provider_id: provider.id,
        public_id,
        upstream_id,
        price_id: price.id,
        priority,
        weight,
        position,
        created_at: now,
      })
      .compile(),
  ];
}

/** Of all providers, or of the one with this id; `names`: only those of its models. */
export async function modelsByProvider(
  store: Store,
  providerId?: string,
  names?: readonly string[],
): Promise<Map<string, StoredModel[]>> {
  const db = queries(store);
  const all = db.selectFrom("models");
  const its = providerId === undefined ? all : all.where("provider_id", "=", providerId);
  const wanted = names === undefined ? its : its.where("public_id", "in", names);
  const [rows, prices] = await Promise.all([
    wanted.selectAll().orderBy("position").execute(),
    db.selectFrom("prices").selectAll().where("id", "in", wanted.select("price_id")).execute(),
  ]);
  const priceById = new Map(prices.map((price) => [price.id, price]));
  const models = new Map<string, StoredModel[]>();
  for (const row of rows) {
    const price = priceById.get(row.price_id);
    // Repriced between the two queries; the caller reloads after a change anyway.
    if (!price) continue;
    const others = models.get(row.provider_id);
    if (others) others.push({ ...row, price });
    else models.set(row.provider_id, [{ ...row, price }]);
  }
  return models;
}

function makePrice(provider: string, model: string, price: NewPrice, now: number): PriceRow {
  const { input_nano, output_nano, cached_nano, rates_json, free } = price;
  return {
    id: timeId("price", now),
    provider,
    model,
    input_nano,
    output_nano,
    cached_nano,
    rates_json,
    free,
    created_at: now,
  };
}
