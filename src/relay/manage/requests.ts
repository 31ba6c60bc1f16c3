import { createRoute } from "@hono/zod-openapi";
import { RequestDetail, RequestFilter, RequestPage } from "../../contract/request.ts";
import { jsonAnswer, pathParam } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const tags = ["requests"];

const list = createRoute({
  method: "get",
  path: "/requests",
  tags,
  summary: "List calls, newest first",
  request: { query: RequestFilter },
  responses: { 200: jsonAnswer("One page of the log.", RequestPage) },
});

const get = createRoute({
  method: "get",
  path: "/requests/{id}",
  tags,
  summary: "Show a call with its bill",
  request: pathParam("id", "Request id, as in the `x-request-id` of the answer."),
  responses: { 200: jsonAnswer("The call.", RequestDetail) },
});

export const requestRoutes = makeRouter()
  .openapi(list, async (c) => c.json(await c.env.relay.requests.list(c.req.valid("query")), 200))
  .openapi(get, async (c) => c.json(await c.env.relay.requests.get(c.req.valid("param").id), 200));
