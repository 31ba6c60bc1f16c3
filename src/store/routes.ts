/** Aliases and fallbacks of public model names, and what vendors taught us about their models. */

import type { Selectable } from "kysely";
import type { LearnedQuirksTable, ModelRouteTable } from "./schema.ts";
import { queries, type Store } from "./store.ts";

export type ModelRouteRow = Selectable<ModelRouteTable>;
export type LearnedQuirksRow = Selectable<LearnedQuirksTable>;

export async function listModelRoutes(store: Store): Promise<ModelRouteRow[]> {
  return queries(store).selectFrom("model_routes").selectAll().orderBy("name").execute();
}

/** Writes a route, replacing one of the same name. */
export async function setModelRoute(store: Store, row: ModelRouteRow): Promise<void> {
  const { alias_of, fallbacks_json } = row;
  await queries(store)
    .insertInto("model_routes")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ alias_of, fallbacks_json }))
    .execute();
}

/** False when there is no such route. */
export async function deleteModelRoute(store: Store, name: string): Promise<boolean> {
  const result = await queries(store)
    .deleteFrom("model_routes")
    .where("name", "=", name)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Where a model stands among the targets of its name. False when there is no such model. */
export async function setModelPlace(
  store: Store,
  modelId: string,
  place: { readonly priority: number; readonly weight: number },
): Promise<boolean> {
  const result = await queries(store)
    .updateTable("models")
    .set(place)
    .where("id", "=", modelId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function listLearnedQuirks(store: Store): Promise<LearnedQuirksRow[]> {
  return queries(store).selectFrom("learned_quirks").selectAll().execute();
}

export async function setLearnedQuirks(store: Store, row: LearnedQuirksRow): Promise<void> {
  const { quirks_json, at } = row;
  await queries(store)
    .insertInto("learned_quirks")
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(["provider_id", "upstream_id"]).doUpdateSet({ quirks_json, at }),
    )
    .execute();
}
