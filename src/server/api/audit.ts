/** The audit log, read. It is written by ../audit/middleware.ts alone. */

import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import {
  AUDIT_OUTCOMES,
  AuditChange,
  type AuditEntry,
  AuditFilter,
  AuditPage,
} from "../../contract/audit.ts";
import { ROLES } from "../../contract/role.ts";
import { jsonAnswer } from "../../contract/route.ts";
import { auditCursor, type AuditRow, listAudit } from "../../store/audit.ts";
import type { ApiEnv } from "./env.ts";

const PAGE = 50;
const VIAS = ["cookie", "token", "local"] as const;
const Changes = z.array(AuditChange);

const list = createRoute({
  method: "get",
  path: "/audit",
  tags: ["audit"],
  summary: "List administrative acts, newest first",
  description:
    "Every change that was made through this API, and every sign-in, good or bad. Entries cannot be changed; they leave " +
    "after `audit.retentionDays`.",
  request: { query: AuditFilter },
  responses: { 200: jsonAnswer("One page of the log.", AuditPage) },
});

/** `summaryOf` gives an action in words. */
export function makeAuditRoutes(
  summaryOf: (action: string) => string | undefined,
): OpenAPIHono<ApiEnv> {
  return new OpenAPIHono<ApiEnv>().openapi(list, async (c) => {
    const { limit = PAGE, since, until, ...filter } = c.req.valid("query");
    const rows = await listAudit(c.env.guard.store, {
      ...filter,
      // One more tells whether there is another page.
      limit: limit + 1,
      since: since === undefined ? undefined : Date.parse(since),
      until: until === undefined ? undefined : Date.parse(until),
    });
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return c.json(
      {
        entries: shown.map((row) => toEntry(row, summaryOf(row.action))),
        next: rows.length > limit && last ? auditCursor(last) : null,
      },
      200,
    );
  });
}

function toEntry(row: AuditRow, summary: string | undefined): AuditEntry {
  return {
    id: String(row.seq),
    at: new Date(row.at).toISOString(),
    actor: row.actor,
    role: ROLES.find((role) => role === row.role) ?? null,
    via: VIAS.find((via) => via === row.via) ?? null,
    address: row.address,
    action: row.action,
    summary: summary ?? row.action,
    area: row.area,
    target: row.target,
    outcome: AUDIT_OUTCOMES.find((outcome) => outcome === row.outcome) ?? "done",
    request_id: row.request_id,
    changes: Changes.parse(JSON.parse(row.changes_json)),
  };
}
