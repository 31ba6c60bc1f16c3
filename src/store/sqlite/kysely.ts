/** Lets Kysely's SQLite dialect speak to bun:sqlite. */

import type { Database, SQLQueryBindings } from "bun:sqlite";
import { Kysely, SqliteDialect, type SqliteDatabase } from "kysely";
import type { Tables } from "../schema.ts";

export function makeKysely(db: Database): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(db) }) });
}

function adapt(db: Database): SqliteDatabase {
  return {
    close: () => db.close(),
    prepare(sql) {
      if (sql === "begin")
        throw new Error("Interactive transactions would lock the hot writer out: use `together`.");
      const statement = db.query<unknown, SQLQueryBindings[]>(sql);
      return {
        reader: statement.columnNames.length > 0,
        all: (parameters) => statement.all(...bindings(parameters)),
        run: (parameters) => statement.run(...bindings(parameters)),
        iterate: (parameters) => statement.iterate(...bindings(parameters)),
      };
    },
  };
}

/** Kysely does not know what a driver can bind; the column types do. */
export function bindings(parameters: readonly unknown[]): SQLQueryBindings[] {
  return parameters as SQLQueryBindings[];
}
