import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { AppError } from "../../base/errors.ts";
import type { Backup } from "../../contract/backup.ts";
import { part } from "../api.ts";
import type { Context, Result } from "../command.ts";

interface BackupInput {
  readonly args: { readonly file: string };
  readonly flags: { readonly includeSecretKey: boolean };
}

export async function writeBackup(context: Context, { args, flags }: BackupInput): Result {
  const { file } = args;
  const handle = make(file);
  try {
    const api = await context.api();
    const body = { include_secret_key: flags.includeSecretKey };
    const backup = await api.call<Backup>("POST", "/api/backup", body);
    const response = await api.download(`/api/backup/${part(backup.id)}`);
    for await (const chunk of response.body ?? []) writeSync(handle, chunk);
    const hint = backup.secret_key_included
      ? "It holds the secret key: keep it as safe as the vendors' keys."
      : "Keep secret.key of the home folder elsewhere too: vendor keys cannot be read without it.";
    return {
      json: { file, bytes: backup.bytes, secret_key_included: backup.secret_key_included },
      text: (paint) => `${paint.green("ok")}  ${file}, ${backup.bytes} bytes.\n${paint.dim(hint)}`,
    };
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Readable by its owner only, and never over another file. */
function make(file: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (cause) {
    const why =
      cause instanceof Error && "code" in cause && cause.code === "EEXIST"
        ? "exists already"
        : "cannot be written";
    throw new AppError("invalid_request", `${file} ${why}.`, { param: "file" }, { cause });
  }
}

interface RestoreInput {
  readonly args: { readonly file: string };
}

export async function restoreBackup(_context: Context, { args }: RestoreInput): Result {
  const { loadConfig } = await import("../../base/config.ts");
  const { home, secretKey, database } = loadConfig();
  if (database.url !== null)
    throw new AppError(
      "conflict",
      "This Parley keeps its data in PostgreSQL. Restore it with pg_restore, from a file that pg_dump made.",
    );
  const { restoreSqlite } = await import("../../store/backup-restore.ts");
  const { file } = args;
  const done = await restoreSqlite({ home, secretKey, file, now: Date.now() });
  const { info, kept, keyRestored, warnings } = done;
  return {
    json: {
      home,
      made_at: info ? new Date(info.at).toISOString() : null,
      kept: kept ?? null,
      key_restored: keyRestored,
      warnings,
    },
    text: (paint) =>
      [
        `${paint.green("ok")}  ${file} is the database of ${home} now.`,
        ...(kept === undefined ? [] : [`The old database is ${kept}.`]),
        ...(keyRestored ? ["The secret key was restored too."] : []),
        ...warnings.map((warning) => `${paint.yellow("note")}  ${warning}`),
      ].join("\n"),
  };
}
