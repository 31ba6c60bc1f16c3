/**
 * Lets Kysely speak to postgres.js. The ready-made dialect reserves a connection for each query, and postgres.js then
 * dies with an uncaught TypeError if that connection is lost meanwhile; plain pooled queries do not.
 */

import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Tables } from "../schema.ts";
import { orUnavailable, type Sql } from "./connection.ts";

export function makeKysely(sql: Sql): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => makeDriver(sql),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

function makeDriver(sql: Sql): Driver {
  const pool: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) => runQuery<Row>(sql, query),
    streamQuery: () => {
      throw new Error("Streaming is not used; page instead.");
    },
  };
  const refuse = () =>
    Promise.reject(new Error("Interactive transactions are not used: see `together`."));
  const nothing = () => Promise.resolve();
  return {
    init: nothing,
    acquireConnection: () => Promise.resolve(pool),
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: nothing,
    destroy: nothing,
  };
}

const COUNTED = new Set(["INSERT", "UPDATE", "DELETE"]);

async function runQuery<Row>(sql: Sql, query: CompiledQuery): Promise<QueryResult<Row>> {
  const result = await orUnavailable(
    sql.unsafe<Row[] & Record<string, unknown>[]>(query.sql, parameters(query), { prepare: true }),
  );
  return {
    rows: [...result],
    ...(COUNTED.has(result.command) && { numAffectedRows: BigInt(result.count) }),
  };
}

/** Kysely does not know what a driver can bind; the column types do. */
function parameters(query: CompiledQuery): (string | number | null)[] {
  return query.parameters as (string | number | null)[];
}
