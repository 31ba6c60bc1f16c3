import { createRoute } from "@hono/zod-openapi";
import {
  CatalogueFilter,
  CatalogueInput,
  CataloguePage,
  CatalogueUpdate,
} from "../../contract/catalogue.ts";
import { jsonAnswer, jsonBody } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const tags = ["catalogue"];

const list = createRoute({
  method: "get",
  path: "/catalogue",
  tags,
  summary: "List what is known about models: prices, limits, abilities",
  request: { query: CatalogueFilter },
  responses: { 200: jsonAnswer("One page, by vendor and name.", CataloguePage) },
});

const update = createRoute({
  method: "post",
  path: "/catalogue",
  tags,
  summary: "Put a price file over the shipped catalogue",
  request: jsonBody(CatalogueInput),
  responses: {
    200: jsonAnswer("What changed, and which served models have a new price.", CatalogueUpdate),
  },
});

export const catalogueRoutes = makeRouter()
  .openapi(list, async (c) => c.json(await c.env.relay.catalogue.list(c.req.valid("query")), 200))
  .openapi(update, async (c) =>
    c.json(await c.env.relay.catalogue.update(c.req.valid("json")), 200),
  );
