/** The request log: one row per call. Rows are written by the hot writer with the statements of hot-statements.ts. */

import type { Selectable } from "kysely";
import { sql } from "kysely";
import { AppError } from "../base/errors.ts";
import { sentence } from "../base/sentence.ts";
import type { RequestRow } from "./hot-statements.ts";
import type { RequestBodyTable } from "./schema.ts";
import { inside, queries, type Store } from "./store.ts";

export {
  CLOSE_REQUEST,
  KEEP_ANSWER,
  LEDGER_ENTRY,
  OPEN_REQUEST,
  REQUEST_BODIES,
  closeRequestValues,
  keptAnswerValues,
  ledgerValues,
  openRequestValues,
  requestBodiesValues,
  type KeptAnswer,
  type LedgerEntry,
  type OpenRequest,
  type RequestRow,
} from "./hot-statements.ts";

export type RequestBodyRow = Selectable<RequestBodyTable>;

/** Which rows to list; absent fields do not restrict. Times are milliseconds, `since` included, `until` excluded. */
export interface RequestFilter {
  readonly limit: number;
  /** `requestCursor` of the last row of the page before. */
  readonly before?: string | undefined;
  readonly keyId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly status?: number | undefined;
  /** True: only calls answered with a status of 400 or more; false: only the others that have ended. */
  readonly errors?: boolean | undefined;
  /** Nano-dollars: only calls that cost this or more. */
  readonly minCost?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** Where a row stands in the log, to list on from there. */
export function requestCursor(row: Pick<RequestRow, "at" | "id">): string {
  return `${row.at}.${row.id}`;
}

/** Newest first. Throws AppError("invalid_request") if `before` is not a cursor. */
export async function listRequests(store: Store, filter: RequestFilter): Promise<RequestRow[]> {
  const db = queries(store);
  let found = db.selectFrom("requests").select("id");
  if (filter.before !== undefined) {
    const { at, id } = parseCursor(filter.before);
    found = found.where(sql<boolean>`(at, id) < (${at}, ${id})`);
  }
  if (filter.keyId !== undefined) found = found.where("key_id", "=", filter.keyId);
  if (filter.accountId !== undefined) found = found.where("account_id", "=", filter.accountId);
  if (filter.model !== undefined) found = found.where("model", "=", filter.model);
  if (filter.provider !== undefined) found = found.where("provider", "=", filter.provider);
  if (filter.status !== undefined) found = found.where("status", "=", filter.status);
  if (filter.errors !== undefined) found = found.where("status", filter.errors ? ">=" : "<", 400);
  if (filter.minCost !== undefined) found = found.where("cost_nano", ">=", filter.minCost);
  if (filter.since !== undefined) found = found.where("at", ">=", filter.since);
  if (filter.until !== undefined) found = found.where("at", "<", filter.until);
  // Ids first: the index alone answers that, so the rows themselves are read only for the page.
  const page = found.orderBy("at", "desc").orderBy("id", "desc").limit(filter.limit);
  return db
    .selectFrom("requests")
    .selectAll()
    .where("id", "in", page)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
}

function parseCursor(text: string): { at: number; id: string } {
  const dot = text.indexOf(".");
  const at = dot > 0 ? Number(text.slice(0, dot)) : Number.NaN;
  if (!Number.isSafeInteger(at)) {
    throw new AppError("invalid_request", sentence("bad_cursor"), {
      param: "before",
    });
  }
  return { at, id: text.slice(dot + 1) };
}

/** Throws AppError("not_found"). */
export async function getRequest(store: Store, id: string): Promise<RequestRow> {
  const row = await queries(store)
    .selectFrom("requests")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found", sentence("no_request", { id }));
  return row;
}

/** Undefined when the texts of this call were not stored. */
export async function getRequestBodies(
  store: Store,
  id: string,
): Promise<RequestBodyRow | undefined> {
  return queries(store)
    .selectFrom("request_bodies")
    .selectAll()
    .where("request_id", "=", id)
    .executeTakeFirst();
}

/** Calls still in flight, or cut short by a crash of the process that carried them. Oldest first. */
export async function listOpenRequests(store: Store): Promise<RequestRow[]> {
  return queries(store)
    .selectFrom("requests")
    .selectAll()
    .where("finished_at", "is", null)
    .orderBy("at")
    .orderBy("id")
    .execute();
}

/**
 * Deletes at most `max` of the oldest finished calls that began before `cutoff`, with their texts. Ledger entries stay.
 * Returns how many calls were deleted; fewer than `max` means there are no more.
 */
export async function deleteRequestsBefore(
  store: Store,
  cutoff: number,
  max: number,
): Promise<number> {
  const db = queries(store);
  const rows = await db
    .selectFrom("requests")
    .select("id")
    .where("at", "<", cutoff)
    .where("finished_at", "is not", null)
    .orderBy("at")
    .orderBy("id")
    .limit(max)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  await store[inside].together([
    db.deleteFrom("request_bodies").where("request_id", "in", ids).compile(),
    db.deleteFrom("requests").where("id", "in", ids).compile(),
  ]);
  return ids.length;
}
