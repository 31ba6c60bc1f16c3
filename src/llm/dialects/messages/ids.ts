/**
 * Ids of tool calls. The wire allows letters, digits, `_` and `-`; other vendors' ids (`functions.f:0`) are written in
 * base64 behind a prefix and read back, so that each vendor sees its own ids again.
 */

import { type Carried, packId, unpackId } from "../../carried-id.ts";

const ALLOWED = /^[a-zA-Z0-9_-]+$/;
const PREFIX = "pid_";

export function writeId(id: string, carried: Carried = {}): string {
  const isPlain = ALLOWED.test(id) && !id.startsWith(PREFIX);
  return packId(isPlain ? id : encoded(id), carried);
}

function encoded(id: string): string {
  return PREFIX + Buffer.from(id).toString("base64url");
}

export function readId(wire: string): Carried & { readonly id: string } {
  const { id, ...carried } = unpackId(wire);
  if (!id.startsWith(PREFIX)) return { id, ...carried };
  const plain = Buffer.from(id.slice(PREFIX.length), "base64url").toString();
  // A vendor may begin its own ids the same way.
  return { id: encoded(plain) === id ? plain : id, ...carried };
}
