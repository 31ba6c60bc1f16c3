/**
 * Puts a backup in the place of the SQLite database, while no Parley runs:
 *
 *   own the home -> copy the file beside the database -> prove the copy -> move the old files aside -> put it in place
 *
 * Nothing is deleted: the old database, and an old key that differs, stay beside the new ones.
 */

import { Database } from "bun:sqlite";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { AppError } from "../base/errors.ts";
import { BACKUP_INFO, BACKUP_KEY, type BackupInfo, fingerprint } from "./backup.ts";
import { findPending, MIGRATIONS } from "./migrations/list.ts";
import { claimSqlite } from "./sqlite/claim.ts";
import { makeKeySource } from "./vault-key.ts";

export interface RestoreOptions {
  readonly home: string;
  readonly secretKey: string | undefined;
  readonly file: string;
  readonly now: number;
}

export interface Restored {
  /** When the backup was made, and by which Parley. Undefined: it is a plain copy of a database. */
  readonly info: BackupInfo | undefined;
  /** Where the old database is now. Undefined: there was none. */
  readonly kept: string | undefined;
  readonly keyRestored: boolean;
  /** What deserves a look, in one sentence each. */
  readonly warnings: readonly string[];
}

/** Throws AppError("conflict") while a Parley owns the home, AppError("invalid_request") for a file that is no backup. */
export async function restoreSqlite(options: RestoreOptions): Promise<Restored> {
  const { home, file, now } = options;
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const claim = claimSqlite(join(home, "parley.lock"));
  const draft = join(home, "parley.db.restoring");
  try {
    copyIn(file, draft);
    const { info, key } = prove(draft, file, now);
    const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, "-");
    const kept = setAside(join(home, "parley.db"), stamp);
    renameSync(draft, join(home, "parley.db"));
    return { info, kept, ...placeKey(options, info, key, stamp) };
  } finally {
    for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(draft + suffix, { force: true });
    await claim.release();
  }
}

function copyIn(file: string, draft: string): void {
  if (!existsSync(file))
    throw new AppError("not_found", `There is no file ${file}.`, { param: "file" });
  rmSync(draft, { force: true });
  copyFileSync(file, draft);
  chmodSync(draft, 0o600);
  if (readHead(draft) !== "SQLite format 3\0")
    throw notBackup(file, "it is not an SQLite database");
}

/** Its first bytes alone: the file may be larger than memory. */
function readHead(file: string): string {
  const head = Buffer.alloc(16);
  const handle = openSync(file, "r");
  try {
    readSync(handle, head);
  } finally {
    closeSync(handle);
  }
  return head.toString("latin1");
}

/** Proves the copy, and takes out of it what belongs to the file alone. */
function prove(
  draft: string,
  file: string,
  now: number,
): { info: BackupInfo | undefined; key: string | undefined } {
  const db = new Database(draft, { readwrite: true });
  try {
    const health = db.query<{ integrity_check: string }, []>("pragma integrity_check").all();
    const [first] = health;
    if (first?.integrity_check !== "ok")
      throw notBackup(file, `it is damaged (${first?.integrity_check ?? "no answer"})`);
    findPending(listMigrations(db, file), MIGRATIONS);
    const info = takeMeta(db, BACKUP_INFO);
    const key = takeMeta(db, BACKUP_KEY);
    db.run("delete from sessions");
    db.run(
      `insert into audit_log (at, actor, role, via, address, action, area, outcome, request_id, changes_json)
       values (?, 'local', 'owner', 'local', '127.0.0.1', 'parley restore', 'backup', 'done', '', '[]')`,
      [now],
    );
    return { info: info === undefined ? undefined : (JSON.parse(info) as BackupInfo), key };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw notBackup(file, error instanceof Error ? error.message : String(error), error);
  } finally {
    db.close();
  }
}

function listMigrations(db: Database, file: string): string[] {
  const names = db
    .query<{ name: string }, []>("select name from migrations")
    .all()
    .map(({ name }) => name);
  if (names.length === 0) throw notBackup(file, "it has no tables of Parley");
  return names;
}

function takeMeta(db: Database, key: string): string | undefined {
  const row = db
    .query<{ value: string }, [string]>("delete from meta where key = ? returning value")
    .get(key);
  return row?.value;
}

/** The files beside it keep their endings, so that what is set aside is still a whole database. */
function setAside(file: string, stamp: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const kept = `${file}.before-${stamp}`;
  for (const suffix of ["", "-wal", "-shm"])
    if (existsSync(file + suffix)) renameSync(file + suffix, kept + suffix);
  return kept;
}

function placeKey(
  { home, secretKey }: RestoreOptions,
  info: BackupInfo | undefined,
  key: string | undefined,
  stamp: string,
): Pick<Restored, "keyRestored" | "warnings"> {
  const own = makeKeySource({ home, secretKey });
  const current = own.find();
  const isRight =
    current !== undefined && info !== undefined && fingerprint(current) === info.key_fingerprint;
  const isNeeded = info !== undefined && info.key_fingerprint !== null;
  if (isRight || !isNeeded) return { keyRestored: false, warnings: [] };
  if (key === undefined) {
    const warning = `The backup was made with another secret key than ${own.name}. Put the old secret.key there, or enter the vendors' keys again.`;
    return { keyRestored: false, warnings: [warning] };
  }
  if (secretKey !== undefined) {
    const warning = `PARLEY_SECRET_KEY is not the key of this backup. Unset it to use ${join(home, "secret.key")}.`;
    return { keyRestored: writeKey(home, key, stamp), warnings: [warning] };
  }
  return { keyRestored: writeKey(home, key, stamp), warnings: [] };
}

function writeKey(home: string, key: string, stamp: string): boolean {
  const file = join(home, "secret.key");
  if (existsSync(file)) renameSync(file, `${file}.before-${stamp}`);
  writeFileSync(file, `${key}\n`, { mode: 0o600, flag: "wx" });
  return true;
}

function notBackup(file: string, why: string, cause?: unknown): AppError {
  return new AppError(
    "invalid_request",
    `${file} cannot be restored: ${why}. Nothing was changed.`,
    { param: "file" },
    { cause },
  );
}
