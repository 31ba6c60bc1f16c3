/** The routes that work without signing in: exactly these. Each counts attempts and refuses other sites' pages. */

import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { jsonAnswer, jsonBody } from "../../contract/route.ts";
import { JoinInput, Session, SetupInput, SetupState, SignInInput } from "../../contract/session.ts";
import { findUserByName } from "../../store/users.ts";
import { authenticate, type Guard } from "../auth/authenticate.ts";
import { join } from "../auth/members.ts";
import { checkSameSite } from "../auth/origin.ts";
import { isPassword } from "../auth/passwords.ts";
import { hashSecret } from "../auth/secret.ts";
import { isSetupNeeded, setUpOwner } from "../auth/setup.ts";
import { enter } from "./entry.ts";
import type { ApiEnv } from "./env.ts";

const tags = ["session"];
/** Marks a route as public in the document. */
const security: Record<string, string[]>[] = [];

const setupState = createRoute({
  method: "get",
  path: "/setup",
  tags,
  security,
  summary: "Tell whether this Parley still needs an owner, and whether the caller is signed in",
  responses: { 200: jsonAnswer("Which door is the right one.", SetupState) },
});

const setup = createRoute({
  method: "post",
  path: "/setup",
  tags,
  security,
  summary: "Become the owner with the setup code, and sign in",
  request: jsonBody(SetupInput),
  responses: { 201: jsonAnswer("Signed in; the session cookie is set.", Session) },
});

const signIn = createRoute({
  method: "post",
  path: "/session",
  tags,
  security,
  summary: "Sign in",
  request: jsonBody(SignInInput),
  responses: { 201: jsonAnswer("Signed in; the session cookie is set.", Session) },
});

const accept = createRoute({
  method: "post",
  path: "/join",
  tags,
  security,
  summary: "Choose a password with an invitation, and sign in",
  request: jsonBody(JoinInput),
  responses: { 201: jsonAnswer("Signed in; the session cookie is set.", Session) },
});

export const publicRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(setupState, async (c) => {
    const { guard, clock } = c.env;
    const needed = await isSetupNeeded(guard.store);
    return c.json({ needed, signed_in: await isKnown(guard, c.req.raw, clock.now()) }, 200);
  })
  .openapi(setup, async (c) => {
    const { guard, attempts, clock, origin } = c.env;
    checkSameSite(c.req.raw, origin);
    const now = clock.now();
    const attempt = attempts.begin("(setup)", origin.address, now);
    c.set("isAttempt", true);
    const user = await setUpOwner(guard.store, c.req.valid("json"), now);
    attempt.succeed();
    return c.json(await enter(c, user), 201);
  })
  .openapi(signIn, async (c) => {
    const { guard, attempts, clock, origin } = c.env;
    checkSameSite(c.req.raw, origin);
    const { name, password } = c.req.valid("json");
    const attempt = attempts.begin(name, origin.address, clock.now());
    c.set("isAttempt", true);
    const user = await findUserByName(guard.store, name);
    // Only names that exist are kept: people type passwords into the wrong field.
    c.set("entrant", user);
    if (!(await isPassword(password, user?.password_hash)) || !user) {
      throw new AppError("unauthorized", sentence("sign_in_wrong"));
    }
    attempt.succeed();
    return c.json(await enter(c, user), 201);
  })
  .openapi(accept, async (c) => {
    const { guard, attempts, clock, origin } = c.env;
    checkSameSite(c.req.raw, origin);
    const { code, password } = c.req.valid("json");
    const now = clock.now();
    // Counted by code, so that one person's typing does not lock the others out.
    const attempt = attempts.begin(`(join) ${hashSecret(code)}`, origin.address, now);
    c.set("isAttempt", true);
    const user = await join(guard.store, code, password, now);
    attempt.succeed();
    return c.json(await enter(c, user), 201);
  });

async function isKnown(guard: Guard, request: Request, now: number): Promise<boolean> {
  try {
    await authenticate(guard, request, now);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthorized") return false;
    throw error;
  }
}
