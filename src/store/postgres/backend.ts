/** PostgreSQL: a pool for queries, one connection for the hot writer, one for the claim, one per snapshot. */

import type { CompiledQuery, Kysely } from "kysely";
import type { Backend } from "../backend.ts";
import type { Migration } from "../migrations/migration.ts";
import type { Tables } from "../schema.ts";
import { claimPostgres } from "./claim.ts";
import { checkUrl, openConnections, toOpenError, type Sql } from "./connection.ts";
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
  return {
    db: makeKysely(pool),
    writer: new PostgresHotWriter(openConnections({ url, max: 1 })),
    together: (queries) => runTogether(pool, queries),
    snapshot: (work) => runSnapshot(url, work),
    claim: (onLost) => claimPostgres(url, onLost),
    ping: async () => void (await pool.unsafe("select 1")),
    // postgres.js waits in vain for a connection that died during a query.
    close: () => pool.end({ timeout: 1 }),
  };
}

async function runTogether(sql: Sql, queries: readonly CompiledQuery[]): Promise<void> {
  await sql.unsafe(queries.map((query) => fillIn(query.sql, query.parameters)).join(";\n"));
}

async function runSnapshot<Result>(
  url: string,
  work: (db: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  let lost = false;
  const sql = openConnections({ url, max: 1, onClose: () => (lost = true) });
  try {
    await sql.unsafe("begin isolation level repeatable read read only");
    const result = await work(makeKysely(sql));
    if (lost) throw new Error("The connection was lost while reading.");
    return result;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
