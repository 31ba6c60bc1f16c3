/** A person's own access tokens. */

import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { jsonAnswer, jsonBody, pathParam } from "../../contract/route.ts";
import { TokenCreated, TokenInput, TokenList } from "../../contract/token.ts";
import { LOCAL_OWNER } from "../auth/caller.ts";
import { noOwnerError } from "../auth/setup.ts";
import { createToken, listTokens, revokeToken } from "../auth/tokens.ts";
import type { ApiEnv } from "./env.ts";

const tags = ["tokens"];

const list = createRoute({
  method: "get",
  path: "/tokens",
  tags,
  summary: "List my access tokens",
  responses: { 200: jsonAnswer("The caller's tokens, without their secrets.", TokenList) },
});

const create = createRoute({
  method: "post",
  path: "/tokens",
  tags,
  summary: "Make an access token",
  request: jsonBody(TokenInput),
  responses: {
    201: jsonAnswer("The token with its secret, which is not shown again.", TokenCreated),
  },
});

const revoke = createRoute({
  method: "delete",
  path: "/tokens/{id}",
  tags,
  summary: "Revoke an access token",
  request: pathParam("id", "Id of the token."),
  responses: { 204: { description: "It no longer works." } },
});

export const tokenRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(list, async (c) =>
    c.json({ tokens: await listTokens(c.env.guard.store, c.get("identity").user.id) }, 200),
  )
  .openapi(create, async (c) => {
    const { user } = c.get("identity");
    if (user.id === LOCAL_OWNER.id) throw noOwnerError();
    const { guard, clock } = c.env;
    return c.json(await createToken(guard.store, user.id, c.req.valid("json"), clock.now()), 201);
  })
  .openapi(revoke, async (c) => {
    await revokeToken(c.env.guard.store, c.get("identity").user.id, c.req.valid("param").id);
    return c.body(null, 204);
  });
