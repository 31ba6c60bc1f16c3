/** Browser sessions. The cookie holds a random value; the database holds only its hash. */

import type { Store } from "../../store/store.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  extendSession,
  findSession,
  insertSession,
  type SessionWithUser,
  type UserRow,
} from "../../store/users.ts";
import { hashSecret, makeSecret } from "./secret.ts";

export const SESSION_SECONDS = 14 * 24 * 3600;
const SESSION_MS = SESSION_SECONDS * 1000;
/** A used session is prolonged at most once a day. */
const PROLONG_AFTER_MS = 24 * 3600 * 1000;

export interface OpenedSession {
  readonly cookie: string;
  readonly csrf: string;
  readonly expiresAt: number;
}

/** Always a new random value, whatever cookie the browser brought: a planted one is never taken over. */
export async function openSession(
  store: Store,
  user: UserRow,
  now: number,
): Promise<OpenedSession> {
  const cookie = makeSecret();
  const csrf = makeSecret();
  const expiresAt = now + SESSION_MS;
  await deleteExpiredSessions(store, now);
  await insertSession(store, {
    hash: hashSecret(cookie),
    user_id: user.id,
    csrf,
    created_at: now,
    expires_at: expiresAt,
  });
  return { cookie, csrf, expiresAt };
}

/** Undefined for a cookie that is unknown or has expired. */
export async function findOpenSession(
  store: Store,
  cookie: string,
  now: number,
): Promise<SessionWithUser | undefined> {
  const session = await findSession(store, hashSecret(cookie));
  return session !== undefined && session.expires_at > now ? session : undefined;
}

export async function closeSession(store: Store, cookie: string): Promise<void> {
  await deleteSession(store, hashSecret(cookie));
}

/** Gives a session that is in use its full time again. True when it did, and the cookie should be sent anew. */
export async function prolongSession(
  store: Store,
  session: SessionWithUser,
  now: number,
): Promise<boolean> {
  if (session.expires_at - now > SESSION_MS - PROLONG_AFTER_MS) return false;
  return extendSession(store, session.hash, now + SESSION_MS);
}
