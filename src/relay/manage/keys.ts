import { createRoute } from "@hono/zod-openapi";
import {
  Key,
  KeyCreated,
  KeyFilter,
  KeyInput,
  KeyList,
  KeyPatch,
  KeyUsage,
  KeyUsageFilter,
} from "../../contract/key.ts";
import { jsonAnswer, jsonBody, pathParam } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const tags = ["keys"];
const identified = pathParam("id", "Public id of the key.");

const list = createRoute({
  method: "get",
  path: "/keys",
  tags,
  summary: "List the keys",
  request: { query: KeyFilter },
  responses: { 200: jsonAnswer("The keys, or one page of them.", KeyList) },
});

const create = createRoute({
  method: "post",
  path: "/keys",
  tags,
  summary: "Make a key",
  request: jsonBody(KeyInput),
  responses: { 201: jsonAnswer("The key with its secret, which is not shown again.", KeyCreated) },
});

const usage = createRoute({
  method: "get",
  path: "/keys/usage",
  tags,
  summary: "Count the calls of some keys, hour by hour",
  request: { query: KeyUsageFilter },
  responses: { 200: jsonAnswer("The last 24 hours. Counts may be half a minute old.", KeyUsage) },
});

const get = createRoute({
  method: "get",
  path: "/keys/{id}",
  tags,
  summary: "Show a key",
  request: identified,
  responses: { 200: jsonAnswer("The key, without its secret.", Key) },
});

const update = createRoute({
  method: "patch",
  path: "/keys/{id}",
  tags,
  summary: "Change a key",
  request: { ...identified, ...jsonBody(KeyPatch) },
  responses: { 200: jsonAnswer("The key as it is now.", Key) },
});

const revoke = createRoute({
  method: "delete",
  path: "/keys/{id}",
  tags,
  summary: "Revoke a key for good",
  request: identified,
  responses: { 200: jsonAnswer("The key, revoked. It stays in the list.", Key) },
});

const rotate = createRoute({
  method: "post",
  path: "/keys/{id}/rotate",
  tags,
  summary: "Give a key a new secret",
  request: identified,
  responses: {
    200: jsonAnswer("The key with its new secret; the old one no longer works.", KeyCreated),
  },
});

export const keyRoutes = makeRouter()
  .openapi(list, async (c) => c.json(await c.env.relay.keys.list(c.req.valid("query")), 200))
  .openapi(usage, async (c) => c.json(await c.env.relay.keys.usage(c.req.valid("query").ids), 200))
  .openapi(create, async (c) => c.json(await c.env.relay.keys.create(c.req.valid("json")), 201))
  .openapi(get, async (c) => c.json(await c.env.relay.keys.get(c.req.valid("param").id), 200))
  .openapi(update, async (c) =>
    c.json(await c.env.relay.keys.update(c.req.valid("param").id, c.req.valid("json")), 200),
  )
  .openapi(revoke, async (c) => c.json(await c.env.relay.keys.revoke(c.req.valid("param").id), 200))
  .openapi(rotate, async (c) =>
    c.json(await c.env.relay.keys.rotate(c.req.valid("param").id), 200),
  );
