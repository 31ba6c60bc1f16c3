/**
 * Passwords: argon2id, two at a time. Each check takes 19 MiB (the OWASP setting), so a flood of sign-ins must not be
 * able to take the memory that the relay needs.
 */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { makeSecret } from "./secret.ts";

const SETTING = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
const AT_ONCE = 2;
const MOST_WAITING = 50;

let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => Bun.password.hash(password, SETTING));
}

/** With no hash to compare to it works as long as with one, so that time does not tell which users exist. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const nobodys = await hashOfNobody();
  const matches = await inTurn(() => Bun.password.verify(password, hash ?? nobodys));
  return matches && hash !== undefined;
}

let nobody: Promise<string> | undefined;

function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword(makeSecret());
  return nobody;
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE) await turn();
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function turn(): Promise<void> {
  if (waiting.length >= MOST_WAITING) {
    throw new AppError("unavailable", sentence("too_many_sign_ins"), {
      retryAfter: 5,
    });
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}
