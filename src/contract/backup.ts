/** A copy of everything, to be put back with `parley restore`. */

import { z } from "@hono/zod-openapi";
import { Time } from "./text.ts";

export const BackupInput = z
  .strictObject({
    include_secret_key: z
      .boolean()
      .optional()
      .openapi({
        description:
          "Puts the key that decrypts vendor secrets into the file: whoever has the file then has them. Absent or false: " +
          "keep `secret.key` of the home folder yourself; without it vendor keys must be entered again.",
      }),
  })
  .openapi("BackupInput");
export type BackupInput = z.infer<typeof BackupInput>;

export const Backup = z
  .object({
    id: z.string(),
    name: z.string().openapi({ example: "parley-2026-01-31-1200.db" }),
    bytes: z.int(),
    secret_key_included: z.boolean(),
    expires_at: Time.openapi({
      description: "GET /api/backup/{id} gives the file, once, until then.",
    }),
  })
  .openapi("Backup");
export type Backup = z.infer<typeof Backup>;
