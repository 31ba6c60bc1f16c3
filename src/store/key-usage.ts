/** How often keys were used. */

import { sql } from "kysely";
import { queries, type Store } from "./store.ts";

export interface UsageStep {
  readonly key_id: string;
  /** Begin of the step, in milliseconds. */
  readonly at: number;
  readonly requests: number;
}

/** Calls of the keys since `since` by steps of `stepMs`; steps without a call are left out. Read from an index alone. */
export async function countKeyUsage(
  store: Store,
  keyIds: readonly string[],
  since: number,
  stepMs: number,
): Promise<UsageStep[]> {
  if (keyIds.length === 0) return [];
  // Written out rather than bound: PostgreSQL compares grouped expressions by their text.
  const step = sql.raw<number>(String(Math.trunc(stepMs)));
  const begin = sql<number>`at / ${step} * ${step}`;
  const rows = await queries(store)
    .selectFrom("requests")
    .select(["key_id", begin.as("begin"), sql<number>`count(*)`.as("requests")])
    .where("at", ">=", since)
    .where("key_id", "in", keyIds)
    .groupBy(["key_id", begin])
    .execute();
  return rows.map((row) => ({
    key_id: row.key_id,
    at: Number(row.begin),
    requests: Number(row.requests),
  }));
}
