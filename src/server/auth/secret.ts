/** Random secrets and their hashes. A fast hash is right for these and only these: they cannot be guessed. */

import { createHash, timingSafeEqual } from "node:crypto";
import { randomText } from "../../base/ids.ts";

/** 43 characters of 62 kinds: 256 bits. */
export function makeSecret(): string {
  return randomText(43);
}

/** SHA-256, hex. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Compares without telling through time how much agrees. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected)));
}
