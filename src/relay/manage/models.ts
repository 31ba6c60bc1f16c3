import { createRoute } from "@hono/zod-openapi";
import { Model, ModelFilter, ModelList, TargetsInput } from "../../contract/model.ts";
import { jsonAnswer, jsonBody, pathParam } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const tags = ["models"];

const list = createRoute({
  method: "get",
  path: "/models",
  tags,
  summary: "List the models",
  request: { query: ModelFilter },
  responses: { 200: jsonAnswer("One page of the public models, by name.", ModelList) },
});

const identified = pathParam("id", "Public name of the model; slashes may stand as they are.");

const get = createRoute({
  method: "get",
  // Ids may hold slashes, so the parameter takes the whole rest of the path.
  path: "/models/{id{.+}}",
  tags,
  summary: "Show a model",
  request: identified,
  responses: { 200: jsonAnswer("The model.", Model) },
});

const place = createRoute({
  method: "put",
  path: "/models/{id{.+}}/targets",
  tags,
  summary: "Say in which order the targets of a model are tried",
  request: { ...identified, ...jsonBody(TargetsInput) },
  responses: { 200: jsonAnswer("The model as it is now.", Model) },
});

export const modelRoutes = makeRouter()
  .openapi(list, async (c) => c.json(await c.env.relay.models.list(c.req.valid("query")), 200))
  .openapi(get, async (c) => c.json(await c.env.relay.models.get(c.req.valid("param").id), 200))
  .openapi(place, async (c) =>
    c.json(await c.env.relay.models.place(c.req.valid("param").id, c.req.valid("json")), 200),
  );
