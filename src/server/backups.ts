/** Backups that wait to be fetched: files in the home folder, for an hour, given out once. */

import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../base/config.ts";
import { AppError } from "../base/errors.ts";
import { sentence } from "../base/sentence.ts";
import type { Backup, BackupInput } from "../contract/backup.ts";
import { backUpSqlite } from "../store/backup.ts";
import type { Store } from "../store/store.ts";
import { makeSecret } from "./auth/secret.ts";
import { withoutPassword } from "./settings.ts";
import { VERSION } from "./version.ts";

const KEPT_MS = 3600 * 1000;
const ID = /^[0-9A-Za-z]{43}$/;

const running = new WeakSet<Store>();

export interface BackupRequest {
  readonly store: Store;
  readonly config: Config;
  readonly input: BackupInput;
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** Throws AppError("conflict") on PostgreSQL, with what to do instead, and while another one is being made. */
export async function makeBackup(request: BackupRequest): Promise<Backup> {
  const { store, config, input, now, signal } = request;
  if (store.engine === "postgres") throw usePgDump(config.database.url ?? "");
  if (running.has(store)) throw new AppError("conflict", sentence("backup_running"));
  running.add(store);
  try {
    const folder = join(config.home, "backups");
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    sweep(folder, now);
    const id = makeSecret();
    const target = join(folder, `${id}.db`);
    const includeKey = input.include_secret_key === true;
    const { home, secretKey } = config;
    const hasKey = await backUpSqlite({
      home,
      secretKey,
      includeKey,
      target,
      version: VERSION,
      now,
      signal,
    });
    const time = new Date(now).toISOString();
    return {
      id,
      name: `parley-${time.slice(0, 16).replace("T", "-").replace(":", "")}.db`,
      bytes: statSync(target).size,
      secret_key_included: hasKey,
      expires_at: new Date(now + KEPT_MS).toISOString(),
    };
  } finally {
    running.delete(store);
  }
}

export interface BackupFile {
  readonly stream: ReadableStream<Uint8Array>;
  readonly bytes: number;
}

/** Gives the file and removes it when all of it was read. Throws AppError("not_found"). */
export function openBackup(home: string, id: string): BackupFile {
  const path = join(home, "backups", `${id}.db`);
  const found = ID.test(id) ? statSync(path, { throwIfNoEntry: false }) : undefined;
  if (!found) throw new AppError("not_found", sentence("backup_gone"));
  const done = new TransformStream<Uint8Array, Uint8Array>({
    flush: () => rmSync(path, { force: true }),
  });
  return { stream: Bun.file(path).stream().pipeThrough(done), bytes: found.size };
}

/** A name in the folder is one of ours or left alone. */
function sweep(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    if (!ID.test(name.replace(/\.db(-journal)?$/, ""))) continue;
    const path = join(folder, name);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > KEPT_MS) rmSync(path, { force: true });
  }
}

function usePgDump(url: string): AppError {
  return new AppError(
    "conflict",
    sentence("backup_elsewhere", {
      command: `pg_dump --format=custom --file=parley.dump "${withoutPassword(url)}"`,
    }),
  );
}
