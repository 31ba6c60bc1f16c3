/** Personal access tokens for the management API, found by their hash. */

import type { Selectable } from "kysely";
import { orConflict } from "./conflict.ts";
import type { AccessTokenTable, UserTable } from "./schema.ts";
import { queries, type Store } from "./store.ts";
import { userColumns, userOf } from "./user-columns.ts";

export type AccessTokenRow = Selectable<AccessTokenTable>;
export type AccessTokenWithUser = AccessTokenRow & { readonly user: Selectable<UserTable> };

export async function insertAccessToken(store: Store, row: AccessTokenRow): Promise<void> {
  await orConflict(`An access token with the id "${row.id}" exists already.`, () =>
    queries(store).insertInto("access_tokens").values(row).execute(),
  );
}

/** Expired tokens are found too: compare `expires_at`. */
export async function findAccessToken(
  store: Store,
  hash: string,
): Promise<AccessTokenWithUser | undefined> {
  const row = await queries(store)
    .selectFrom("access_tokens")
    .innerJoin("users", "users.id", "access_tokens.user_id")
    .selectAll("access_tokens")
    .select(userColumns)
    .where("access_tokens.hash", "=", hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, user_id, name, hash: found, created_at, expires_at, last_used_at } = row;
  return {
    id,
    user_id,
    name,
    hash: found,
    created_at,
    expires_at,
    last_used_at,
    user: userOf(row),
  };
}

/** A user's tokens, oldest first. */
export async function listAccessTokens(store: Store, userId: string): Promise<AccessTokenRow[]> {
  return queries(store)
    .selectFrom("access_tokens")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** True when there was a token to delete. */
export async function deleteAccessToken(store: Store, id: string): Promise<boolean> {
  const result = await queries(store)
    .deleteFrom("access_tokens")
    .where("id", "=", id)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export async function touchAccessToken(store: Store, id: string, at: number): Promise<void> {
  await queries(store)
    .updateTable("access_tokens")
    .set({ last_used_at: at })
    .where("id", "=", id)
    .execute();
}
