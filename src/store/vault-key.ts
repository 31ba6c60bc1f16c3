/** Where the vault's key comes from: an environment value, or a file in the home that only its owner can read. */

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { AppError } from "../base/errors.ts";

const KEY_BYTES = 32;

export interface KeyOptions {
  readonly home: string;
  /** 32 bytes as hex or base64; used instead of the file. */
  readonly secretKey?: string | undefined;
  readonly onWarning?: ((message: string) => void) | undefined;
}

export interface KeySource {
  /** For messages. */
  readonly name: string;
  /** Undefined when no key was ever made. */
  find(): Buffer | undefined;
  findOrMake(): Buffer;
}

/** Throws AppError("unavailable") at once if `secretKey` is given and malformed. */
export function makeKeySource({ home, secretKey, onWarning }: KeyOptions): KeySource {
  if (secretKey !== undefined && secretKey !== "") {
    const key = parseKey(secretKey, "PARLEY_SECRET_KEY");
    return { name: "PARLEY_SECRET_KEY", find: () => key, findOrMake: () => key };
  }
  const file = join(home, "secret.key");
  let known: Buffer | undefined;
  const find = () => (known ??= readKeyFile(file, onWarning));
  return { name: file, find, findOrMake: () => find() ?? (known = makeKeyFile(file)) };
}

function readKeyFile(file: string, onWarning: KeyOptions["onWarning"]): Buffer | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if ((found.mode & 0o077) !== 0) {
    chmodSync(file, 0o600);
    onWarning?.(`${file} was readable by other users of this machine; its mode is now 0600.`);
  }
  return parseKey(readFileSync(file, "utf8"), file);
}

/** A link to a finished file: another process sees the whole key or none, and whoever comes second uses the first key. */
function makeKeyFile(file: string): Buffer {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    const handle = openSync(draft, "wx", 0o600);
    writeSync(handle, `${randomBytes(KEY_BYTES).toString("hex")}\n`);
    fsyncSync(handle);
    closeSync(handle);
    linkSync(draft, file);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) {
      throw new AppError("unavailable", `The key file ${file} cannot be made.`, {}, { cause });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return parseKey(readFileSync(file, "utf8"), file);
}

function parseKey(text: string, name: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-fA-F]{64}$/.test(trimmed)
    ? Buffer.from(trimmed, "hex")
    : /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)
      ? Buffer.from(trimmed, "base64")
      : undefined;
  if (key?.length === KEY_BYTES) return key;
  throw new AppError(
    "unavailable",
    `${name} must hold 32 bytes as 64 hex digits or base64, for example from \`openssl rand -hex 32\`.`,
  );
}
