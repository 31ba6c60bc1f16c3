/**
 * One owner per home: an exclusive transaction held open on a small file of its own. The operating system drops the
 * lock with the process, however it ends, so there is no such thing as a stale claim.
 */

import { Database } from "bun:sqlite";
import { AppError } from "../../base/errors.ts";
import type { Claim } from "../backend.ts";
import { isBusy } from "./connection.ts";

export function claimSqlite(file: string): Claim {
  const lock = new Database(file, { readwrite: true, create: true });
  try {
    lock.run("pragma busy_timeout = 0");
    lock.run("begin exclusive");
  } catch (cause) {
    lock.close();
    if (!isBusy(cause))
      throw new AppError("unavailable", `The lock file ${file} cannot be used.`, {}, { cause });
    throw new AppError(
      "conflict",
      `Another Parley process owns this database (it holds ${file}). Stop it first, or set PARLEY_HOME to another folder.`,
      {},
      { cause },
    );
  }
  return {
    release: async () => {
      lock.run("rollback");
      lock.close();
    },
  };
}
