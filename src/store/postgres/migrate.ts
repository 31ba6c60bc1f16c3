/** Brings a PostgreSQL database up to date, in one transaction; processes that start together take turns. */

import { MIGRATIONS_TABLE, findPending } from "../migrations/list.ts";
import { ENGINE_WORDS, type Migration } from "../migrations/migration.ts";
import { MIGRATION_LOCK } from "./advisory-locks.ts";
import { openConnections } from "./connection.ts";
import { fillIn } from "./one-message.ts";

export async function migratePostgres(
  url: string,
  migrations: readonly Migration[],
  now: number,
): Promise<void> {
  const sql = openConnections({ url, max: 1 });
  try {
    await sql.unsafe(`begin; select pg_advisory_xact_lock(${MIGRATION_LOCK}); ${MIGRATIONS_TABLE}`);
    const applied = await sql.unsafe<{ name: string }[]>("select name from migrations");
    const pending = findPending(
      applied.map((row) => row.name),
      migrations,
    );
    await sql.unsafe(
      [...pending.flatMap((migration) => statements(migration, now)), "commit"].join(";\n"),
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function statements(migration: Migration, now: number): string[] {
  return [
    ...migration.statements(ENGINE_WORDS.postgres),
    fillIn("insert into migrations (name, at) values ($1, $2)", [migration.name, now]),
  ];
}
