/**
 * First run. While Parley has no owner, whoever knows the code that it prints at start may become one. Each start makes
 * a new code; only its hash is stored, and it works once.
 */

import { AppError } from "../../base/errors.ts";
import { timeId } from "../../base/ids.ts";
import { sentence } from "../../base/sentence.ts";
import type { SetupInput } from "../../contract/session.ts";
import { deleteMeta, getMeta, setMeta } from "../../store/meta.ts";
import type { Store } from "../../store/store.ts";
import { countUsers, insertUser, type UserRow } from "../../store/users.ts";
import { hashPassword } from "./passwords.ts";
import { hashSecret, isSameSecret } from "./secret.ts";

const META_KEY = "setup_code_hash";
/** Crockford's: no letters that look like digits. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export async function isSetupNeeded(store: Store): Promise<boolean> {
  return (await countUsers(store)) === 0;
}

/** A new code in three groups of four, 60 bits; undefined when Parley has an owner. */
export async function renewSetupCode(store: Store): Promise<string | undefined> {
  if (!(await isSetupNeeded(store))) {
    await deleteMeta(store, META_KEY);
    return undefined;
  }
  const letters = [...crypto.getRandomValues(new Uint8Array(12))].map(
    (byte) => ALPHABET[byte % 32],
  );
  const code = letters.join("");
  await setMeta(store, META_KEY, hashSecret(code));
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** Makes the owner and uses the code up. */
export async function setUpOwner(store: Store, input: SetupInput, now: number): Promise<UserRow> {
  if (!(await isSetupNeeded(store))) throw doneError();
  const expected = await getMeta(store, META_KEY);
  if (expected === undefined || !isSameSecret(hashSecret(readCode(input.code)), expected)) {
    throw new AppError("forbidden", sentence("setup_code_wrong"), { param: "code" });
  }
  const user: UserRow = {
    id: timeId("usr", now),
    name: input.name,
    password_hash: await hashPassword(input.password),
    role: "owner",
    created_at: now,
  };
  // Deleting tells who came first: of two that know the code, one becomes owner.
  if (!(await deleteMeta(store, META_KEY))) throw doneError();
  await insertUser(store, user);
  return user;
}

/** Takes the code as people type it. */
function readCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  return letters.replaceAll("O", "0").replaceAll(/[IL]/g, "1");
}

function doneError(): AppError {
  return new AppError("conflict", sentence("setup_done"));
}

/** For what needs a person when nobody has set Parley up. */
export function noOwnerError(): AppError {
  return new AppError("conflict", sentence("setup_needed"));
}
