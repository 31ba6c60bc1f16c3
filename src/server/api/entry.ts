/** Signing in and out as the browser sees it. */

import type { Context } from "hono";
import type { Session } from "../../contract/session.ts";
import type { UserRow } from "../../store/users.ts";
import { publicUser } from "../auth/authenticate.ts";
import { clearSessionCookie, findSessionCookie, writeSessionCookie } from "../auth/cookie.ts";
import { closeSession, openSession, SESSION_SECONDS } from "../auth/sessions.ts";
import type { ApiEnv } from "./env.ts";

/** Opens a session and sets its cookie. A session that the browser already had ends. */
export async function enter(c: Context<ApiEnv>, user: UserRow): Promise<Session> {
  const { guard, clock, origin } = c.env;
  c.set("entrant", user);
  const old = findSessionCookie(c.req.raw);
  if (old !== undefined) await closeSession(guard.store, old);
  const session = await openSession(guard.store, user, clock.now());
  c.header("set-cookie", writeSessionCookie(session.cookie, SESSION_SECONDS, origin.secure));
  return {
    user: publicUser(user),
    via: "cookie",
    csrf_token: session.csrf,
    expires_at: new Date(session.expiresAt).toISOString(),
  };
}

/** Ends the caller's session, if there is one, and takes the cookie away. */
export async function leave(c: Context<ApiEnv>): Promise<void> {
  const cookie = findSessionCookie(c.req.raw);
  if (cookie !== undefined) await closeSession(c.env.guard.store, cookie);
  c.header("set-cookie", clearSessionCookie(c.env.origin.secure));
}
