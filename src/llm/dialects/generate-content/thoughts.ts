/**
 * Thoughts: `thought: true` parts. The vendor signs what follows from them (texts and calls), not the thoughts; other
 * vendors sign the thoughts themselves. For a client of this dialect such a signature is carried in the part's own
 * `thoughtSignature`, behind a mark, because clients send parts back as they got them:
 *
 *   {text, thought: true, thoughtSignature: "parley_s_…"}      a signed block
 *   {text: "", thought: true, thoughtSignature: "parley_s_…"}  in a stream: signs the thoughts since the last signature
 *   {text: "", thought: true, thoughtSignature: "parley_d_…"}  a block shown only encrypted
 *
 * The dialect's own vendor never sees the marks: requests are written without them, and `dropCarried` takes them out of
 * requests that pass.
 */

import type { Part, ReasoningPart } from "../../canonical.ts";
import type { Wire } from "./wire.ts";

const SIGNED = "parley_s_";
const REDACTED = "parley_d_";

/** A signature of the vendor's own on a thought is not kept: nothing asks for it back. */
export function readThought(text: string, mark: string | undefined): ReasoningPart {
  if (mark?.startsWith(SIGNED)) {
    return { type: "reasoning", text, signature: mark.slice(SIGNED.length) };
  }
  if (mark?.startsWith(REDACTED)) {
    return { type: "reasoning", text: "", redacted: mark.slice(REDACTED.length) };
  }
  return { type: "reasoning", text };
}

/** Gives streamed thoughts their signature back: an empty signed block takes in the unsigned ones before it. */
export function joinThoughts(parts: readonly Part[]): Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    if (part.type !== "reasoning" || part.signature === undefined || part.text !== "") {
      joined.push(part);
      continue;
    }
    let text = "";
    for (let last = joined.at(-1); isPlainThought(last); last = joined.at(-1)) {
      text = last.text + text;
      joined.pop();
    }
    joined.push({ ...part, text });
  }
  return joined;
}

/** A thought that nobody has signed. */
export function isPlainThought(part: Part | undefined): part is ReasoningPart {
  return part?.type === "reasoning" && part.signature === undefined && part.redacted === undefined;
}

/** For a client. */
export function writeThought(part: ReasoningPart): Wire {
  if (part.redacted !== undefined) {
    return { text: "", thought: true, thoughtSignature: REDACTED + part.redacted };
  }
  return {
    text: part.text,
    thought: true,
    ...(part.signature === undefined ? {} : { thoughtSignature: SIGNED + part.signature }),
  };
}

const MARK =
  /,\s*"thought_?[sS]ignature"\s*:\s*"parley_[sd]_(?:[^"\\]|\\.)*"|"thought_?[sS]ignature"\s*:\s*"parley_[sd]_(?:[^"\\]|\\.)*"\s*,?/g;

/** Request text without the marks, for the dialect's own vendor. */
export function dropCarried(text: string): string {
  return text.includes('"parley_') ? text.replaceAll(MARK, "") : text;
}
