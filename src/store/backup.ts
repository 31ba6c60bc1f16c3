/**
 * A consistent copy of a SQLite database that is in use. The copy is one file; two facts in its `meta` table say what
 * it is, and, only if that was asked for, the key that decrypts vendor secrets.
 */

import { createHash } from "node:crypto";
import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { assetPath } from "../base/assets.ts";
import { AppError } from "../base/errors.ts";
import type { CopyAnswer, CopyJob } from "./sqlite/copy-thread.ts";
import { makeKeySource } from "./vault-key.ts";

export const BACKUP_INFO = "backup_info";
export const BACKUP_KEY = "backup_secret_key";

/** Stands in the copy as JSON. */
export interface BackupInfo {
  readonly version: string;
  readonly at: number;
  /** Tells whether a key is the right one without telling the key; null: no key was ever made. */
  readonly key_fingerprint: string | null;
}

export interface BackupOptions {
  readonly home: string;
  /** Instead of the key file in the home. */
  readonly secretKey: string | undefined;
  readonly includeKey: boolean;
  /** Where to write; must not exist. */
  readonly target: string;
  readonly version: string;
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/** True when the key is in it. Leaves nothing behind when it fails or is broken off. */
export async function backUpSqlite(options: BackupOptions): Promise<boolean> {
  const { home, secretKey, target, now, version } = options;
  const key = makeKeySource({ home, secretKey }).find();
  const info: BackupInfo = { version, at: now, key_fingerprint: key ? fingerprint(key) : null };
  const meta: [string, string][] = [[BACKUP_INFO, JSON.stringify(info)]];
  const hasKey = options.includeKey && key !== undefined;
  if (hasKey) meta.push([BACKUP_KEY, key.toString("hex")]);
  // Made before it is filled, so that nobody else can read it at any moment.
  closeSync(openSync(target, "wx", 0o600));
  try {
    await copyInThread({ file: join(home, "parley.db"), target, meta }, options.signal);
    return hasKey;
  } catch (error) {
    for (const suffix of ["", "-journal"]) rmSync(target + suffix, { force: true });
    throw error;
  }
}

export function fingerprint(key: Buffer): string {
  return createHash("sha256").update("parley secret key").update(key).digest("hex").slice(0, 16);
}

/** Copying holds up the thread it runs on. */
async function copyInThread(job: CopyJob, signal: AbortSignal | undefined): Promise<void> {
  const thread = new Worker(assetPath("src/store/sqlite/copy-thread.ts"));
  try {
    const answer = await new Promise<CopyAnswer>((resolve, reject) => {
      const stop = (): void =>
        reject(new AppError("client_closed_request", "The backup was broken off."));
      if (signal?.aborted === true) stop();
      signal?.addEventListener("abort", stop);
      thread.addEventListener("message", (event: MessageEvent<CopyAnswer>) => resolve(event.data));
      thread.addEventListener("error", (event) => reject(new Error(event.message)));
      thread.postMessage(job);
    });
    if (answer.failure !== undefined)
      throw new AppError("unavailable", `The backup could not be written: ${answer.failure}`);
  } finally {
    thread.terminate();
  }
}
