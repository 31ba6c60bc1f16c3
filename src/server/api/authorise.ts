/**
 * The one gate of the management API. It stands in front of every route that is mounted after it; only the routes in
 * public.ts are mounted before it. So a new route is closed unless somebody writes it into that file.
 */

import type { MiddlewareHandler } from "hono";
import { AppError } from "../../base/errors.ts";
import { authenticate } from "../auth/authenticate.ts";
import type { Identity } from "../auth/caller.ts";
import { findSessionCookie, writeSessionCookie } from "../auth/cookie.ts";
import { checkSameSite } from "../auth/origin.ts";
import { checkPermission } from "../auth/permissions.ts";
import { isSameSecret } from "../auth/secret.ts";
import { prolongSession, SESSION_SECONDS } from "../auth/sessions.ts";
import type { ApiEnv } from "./env.ts";

const SAFE_METHODS = ["GET", "HEAD"];

export const authorise: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { guard, clock, origin } = c.env;
  const now = clock.now();
  const identity = await authenticate(guard, c.req.raw, now);
  if (!SAFE_METHODS.includes(c.req.method)) {
    checkSameSite(c.req.raw, origin);
    checkCsrfToken(identity, c.req.header("x-csrf-token"));
  }
  checkPermission(identity.user.role, c.req.method, c.req.path);
  c.set("identity", identity);
  await next();
  const cookie = findSessionCookie(c.req.raw);
  if (identity.session === undefined || cookie === undefined || c.res.headers.has("set-cookie"))
    return;
  if (await prolongSession(guard.store, identity.session, now)) {
    c.header("set-cookie", writeSessionCookie(cookie, SESSION_SECONDS, origin.secure));
  }
};

/** A browser adds cookies by itself, so a cookie alone does not show that our own page made the request. */
function checkCsrfToken(identity: Identity, given: string | undefined): void {
  if (identity.session === undefined) return;
  if (given !== undefined && isSameSecret(given, identity.session.csrf)) return;
  throw new AppError(
    "forbidden",
    `${given === undefined ? "The x-csrf-token header is missing" : "The x-csrf-token header is not this session's"}: ` +
      "send the csrf_token that GET /api/session gives.",
  );
}
