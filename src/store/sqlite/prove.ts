/**
 * The proof of the ledger on SQLite. Queries hold up the thread they run on, and these run for seconds once the ledger
 * is long, so they get a thread of their own then.
 */

import { Database } from "bun:sqlite";
import { assetPath } from "../../base/assets.ts";
import { AppError } from "../../base/errors.ts";
import { proveLedger, type LedgerProof } from "../ledger-proof.ts";
import { makeKysely } from "./kysely.ts";

/** Below this the proof takes less time than starting a thread. */
const FEW_ENTRIES = 20_000;
const BUSY_MS = 5_000;

export async function proveInSqlite(db: Database, file: string): Promise<LedgerProof> {
  const last = db
    .query<{ seq: number | null }, []>("select max(seq) as seq from ledger_entries")
    .get();
  return (last?.seq ?? 0) < FEW_ENTRIES ? proveHere(file) : proveInThread(file);
}

/** A read transaction of a connection of its own sees one moment, whatever is written meanwhile. */
export async function proveHere(file: string): Promise<LedgerProof> {
  const reader = new Database(file, { readonly: true });
  try {
    reader.run(`pragma busy_timeout = ${BUSY_MS}`);
    reader.run("begin");
    return await proveLedger(makeKysely(reader));
  } finally {
    reader.close();
  }
}

/** What the thread answers. */
export type ProofAnswer = { readonly proof: LedgerProof } | { readonly failure: string };

async function proveInThread(file: string): Promise<LedgerProof> {
  const thread = new Worker(assetPath("src/store/sqlite/prove-thread.ts"));
  try {
    const answer = await new Promise<ProofAnswer>((resolve, reject) => {
      thread.addEventListener("message", (event: MessageEvent<ProofAnswer>) => resolve(event.data));
      thread.addEventListener("error", (event) => reject(new Error(event.message)));
      thread.postMessage(file);
    });
    if ("proof" in answer) return answer.proof;
    throw new AppError("unavailable", `The ledger could not be read: ${answer.failure}`);
  } finally {
    thread.terminate();
  }
}
