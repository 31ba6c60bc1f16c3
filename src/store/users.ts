/** People who manage this installation, with their sessions and personal access tokens. Secrets are stored as hashes. */

import type { Selectable } from "kysely";
import { sentence } from "../base/sentence.ts";
import { orConflict } from "./conflict.ts";
import type { UserTable } from "./schema.ts";
import { queries, type Store } from "./store.ts";

export type UserRow = Selectable<UserTable>;
export type UserPatch = Partial<Omit<UserRow, "id" | "created_at">>;

export {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOfUser,
  extendSession,
  findSession,
  insertSession,
  type SessionRow,
  type SessionWithUser,
} from "./sessions.ts";
export {
  deleteAccessToken,
  findAccessToken,
  insertAccessToken,
  listAccessTokens,
  touchAccessToken,
  type AccessTokenRow,
  type AccessTokenWithUser,
} from "./access-tokens.ts";

/** Throws AppError("conflict") if the name is taken. */
export async function insertUser(store: Store, row: UserRow): Promise<void> {
  await orConflict(sentence("user_taken", { name: row.name }), () =>
    queries(store).insertInto("users").values(row).execute(),
  );
}

export async function findUserByName(store: Store, name: string): Promise<UserRow | undefined> {
  return queries(store).selectFrom("users").selectAll().where("name", "=", name).executeTakeFirst();
}

export async function countUsers(store: Store): Promise<number> {
  const row = await queries(store)
    .selectFrom("users")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** All users, oldest first. */
export async function listUsers(store: Store): Promise<UserRow[]> {
  return queries(store)
    .selectFrom("users")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** False when there is no such user. Throws AppError("conflict") if a new name is taken. */
export async function updateUser(store: Store, id: string, patch: UserPatch): Promise<boolean> {
  const db = queries(store);
  if (Object.keys(patch).length === 0) {
    return (
      (await db.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst()) !==
      undefined
    );
  }
  const result = await orConflict(sentence("user_taken", { name: patch.name ?? "" }), () =>
    db.updateTable("users").set(patch).where("id", "=", id).executeTakeFirst(),
  );
  return result.numUpdatedRows > 0n;
}

/** Deletes the user with all sessions and tokens. False when there is no such user. */
export async function deleteUser(store: Store, id: string): Promise<boolean> {
  const result = await queries(store).deleteFrom("users").where("id", "=", id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
