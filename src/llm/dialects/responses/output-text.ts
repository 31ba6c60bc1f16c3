/** The countable text of items: what the vendor charges as output, or as part of the prompt when it comes back. */

import { isRecord } from "../../../base/json.ts";
import { recordsOf } from "../../extras.ts";

type Wire = Readonly<Record<string, unknown>>;

/** Calls `push` with every text of an item, in no promised order. Pictures, files and ciphers are not text. */
export function eachItemText(item: Wire, push: (text: string) => void): void {
  for (const field of ["name", "arguments", "input", "code"]) {
    const text = item[field];
    if (typeof text === "string") push(text);
  }
  for (const field of ["content", "output", "summary"]) eachContentText(item[field], push);
}

/** A text, or parts that hold one. */
function eachContentText(content: unknown, push: (text: string) => void): void {
  if (typeof content === "string") push(content);
  else {
    for (const part of recordsOf(content)) {
      const text = part["text"] ?? part["refusal"];
      if (typeof text === "string") push(text);
    }
  }
}

/** The text of an event: deltas of any kind but sound, which comes in base64. */
export function deltaText(event: Wire, type: string): string {
  const { delta } = event;
  if (typeof delta !== "string") return "";
  return type === "response.audio.delta" ? "" : delta;
}

/** The name of a call, which deltas do not repeat. */
export function addedText(item: unknown): string {
  return isRecord(item) && typeof item["name"] === "string" ? item["name"] : "";
}
