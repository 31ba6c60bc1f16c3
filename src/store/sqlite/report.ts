/** Reports on SQLite: in a thread of their own once there is much to read, since a query holds up its thread. */

import { Database } from "bun:sqlite";
import { assetPath } from "../../base/assets.ts";
import { AppError } from "../../base/errors.ts";
import { type ReportJob, type ReportName, type Reports, runReport } from "../reports.ts";
import { makeKysely } from "./kysely.ts";

/** Below this a report takes less time than starting a thread. */
const FEW_ENTRIES = 5_000;
const BUSY_MS = 5_000;

type Result = Reports[ReportName]["result"];

export async function reportInSqlite(db: Database, file: string, job: ReportJob): Promise<Result> {
  return isShort(db) ? reportHere(file, job) : reportInThread(file, job);
}

function isShort(db: Database): boolean {
  const many = (table: string): boolean =>
    db.query(`select 1 from ${table} limit 1 offset ${FEW_ENTRIES}`).get() !== null;
  return !many("ledger_entries") && !many("requests");
}

/** A read transaction of a connection of its own sees one moment, whatever is written meanwhile. */
export async function reportHere(file: string, job: ReportJob): Promise<Result> {
  const reader = new Database(file, { readonly: true });
  try {
    reader.run(`pragma busy_timeout = ${BUSY_MS}`);
    reader.run("begin");
    return await runReport(makeKysely(reader), job);
  } finally {
    reader.close();
  }
}

export interface ReportRequest {
  readonly file: string;
  readonly job: ReportJob;
}

/** What the thread answers. */
export type ReportAnswer = { readonly result: Result } | { readonly failure: string };

async function reportInThread(file: string, job: ReportJob): Promise<Result> {
  const thread = new Worker(assetPath("src/store/sqlite/report-thread.ts"));
  try {
    const answer = await new Promise<ReportAnswer>((resolve, reject) => {
      thread.addEventListener("message", (event: MessageEvent<ReportAnswer>) =>
        resolve(event.data),
      );
      thread.addEventListener("error", (event) => reject(new Error(event.message)));
      const request: ReportRequest = { file, job };
      thread.postMessage(request);
    });
    if ("result" in answer) return answer.result;
    throw new AppError("unavailable", `The report could not be read: ${answer.failure}`);
  } finally {
    thread.terminate();
  }
}
