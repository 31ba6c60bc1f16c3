/** What this Parley was told to do. */

import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import { jsonAnswer, jsonBody } from "../../contract/route.ts";
import { Retention, RetentionPatch, Settings } from "../../contract/settings.ts";
import { checkFields } from "../auth/permissions.ts";
import { withoutPassword, withoutSecrets } from "../settings.ts";
import { VERSION } from "../version.ts";
import type { ApiEnv } from "./env.ts";

const show = createRoute({
  method: "get",
  path: "/settings",
  tags: ["settings"],
  summary: "Show the settings in force, without secrets",
  responses: {
    200: jsonAnswer(
      "They are made in parley.json and the environment; see `retention` for what can be set here.",
      Settings,
    ),
  },
});

const showRetention = createRoute({
  method: "get",
  path: "/settings/retention",
  tags: ["settings"],
  summary: "Show what is kept, and for how long",
  responses: { 200: jsonAnswer("In force now.", Retention) },
});

const changeRetention = createRoute({
  method: "patch",
  path: "/settings/retention",
  tags: ["settings"],
  summary: "Change what is kept, and for how long",
  description:
    "In force at once, without a restart, and before parley.json until it is set to null. Only an owner may name " +
    "`audit_days`.",
  request: jsonBody(RetentionPatch),
  responses: { 200: jsonAnswer("In force now.", Retention) },
});

export const settingsRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(show, showSettings)
  .openapi(showRetention, (c) => c.json(c.env.retention.view(), 200))
  .openapi(changeRetention, async (c) => {
    const patch = c.req.valid("json");
    checkFields(c.get("identity").user.role, `/api${changeRetention.path}`, patch);
    return c.json(await c.env.retention.change(patch), 200);
  });

function showSettings(c: Context<ApiEnv>) {
  const { config, guard, retention } = c.env;
  const { home, secretKey: _, ...settings } = withoutSecrets(config);
  return c.json(
    {
      version: VERSION,
      home: String(home),
      database: {
        engine: guard.store.engine,
        address: config.database.url && withoutPassword(config.database.url),
      },
      secret_key: config.secretKey === undefined ? ("file" as const) : ("environment" as const),
      retention: retention.view(),
      config: settings,
    },
    200,
  );
}
