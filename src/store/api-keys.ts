/** The keys that clients call with. Only a hash of each is stored. */

import type { Selectable } from "kysely";
import { orConflict } from "./conflict.ts";
import type { ApiKeyTable } from "./schema.ts";
import { inside, queries, type Store } from "./store.ts";

export type ApiKeyRow = Selectable<ApiKeyTable>;

/** What may change on a key. Spending changes only through the hot writer. Absent: unchanged; null: no limit. */
export type ApiKeyPatch = Partial<
  Omit<ApiKeyRow, "id" | "account_id" | "created_at" | "spent_nano" | "last_used_at">
>;

export async function insertApiKey(store: Store, row: ApiKeyRow): Promise<void> {
  await orConflict(`A key with the id "${row.id}" or the same secret exists already.`, () =>
    queries(store).insertInto("api_keys").values(row).execute(),
  );
}

/** False when there is no such key. */
export async function updateApiKey(store: Store, id: string, patch: ApiKeyPatch): Promise<boolean> {
  if (Object.keys(patch).length === 0) return (await findApiKey(store, id)) !== undefined;
  const result = await queries(store)
    .updateTable("api_keys")
    .set(patch)
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function findApiKey(store: Store, id: string): Promise<ApiKeyRow | undefined> {
  return queries(store).selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Every key, revoked ones too, oldest first. */
export async function listApiKeys(store: Store): Promise<ApiKeyRow[]> {
  return queries(store)
    .selectFrom("api_keys")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Notes when keys were last used, many at once. Unknown ids are ignored; time never goes backwards. */
export async function touchApiKeys(store: Store, uses: ReadonlyMap<string, number>): Promise<void> {
  const db = queries(store);
  const updates = [...uses].map(([id, at]) =>
    db
      .updateTable("api_keys")
      .set({ last_used_at: at })
      .where("id", "=", id)
      .where((where) =>
        where.or([where("last_used_at", "is", null), where("last_used_at", "<", at)]),
      )
      .compile(),
  );
  if (updates.length > 0) await store[inside].together(updates);
}
