/** What this Parley was told to do. */

import { createRoute, OpenAPIHono } from "@hono/zod-openapi";
import { jsonAnswer } from "../../contract/route.ts";
import { Settings } from "../../contract/settings.ts";
import { withoutPassword, withoutSecrets } from "../settings.ts";
import { VERSION } from "../version.ts";
import type { ApiEnv } from "./env.ts";

const show = createRoute({
  method: "get",
  path: "/settings",
  tags: ["settings"],
  summary: "Show the settings in force, without secrets",
  responses: { 200: jsonAnswer("They are changed in parley.json and the environment.", Settings) },
});

export const settingsRoutes = new OpenAPIHono<ApiEnv>().openapi(show, (c) => {
  const { config, guard } = c.env;
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
      retention: {
        requests_days: config.relay.log.retentionDays,
        bodies: config.relay.log.bodies,
        audit_days: config.audit.retentionDays,
      },
      config: settings,
    },
    200,
  );
});
