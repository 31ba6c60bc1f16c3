import { createRoute } from "@hono/zod-openapi";
import { jsonAnswer, jsonBody, pathParam } from "../../contract/route.ts";
import {
  Route,
  RouteFilter,
  RouteInput,
  RouteList,
  Trace,
  TraceInput,
} from "../../contract/routing.ts";
import { makeRouter } from "./router.ts";

const tags = ["models"];
// Names may hold slashes, so the parameter takes the whole rest of the path.
const path = "/routes/{name{.+}}";
const named = pathParam("name", "Public name; slashes may stand as they are.");

const list = createRoute({
  method: "get",
  path: "/routes",
  tags,
  summary: "List aliases and fallbacks",
  request: { query: RouteFilter },
  responses: { 200: jsonAnswer("One page of them, by name.", RouteList) },
});

const set = createRoute({
  method: "put",
  path,
  tags,
  summary: "Make a name an alias, or say what is tried when its model fails",
  request: { ...named, ...jsonBody(RouteInput) },
  responses: { 200: jsonAnswer("The route as it is now.", Route) },
});

const remove = createRoute({
  method: "delete",
  path,
  tags,
  summary: "Remove an alias or the fallbacks of a model",
  request: named,
  responses: { 204: { description: "It is gone." } },
});

const trace = createRoute({
  method: "post",
  path: "/trace",
  tags,
  summary: "Tell what would happen to a call",
  request: jsonBody(TraceInput),
  responses: { 200: jsonAnswer("What would be tried. Nothing was.", Trace) },
});

export const routingRoutes = makeRouter()
  .openapi(list, async (c) => c.json(await c.env.relay.routes.list(c.req.valid("query")), 200))
  .openapi(set, async (c) =>
    c.json(await c.env.relay.routes.set(c.req.valid("param").name, c.req.valid("json")), 200),
  )
  .openapi(remove, async (c) => {
    await c.env.relay.routes.remove(c.req.valid("param").name);
    return c.body(null, 204);
  })
  .openapi(trace, async (c) => c.json(await c.env.relay.trace(c.req.valid("json")), 200));
