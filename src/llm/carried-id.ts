/**
 * What a vendor wants back with a tool call, carried inside the call's id.
 *
 * Signatures of thought must return with the call they led to, or the vendor refuses the turn. Dialects without a field
 * for them use an extension field, which many clients drop; the id is the one thing every client returns. So a writer of
 * a dialect that cannot say a signature packs it behind the id, and the same dialect's request reader unpacks it again.
 *
 *   id          toolu_01A
 *   packed id   toolu_01A__parley_sCiQB…      letters, digits, `_` and `-` only, as every vendor allows
 *
 * The letter behind the mark says how the rest is written: `s` a base64 signature, `t` a signature as text, `j` deflated
 * JSON. The request of another dialect's vendor never sees a packed id: `dropCarried` takes it out of text that passes.
 */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { isRecord } from "../base/json.ts";
import type { ReasoningPart } from "./canonical.ts";
import { recordsOf, textField } from "./extras.ts";

export interface Carried {
  /** The call's own signature (Gemini). */
  readonly signature?: string;
  /** Signed or redacted thoughts that came before the call (Anthropic). */
  readonly reasoning?: readonly ReasoningPart[];
}

const MARK = "__parley_";
const PACKED = /__parley_[stj][A-Za-z0-9_-]*/g;

/** Thoughts longer than this when packed are not carried: an id is sent back twice with every later request. */
const MAX_REASONING_CHARS = 16_384;
/** A client could send an id that grows without end when unpacked. */
const MAX_UNPACKED_BYTES = 1_048_576;

// ---- pack ----------------------------------------------------------------------------------------------------------

/** The id with what must come back packed behind it; the id itself when there is nothing. */
export function packId(id: string, carried: Carried): string {
  const { signature } = carried;
  const reasoning = (carried.reasoning ?? []).filter(
    (part) => part.signature !== undefined || part.redacted !== undefined,
  );
  if (reasoning.length > 0) {
    const packed = packJson({ ...textField("s", signature), r: reasoning.map(writePart) });
    if (packed.length <= MAX_REASONING_CHARS) return `${id}${MARK}j${packed}`;
  }
  return signature === undefined ? id : `${id}${MARK}${packSignature(signature)}`;
}

function packSignature(signature: string): string {
  const bytes = Buffer.from(signature, "base64");
  return bytes.toString("base64") === signature
    ? `s${bytes.toString("base64url")}`
    : `t${Buffer.from(signature).toString("base64url")}`;
}

function packJson(value: unknown): string {
  return deflateRawSync(JSON.stringify(value)).toString("base64url");
}

function writePart(part: ReasoningPart): Readonly<Record<string, string>> {
  if (part.redacted !== undefined) return { d: part.redacted };
  return { t: part.text, ...textField("s", part.signature) };
}

// ---- unpack --------------------------------------------------------------------------------------------------------

/** The id as the vendor gave it, and what was packed behind it. An id that was never packed comes back as it is. */
export function unpackId(packed: string): Carried & { readonly id: string } {
  const at = packed.indexOf(MARK);
  if (at < 0) return { id: packed };
  const carried = unpack(packed[at + MARK.length], packed.slice(at + MARK.length + 1));
  return carried === undefined ? { id: packed } : { id: packed.slice(0, at), ...carried };
}

function unpack(kind: string | undefined, text: string): Carried | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (kind === "s") return { signature: bytes.toString("base64") };
  if (kind === "t") return { signature: bytes.toString() };
  return kind === "j" ? unpackJson(bytes) : undefined;
}

function unpackJson(bytes: Uint8Array): Carried | undefined {
  let value: unknown;
  try {
    value = JSON.parse(inflateRawSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString());
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  return {
    ...textField("signature", value["s"]),
    reasoning: recordsOf(value["r"]).map(readPart),
  };
}

function readPart(part: Readonly<Record<string, unknown>>): ReasoningPart {
  const { redacted } = textField("redacted", part["d"]);
  if (redacted !== undefined) return { type: "reasoning", text: "", redacted };
  const text = typeof part["t"] === "string" ? part["t"] : "";
  return { type: "reasoning", text, ...textField("signature", part["s"]) };
}

/** Request text without anything packed behind its ids: for a vendor that would only find them too long. */
export function dropCarried(text: string): string {
  return text.includes(MARK) ? text.replaceAll(PACKED, "") : text;
}
