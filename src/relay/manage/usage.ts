import { createRoute } from "@hono/zod-openapi";
import { jsonAnswer } from "../../contract/route.ts";
import { Usage, UsageFilter } from "../../contract/usage.ts";
import { makeRouter } from "./router.ts";

const read = createRoute({
  method: "get",
  path: "/usage",
  tags: ["requests"],
  summary: "Add up calls, tokens, money and times",
  request: { query: UsageFilter },
  responses: { 200: jsonAnswer("Sums over the whole time and by steps.", Usage) },
});

export const usageRoutes = makeRouter().openapi(read, async (c) =>
  c.json(await c.env.relay.usage(c.req.valid("query")), 200),
);
