/** Reports read much and tell little; they run where they hold nothing up. See `Inside.report`. */

import type { Kysely } from "kysely";
import { type LedgerFilter, type LedgerLine, readLedgerPage } from "./ledger-page.ts";
import type { Tables } from "./schema.ts";
import { readStatement, type Statement, type StatementQuery } from "./statement.ts";
import { readUsage, type UsageQuery, type UsageReport } from "./usage.ts";

/** Each report: what it is asked and what it tells. All of it is plain data, to be sent to a thread. */
export interface Reports {
  readonly usage: { readonly query: UsageQuery; readonly result: UsageReport };
  readonly ledger: { readonly query: LedgerFilter; readonly result: LedgerLine[] };
  readonly statement: { readonly query: StatementQuery; readonly result: Statement };
}

export type ReportName = keyof Reports;

export type ReportJob = {
  readonly [Name in ReportName]: { readonly name: Name; readonly query: Reports[Name]["query"] };
}[ReportName];

export type RunReport = <Name extends ReportName>(
  name: Name,
  query: Reports[Name]["query"],
) => Promise<Reports[Name]["result"]>;

export async function runReport(
  db: Kysely<Tables>,
  job: ReportJob,
): Promise<Reports[ReportName]["result"]> {
  switch (job.name) {
    case "usage":
      return readUsage(db, job.query);
    case "ledger":
      return readLedgerPage(db, job.query);
    case "statement":
      return readStatement(db, job.query);
  }
}

/** The name of a report decides the type of its result, which only `Reports` says: told to the compiler here alone. */
export function makeRunReport(
  run: (job: ReportJob) => Promise<Reports[ReportName]["result"]>,
): RunReport {
  const ask = (name: ReportName, query: Reports[ReportName]["query"]) =>
    run({ name, query } as ReportJob);
  return ask;
}
