/** PostgreSQL: a pool for queries, one connection for the hot writer, one for the claim, one per proof. */

import type { CompiledQuery } from "kysely";
import { AppError } from "../../base/errors.ts";
import type { Backend } from "../backend.ts";
import { proveLedger, type LedgerProof } from "../ledger-proof.ts";
import type { Migration } from "../migrations/migration.ts";
import { makeRunReport, runReport } from "../reports.ts";
import { claimPostgres } from "./claim.ts";
import { checkUrl, openConnections, orUnavailable, toOpenError, type Sql } from "./connection.ts";
import { PostgresHotWriter } from "./hot-writer.ts";
import { makeKysely } from "./kysely.ts";
import { migratePostgres } from "./migrate.ts";
import { fillIn } from "./one-message.ts";

const POOL = 8;

export interface PostgresOptions {
  readonly url: string;
  readonly migrations: readonly Migration[];
}

export async function openPostgres({ url, migrations }: PostgresOptions): Promise<Backend> {
  checkUrl(url);
  try {
    await migratePostgres(url, migrations, Date.now());
  } catch (error) {
    throw toOpenError(url, error);
  }
  const pool = openConnections({ url, max: POOL });
  const db = makeKysely(pool);
  const writer = new PostgresHotWriter(openConnections({ url, max: 1 }));
  return {
    db,
    writer,
    together: (queries) => runTogether(pool, queries),
    proveLedger: () => prove(url),
    report: makeRunReport((job) => runReport(db, job)),
    claim: async (onLost) => {
      const claim = await claimPostgres(url, writer.name, onLost);
      writer.own();
      return claim;
    },
    ping: async () => void (await pool.unsafe("select 1")),
    // postgres.js waits in vain for a connection that died during a query.
    close: () => pool.end({ timeout: 1 }),
  };
}

async function runTogether(sql: Sql, queries: readonly CompiledQuery[]): Promise<void> {
  const message = queries.map((query) => fillIn(query.sql, query.parameters)).join(";\n");
  await orUnavailable(sql.unsafe(message));
}

async function prove(url: string): Promise<LedgerProof> {
  let lost = false;
  const sql = openConnections({ url, max: 1, onClose: () => (lost = true) });
  try {
    await sql.unsafe("begin isolation level repeatable read read only");
    const proof = await proveLedger(makeKysely(sql));
    // What came after a reconnection was read outside the transaction.
    if (lost)
      throw new AppError("unavailable", "The database was lost while it was read. Try again.");
    return proof;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
