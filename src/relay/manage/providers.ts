import { createRoute } from "@hono/zod-openapi";
import {
  Discovery,
  Provider,
  ProviderFilter,
  ProviderInput,
  ProviderList,
  ProviderModelFilter,
  ProviderModelList,
  ProviderPatch,
  ProviderTest,
} from "../../contract/provider.ts";
import { jsonAnswer, jsonBody, pathParam } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const tags = ["providers"];
const named = pathParam("name", "Name of the provider.");

const list = createRoute({
  method: "get",
  path: "/providers",
  tags,
  summary: "List the providers",
  request: { query: ProviderFilter },
  responses: { 200: jsonAnswer("One page of the providers, by name.", ProviderList) },
});

const add = createRoute({
  method: "post",
  path: "/providers",
  tags,
  summary: "Add a provider",
  request: jsonBody(ProviderInput),
  responses: { 201: jsonAnswer("The new provider; its models can be called at once.", Provider) },
});

const get = createRoute({
  method: "get",
  path: "/providers/{name}",
  tags,
  summary: "Show a provider",
  request: named,
  responses: { 200: jsonAnswer("The provider, without its secrets.", Provider) },
});

const models = createRoute({
  method: "get",
  path: "/providers/{name}/models",
  tags,
  summary: "List the models of a provider",
  request: { ...named, query: ProviderModelFilter },
  responses: { 200: jsonAnswer("One page of its models, by name.", ProviderModelList) },
});

const update = createRoute({
  method: "patch",
  path: "/providers/{name}",
  tags,
  summary: "Change a provider",
  request: { ...named, ...jsonBody(ProviderPatch) },
  responses: { 200: jsonAnswer("The provider as it is now.", Provider) },
});

const remove = createRoute({
  method: "delete",
  path: "/providers/{name}",
  tags,
  summary: "Remove a provider",
  request: named,
  responses: { 204: { description: "It is gone; calls in flight finish." } },
});

const test = createRoute({
  method: "post",
  path: "/providers/{name}/test",
  tags,
  summary: "Call a provider and tell what works",
  request: named,
  responses: { 200: jsonAnswer("What was tried. A failed check is an answer too.", ProviderTest) },
});

const discover = createRoute({
  method: "get",
  path: "/providers/{name}/discover",
  tags,
  summary: "Ask a vendor which models it has",
  request: named,
  responses: { 200: jsonAnswer("Its models, and what the catalogue knows of each.", Discovery) },
});

export const providerRoutes = makeRouter()
  .openapi(list, async (c) => c.json(await c.env.relay.providers.list(c.req.valid("query")), 200))
  .openapi(add, async (c) => c.json(await c.env.relay.providers.add(c.req.valid("json")), 201))
  .openapi(get, async (c) =>
    c.json(await c.env.relay.providers.get(c.req.valid("param").name), 200),
  )
  .openapi(models, async (c) => {
    const { name } = c.req.valid("param");
    return c.json(await c.env.relay.providers.models(name, c.req.valid("query")), 200);
  })
  .openapi(update, async (c) =>
    c.json(await c.env.relay.providers.update(c.req.valid("param").name, c.req.valid("json")), 200),
  )
  .openapi(remove, async (c) => {
    await c.env.relay.providers.remove(c.req.valid("param").name);
    return c.body(null, 204);
  })
  .openapi(test, async (c) =>
    c.json(await c.env.relay.providers.test(c.req.valid("param").name), 200),
  )
  .openapi(discover, async (c) =>
    c.json(await c.env.relay.providers.discover(c.req.valid("param").name), 200),
  );
