/** Asking an open store for a report. */

import type { Statement, StatementQuery } from "./statement.ts";
import { inside, type Store } from "./store.ts";
import type { UsageQuery, UsageReport } from "./usage.ts";

/** Calls, tokens, money and times. About 3 s for a million calls; other work goes on meanwhile. */
export async function reportUsage(store: Store, query: UsageQuery): Promise<UsageReport> {
  return store[inside].report("usage", query);
}

export async function reportStatement(store: Store, query: StatementQuery): Promise<Statement> {
  return store[inside].report("statement", query);
}
