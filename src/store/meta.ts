/** Small named facts about this installation. */

import { queries, type Store } from "./store.ts";

/** Undefined when the fact was never set. */
export async function getMeta(store: Store, key: string): Promise<string | undefined> {
  const row = await queries(store)
    .selectFrom("meta")
    .select("value")
    .where("key", "=", key)
    .executeTakeFirst();
  return row?.value;
}

export async function setMeta(store: Store, key: string, value: string): Promise<void> {
  await queries(store)
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Sets a fact unless it is set already, atomically. True when this call set it. */
export async function insertMetaIfAbsent(
  store: Store,
  key: string,
  value: string,
): Promise<boolean> {
  const result = await queries(store)
    .insertInto("meta")
    .values({ key, value })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** True when there was something to delete. */
export async function deleteMeta(store: Store, key: string): Promise<boolean> {
  const result = await queries(store).deleteFrom("meta").where("key", "=", key).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
