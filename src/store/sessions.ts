/** Browser sessions, found by the hash of their cookie. */

import type { Selectable } from "kysely";
import type { SessionTable, UserTable } from "./schema.ts";
import { queries, type Store } from "./store.ts";
import { userColumns, userOf } from "./user-columns.ts";

export type SessionRow = Selectable<SessionTable>;
export type SessionWithUser = SessionRow & { readonly user: Selectable<UserTable> };

export async function insertSession(store: Store, row: SessionRow): Promise<void> {
  await queries(store).insertInto("sessions").values(row).execute();
}

/** Expired sessions are found too, until they are swept: compare `expires_at`. */
export async function findSession(
  store: Store,
  hash: string,
): Promise<SessionWithUser | undefined> {
  const row = await queries(store)
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("sessions")
    .select(userColumns)
    .where("sessions.hash", "=", hash)
    .executeTakeFirst();
  if (!row) return undefined;
  const { hash: found, user_id, csrf, created_at, expires_at } = row;
  return { hash: found, user_id, csrf, created_at, expires_at, user: userOf(row) };
}

/** Moves the end of a session. False when there is no such session. */
export async function extendSession(
  store: Store,
  hash: string,
  expiresAt: number,
): Promise<boolean> {
  const result = await queries(store)
    .updateTable("sessions")
    .set({ expires_at: expiresAt })
    .where("hash", "=", hash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** True when there was a session to delete. */
export async function deleteSession(store: Store, hash: string): Promise<boolean> {
  const result = await queries(store)
    .deleteFrom("sessions")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Signs a user out everywhere; returns how many sessions ended. */
export async function deleteSessionsOfUser(store: Store, userId: string): Promise<number> {
  const result = await queries(store)
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Returns how many sessions were swept. */
export async function deleteExpiredSessions(store: Store, now: number): Promise<number> {
  const result = await queries(store)
    .deleteFrom("sessions")
    .where("expires_at", "<=", now)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
