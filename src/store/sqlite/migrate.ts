/** Brings a SQLite file up to date, in one transaction that other processes wait for. */

import type { Database } from "bun:sqlite";
import { MIGRATIONS_TABLE, findPending } from "../migrations/list.ts";
import { ENGINE_WORDS, type Migration } from "../migrations/migration.ts";

export function migrateSqlite(db: Database, migrations: readonly Migration[], now: number): void {
  // Looking first keeps the usual start from waiting for a writer.
  if (findPending(listApplied(db), migrations).length === 0) return;
  db.transaction(() => {
    db.run(MIGRATIONS_TABLE);
    for (const migration of findPending(listApplied(db), migrations)) {
      for (const statement of migration.statements(ENGINE_WORDS.sqlite)) db.run(statement);
      db.run("insert into migrations (name, at) values (?, ?)", [migration.name, now]);
    }
  }).immediate();
}

function listApplied(db: Database): string[] {
  const table = db
    .query("select 1 from sqlite_schema where type = 'table' and name = 'migrations'")
    .get();
  if (table === null) return [];
  return db
    .query<{ name: string }, []>("select name from migrations")
    .all()
    .map((row) => row.name);
}
