/** The filters of the page as the server takes them, and the same filters for calls that arrive live. */

import type { RequestRow } from "../../api/contract.ts";
import type { Operations } from "../../api/operations.generated.ts";
import type { RequestsSearch } from "./route.ts";

export type LogQuery = NonNullable<Operations["GET /api/relay/requests"]["query"]>;

const HOUR = 3_600_000;
const NANO_PER_USD = 1_000_000_000;
const LENGTH = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR, month: 720 * HOUR } as const;

/** `now`: when the range was chosen; it must not change with every look, or the list would begin anew each time. */
export function writeQuery(search: RequestsSearch, now: number): LogQuery {
  const { range = "all", key, model, provider, status, cost } = search;
  return {
    key,
    model,
    provider,
    ...(status === "ok" || status === "failed" ? { errors: status === "failed" } : { status }),
    ...(cost === undefined ? {} : { min_cost_usd: writeUsd(cost) }),
    ...writeRange(range, search, now),
  };
}

function writeRange(
  range: NonNullable<RequestsSearch["range"]>,
  { since, until }: RequestsSearch,
  now: number,
): Pick<LogQuery, "since" | "until"> {
  if (range === "all") return {};
  if (range === "custom") return { since, until };
  return { since: new Date(now - LENGTH[range]).toISOString() };
}

/** Small numbers are written like 1e-7 by default. */
function writeUsd(usd: number): string {
  return usd.toFixed(9).replace(/\.?0+$/, "");
}

/** True if the server would list this call for the query. */
export function matches(row: RequestRow, query: LogQuery): boolean {
  const at = Date.parse(row.at);
  return (
    (query.key === undefined || row.key === query.key) &&
    (query.model === undefined || row.model === query.model) &&
    (query.provider === undefined || row.provider === query.provider) &&
    (query.status === undefined || row.status === query.status) &&
    (query.errors === undefined || (row.status ?? 0) >= 400 === query.errors) &&
    (query.min_cost_usd === undefined ||
      row.cost_nano >= Math.round(Number(query.min_cost_usd) * NANO_PER_USD)) &&
    (query.since === undefined || at >= Date.parse(query.since)) &&
    (query.until === undefined || at < Date.parse(query.until))
  );
}

/** Both lists as one, newest first; of a call that is in both, the first list's word counts. */
export function mergeRows(
  arrived: readonly RequestRow[],
  listed: readonly RequestRow[],
): readonly RequestRow[] {
  if (arrived.length === 0) return listed;
  const known = new Map([...listed, ...arrived].map((row) => [row.id, row]));
  return [...known.values()].toSorted((a, b) =>
    a.at === b.at ? compare(b.id, a.id) : compare(b.at, a.at),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
