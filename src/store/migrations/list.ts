/** Every migration, in the order they are applied. To add one: a file beside this one, and a line here. */

import { AppError } from "../../base/errors.ts";
import { relay } from "./0001-relay.ts";
import type { Migration } from "./migration.ts";

export const MIGRATIONS: readonly Migration[] = [relay];

/** Where applied migrations are recorded, on both engines. */
export const MIGRATIONS_TABLE =
  "create table if not exists migrations (name text primary key, at bigint not null)";

/**
 * What is left to apply. Throws AppError("unavailable") if the database has migrations this code does not know: an
 * older Parley must not touch tables it does not understand.
 */
export function findPending(
  applied: readonly string[],
  known: readonly Migration[],
): readonly Migration[] {
  const unknown = applied.filter((name) => !known.some((migration) => migration.name === name));
  if (unknown.length > 0) {
    throw new AppError(
      "unavailable",
      `The database was made by a newer Parley (it has ${unknown.join(", ")}). Update Parley, or use another database.`,
    );
  }
  return known.filter((migration) => !applied.includes(migration.name));
}
