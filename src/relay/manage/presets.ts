import { createRoute } from "@hono/zod-openapi";
import { PresetList } from "../../contract/preset.ts";
import { jsonAnswer } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const list = createRoute({
  method: "get",
  path: "/presets",
  tags: ["providers"],
  summary: "List the vendors and model servers Parley knows",
  responses: { 200: jsonAnswer("What a provider can be made from.", PresetList) },
});

export const presetRoutes = makeRouter().openapi(list, async (c) =>
  c.json({ presets: await c.env.relay.presets.list() }, 200),
);
