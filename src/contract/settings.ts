/** The settings in force. They are made in parley.json and the environment; here they are shown, without secrets. */

import { z } from "@hono/zod-openapi";

export const Settings = z
  .object({
    version: z.string(),
    home: z.string().openapi({ description: "The folder with the database and parley.json." }),
    database: z.object({
      engine: z.enum(["sqlite", "postgres"]),
      address: z.string().nullable().openapi({ description: "Without its password." }),
    }),
    secret_key: z.enum(["file", "environment"]).openapi({
      description: "Where the key that encrypts vendor secrets comes from.",
    }),
    retention: z.object({
      requests_days: z.number(),
      bodies: z.boolean().openapi({ description: "Prompts and answers are stored too." }),
      audit_days: z.number(),
    }),
    config: z.record(z.string(), z.unknown()).openapi({
      description: "Every setting as docs/reference/config.md names it.",
    }),
  })
  .openapi("Settings");
export type Settings = z.infer<typeof Settings>;
