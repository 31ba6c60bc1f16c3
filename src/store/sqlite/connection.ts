/** Opening SQLite files, and what this room needs to know about their errors. */

import { Database } from "bun:sqlite";
import { chmodSync, closeSync, openSync, statSync } from "node:fs";

const OPEN_BUSY_MS = 5_000;

export interface ConnectionOptions {
  readonly file: string;
  readonly synchronous: "normal" | "full";
  /** How long a statement waits for another process, blocking. */
  readonly busyMs: number;
}

/** Opens (and makes, readable for its owner only) a database file with the settings every connection shares. */
export function openConnection({ file, synchronous, busyMs }: ConnectionOptions): Database {
  makePrivate(file);
  const db = new Database(file, { readwrite: true, create: true });
  try {
    // Opening itself waits for others that open or close the file at the same moment.
    db.run(`pragma busy_timeout = ${OPEN_BUSY_MS}`);
    db.run("pragma journal_mode = wal");
    db.run(`pragma synchronous = ${synchronous}`);
    db.run("pragma foreign_keys = on");
    // A checkpoint syncs the disk; every 16 MB instead of every 4 makes it rare beside the work it saves.
    db.run("pragma wal_autocheckpoint = 4000");
    db.run("pragma journal_size_limit = 67108864");
    db.run(`pragma busy_timeout = ${busyMs}`);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** SQLite gives its side files the mode of the main one, so setting that one is enough. */
function makePrivate(file: string): void {
  // Only ever for a file that is not there yet: closing any handle of a file drops this process's locks on it.
  if (!exists(file)) closeSync(openSync(file, "a", 0o600));
  else if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** Another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

/** Our texts say $1, which is a name to SQLite; ?1 is a position. */
export function numbered(sql: string): string {
  return sql.replace(/\$(\d+)/g, "?$1");
}
