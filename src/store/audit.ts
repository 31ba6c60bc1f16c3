/** The log of administrative acts. Rows are added and, by age, removed; the database refuses to change one. */

import type { Selectable } from "kysely";
import { AppError } from "../base/errors.ts";
import { sentence } from "../base/sentence.ts";
import type { AuditTable } from "./schema.ts";
import { queries, type Store } from "./store.ts";

export type AuditRow = Selectable<AuditTable>;

/** Which rows to list; absent fields do not restrict. `since` included, `until` excluded. */
export interface AuditQuery {
  readonly limit: number;
  /** `auditCursor` of the last row of the page before. */
  readonly before?: string | undefined;
  readonly actor?: string | undefined;
  readonly area?: string | undefined;
  readonly target?: string | undefined;
  readonly outcome?: string | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export async function insertAudit(store: Store, row: Omit<AuditRow, "seq">): Promise<void> {
  await queries(store).insertInto("audit_log").values(row).execute();
}

/** Where a row stands in the log, to list on from there. */
export function auditCursor(row: Pick<AuditRow, "seq">): string {
  return String(row.seq);
}

/** Newest first. Throws AppError("invalid_request") if `before` is not a cursor. */
export async function listAudit(store: Store, query: AuditQuery): Promise<AuditRow[]> {
  let found = queries(store).selectFrom("audit_log").selectAll();
  if (query.before !== undefined) found = found.where("seq", "<", parseCursor(query.before));
  if (query.actor !== undefined) found = found.where("actor", "=", query.actor);
  if (query.area !== undefined) found = found.where("area", "=", query.area);
  if (query.target !== undefined) found = found.where("target", "=", query.target);
  if (query.outcome !== undefined) found = found.where("outcome", "=", query.outcome);
  if (query.since !== undefined) found = found.where("at", ">=", query.since);
  if (query.until !== undefined) found = found.where("at", "<", query.until);
  return found.orderBy("seq", "desc").limit(query.limit).execute();
}

/** Returns how many rows were older. */
export async function deleteAuditBefore(store: Store, cutoff: number): Promise<number> {
  const result = await queries(store)
    .deleteFrom("audit_log")
    .where("at", "<", cutoff)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

function parseCursor(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new AppError("invalid_request", sentence("bad_cursor"), {
    param: "before",
  });
}
