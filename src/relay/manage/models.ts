import { createRoute } from "@hono/zod-openapi";
import { Model, ModelList } from "../../contract/model.ts";
import { jsonAnswer, pathParam } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const tags = ["models"];

const list = createRoute({
  method: "get",
  path: "/models",
  tags,
  summary: "List the models",
  responses: { 200: jsonAnswer("All public models and where they are served.", ModelList) },
});

const get = createRoute({
  method: "get",
  // Ids may hold slashes, so the parameter takes the whole rest of the path.
  path: "/models/{id{.+}}",
  tags,
  summary: "Show a model",
  request: pathParam("id", "Public name of the model; slashes may stand as they are."),
  responses: { 200: jsonAnswer("The model.", Model) },
});

export const modelRoutes = makeRouter()
  .openapi(list, async (c) => c.json({ models: await c.env.relay.models.list() }, 200))
  .openapi(get, async (c) => c.json(await c.env.relay.models.get(c.req.valid("param").id), 200));
