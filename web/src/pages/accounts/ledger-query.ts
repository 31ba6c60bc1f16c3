import type { AccountSearch } from "./route.ts";

export interface LedgerQuery {
  readonly account: string;
  readonly kind?: string;
  readonly key?: string;
  readonly since?: string;
  readonly until?: string;
}

/** What the address asks for, as the server wants it. Days are days where the person is. */
export function makeLedgerQuery(
  account: string,
  { kind, key, from, to }: AccountSearch,
): LedgerQuery {
  return {
    account,
    ...(kind === undefined ? {} : { kind }),
    ...(key === undefined ? {} : { key }),
    ...(from === undefined ? {} : { since: startOfDay(from, 0) }),
    ...(to === undefined ? {} : { until: startOfDay(to, 1) }),
  };
}

function startOfDay(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
