/** The log of administrative acts: who did what, when, and from where. */

import { z } from "@hono/zod-openapi";
import { Before, Limit, Next, Since, Until } from "./paging.ts";
import { Role } from "./session.ts";
import { Time } from "./text.ts";

export const AuditChange = z
  .object({
    field: z.string(),
    before: z.string().nullable().openapi({ description: "null: nothing, or not known." }),
    after: z.string().nullable().openapi({ description: "null: nothing." }),
  })
  .openapi("AuditChange");
export type AuditChange = z.infer<typeof AuditChange>;

export const AUDIT_OUTCOMES = ["done", "refused"] as const;

export const AuditEntry = z
  .object({
    id: z.string(),
    at: Time,
    actor: z.string().nullable().openapi({ description: "null: nobody that Parley knows." }),
    role: Role.nullable(),
    via: z.enum(["cookie", "token", "local"]).nullable(),
    address: z.string(),
    action: z.string().openapi({ example: "PATCH /api/relay/keys/{id}" }),
    summary: z.string().openapi({ description: "The action in words.", example: "Change a key" }),
    area: z.string().openapi({ example: "keys" }),
    target: z.string().nullable().openapi({ description: "Name or id of what it was done to." }),
    outcome: z.enum(AUDIT_OUTCOMES).openapi({ description: "`refused`: a sign-in that failed." }),
    request_id: z.string(),
    changes: z.array(AuditChange).openapi({ description: "Without secrets." }),
  })
  .openapi("AuditEntry");
export type AuditEntry = z.infer<typeof AuditEntry>;

const Exact = z.string().min(1).max(200).optional();

export const AuditFilter = z.object({
  limit: Limit,
  before: Before,
  actor: Exact.openapi({ description: "Only acts of the person with this name." }),
  area: Exact.openapi({ description: "Only acts on this noun, such as `keys` or `members`." }),
  target: Exact.openapi({ description: "Only acts on the thing with this name or id." }),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  since: Since,
  until: Until,
});
export type AuditFilter = z.infer<typeof AuditFilter>;

export const AuditPage = z
  .object({ entries: z.array(AuditEntry), next: Next })
  .openapi("AuditPage");
export type AuditPage = z.infer<typeof AuditPage>;
