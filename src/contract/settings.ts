/** The settings in force. They are made in parley.json and the environment; what is kept how long can be set here too. */

import { z } from "@hono/zod-openapi";

const kept = {
  requests_days: z.number().openapi({ description: "Days that finished calls stay in the log." }),
  bodies: z.boolean().openapi({ description: "Prompts and answers are stored too." }),
  audit_days: z.number().openapi({ description: "Days that acts stay in the audit log." }),
};

export const Retention = z
  .object({
    ...kept,
    configured: z.object(kept).openapi({
      description: "What parley.json, the environment and the defaults say.",
    }),
    changed: z.array(z.enum(["requests_days", "bodies", "audit_days"])).openapi({
      description: "What was set through this API; it wins until it is set to null.",
    }),
  })
  .openapi("Retention");
export type Retention = z.infer<typeof Retention>;

const MOST_DAYS = 36_500;
const daysInput = z.int().min(1).max(MOST_DAYS).nullable().optional();

export const RetentionPatch = z
  .strictObject({
    requests_days: daysInput.openapi({ description: "Older calls leave within a minute." }),
    bodies: z.boolean().nullable().optional().openapi({
      description: "false: no more are stored; those there are leave with their calls.",
    }),
    audit_days: daysInput.openapi({
      description: "Only an owner may change it: nobody else erases the record of their acts.",
    }),
  })
  .openapi("RetentionPatch", { description: "Absent: unchanged. null: as parley.json has it." });
export type RetentionPatch = z.infer<typeof RetentionPatch>;

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
    retention: Retention,
    config: z.record(z.string(), z.unknown()).openapi({
      description: "Every setting as docs/reference/config.md names it.",
    }),
  })
  .openapi("Settings");
export type Settings = z.infer<typeof Settings>;
