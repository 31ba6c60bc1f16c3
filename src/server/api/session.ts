/** Who am I, signing out, and the password. */

import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { jsonAnswer, jsonBody } from "../../contract/route.ts";
import { PasswordInput, ProfileInput, Session } from "../../contract/session.ts";
import { deleteSessionsOfUser, findUserByName, updateUser } from "../../store/users.ts";
import { type Identity, LOCAL_OWNER } from "../auth/caller.ts";
import { renameUser } from "../auth/members.ts";
import { hashPassword, isPassword } from "../auth/passwords.ts";
import { noOwnerError } from "../auth/setup.ts";
import { enter, leave } from "./entry.ts";
import type { ApiEnv } from "./env.ts";

const tags = ["session"];

const show = createRoute({
  method: "get",
  path: "/session",
  tags,
  summary: "Show who is signed in",
  responses: { 200: jsonAnswer("The caller.", Session) },
});

const signOut = createRoute({
  method: "delete",
  path: "/session",
  tags,
  summary: "Sign out",
  responses: { 204: { description: "The session has ended." } },
});

const changePassword = createRoute({
  method: "post",
  path: "/session/password",
  tags,
  summary: "Change the password; every other session ends",
  request: jsonBody(PasswordInput),
  responses: { 200: jsonAnswer("The caller, in a new session if there was one.", Session) },
});

const rename = createRoute({
  method: "patch",
  path: "/session",
  tags,
  summary: "Change my name",
  request: jsonBody(ProfileInput),
  responses: { 200: jsonAnswer("The caller.", Session) },
});

export const sessionRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(show, (c) => c.json(describe(c.get("identity")), 200))
  .openapi(rename, async (c) => {
    const identity = c.get("identity");
    if (identity.user.id === LOCAL_OWNER.id) throw noOwnerError();
    const { name } = c.req.valid("json");
    await renameUser(c.env.guard.store, identity.user.id, name);
    return c.json(describe({ ...identity, user: { ...identity.user, name } }), 200);
  })
  .openapi(signOut, async (c) => {
    await leave(c);
    return c.body(null, 204);
  })
  .openapi(changePassword, async (c) => {
    const identity = c.get("identity");
    const { guard, attempts, clock, origin } = c.env;
    const input = c.req.valid("json");
    const user = await findUserByName(guard.store, identity.user.name);
    if (!user || user.id === LOCAL_OWNER.id) throw noOwnerError();
    // Whoever owns the machine may set a forgotten password; everybody else shows the old one.
    if (identity.via !== "local") {
      const attempt = attempts.begin(user.name, origin.address, clock.now());
      c.set("isAttempt", true);
      if (!(await isPassword(input.current_password ?? "", user.password_hash))) {
        throw new AppError("forbidden", sentence("wrong_password"), {
          param: "current_password",
        });
      }
      attempt.succeed();
    }
    await updateUser(guard.store, user.id, {
      password_hash: await hashPassword(input.new_password),
    });
    await deleteSessionsOfUser(guard.store, user.id);
    return c.json(identity.via === "cookie" ? await enter(c, user) : describe(identity), 200);
  });

function describe(identity: Identity): Session {
  return {
    user: identity.user,
    via: identity.via,
    csrf_token: identity.session?.csrf ?? null,
    expires_at: identity.expiresAt === null ? null : new Date(identity.expiresAt).toISOString(),
  };
}
