/** SQLite in the home folder: one connection for queries, one for the hot writer, one per proof. */

import type { Database } from "bun:sqlite";
import { join } from "node:path";
import type { CompiledQuery } from "kysely";
import { AppError } from "../../base/errors.ts";
import type { Backend } from "../backend.ts";
import type { Migration } from "../migrations/migration.ts";
import { makeRunReport } from "../reports.ts";
import { claimSqlite } from "./claim.ts";
import { openConnection } from "./connection.ts";
import { SqliteHotWriter } from "./hot-writer.ts";
import { bindings, makeKysely } from "./kysely.ts";
import { migrateSqlite } from "./migrate.ts";
import { proveInSqlite } from "./prove.ts";
import { reportInSqlite } from "./report.ts";

const BUSY_MS = 5_000;

export interface SqliteOptions {
  readonly home: string;
  readonly synchronous: "normal" | "full";
  readonly migrations: readonly Migration[];
}

export function openSqlite({ home, synchronous, migrations }: SqliteOptions): Backend {
  const file = join(home, "parley.db");
  const main = open(file, () => openConnection({ file, synchronous, busyMs: BUSY_MS }));
  let hot: Database;
  try {
    open(file, () => migrateSqlite(main, migrations, Date.now()));
    hot = open(file, () => openConnection({ file, synchronous, busyMs: 0 }));
  } catch (error) {
    main.close();
    throw error;
  }
  return {
    db: makeKysely(main),
    writer: new SqliteHotWriter(hot),
    together: async (queries) => runTogether(main, queries),
    proveLedger: () => proveInSqlite(main, file),
    report: makeRunReport((job) => reportInSqlite(main, file, job)),
    claim: async () => claimSqlite(join(home, "parley.lock")),
    ping: async () => void main.query("select 1").get(),
    close: async () => main.close(),
  };
}

function open<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new AppError(
      "unavailable",
      `The database ${file} cannot be opened: ${why}. Check that the file is a Parley database and that this user may read and write it.`,
      {},
      { cause },
    );
  }
}

/** Synchronous from begin to commit, so nothing of this process can come between. */
function runTogether(db: Database, queries: readonly CompiledQuery[]): void {
  db.transaction(() => {
    for (const query of queries) db.query(query.sql).run(...bindings(query.parameters));
  }).immediate();
}
