/** Finish reasons. The wire has one good end, one for length, and many words for what went wrong. */

import { AppError } from "../../../base/errors.ts";
import type { FinishReason } from "../../canonical.ts";
import { redactCredentials } from "../../redact.ts";

/** `calls`: a `STOP` after function calls is the end of calling. */
const READ: Readonly<Record<string, FinishReason>> = {
  STOP: "stop",
  MAX_TOKENS: "length",
  // The vendor wants the same request again, with a token it gave: its way to pause.
  CONTINUATION: "pause",
  SAFETY: "content-filter",
  RECITATION: "content-filter",
  LANGUAGE: "content-filter",
  BLOCKLIST: "content-filter",
  PROHIBITED_CONTENT: "content-filter",
  SPII: "content-filter",
  MODEL_ARMOR: "content-filter",
  JAILBREAK: "content-filter",
  IMAGE_SAFETY: "content-filter",
  IMAGE_PROHIBITED_CONTENT: "content-filter",
  IMAGE_RECITATION: "content-filter",
  IMAGE_OTHER: "content-filter",
};

/** True for a reason the vendor gave; the unset value of the enumeration is none. */
export function isFinish(word: unknown): word is string {
  return typeof word === "string" && word !== "" && word !== "FINISH_REASON_UNSPECIFIED";
}

/** Undefined for the reasons that are failures (MALFORMED_FUNCTION_CALL, OTHER, …) and for words nobody knows yet. */
export function readFinish(word: string, hasToolCalls: boolean): FinishReason | undefined {
  const reason = Object.hasOwn(READ, word) ? READ[word] : undefined;
  return reason === "stop" && hasToolCalls ? "tool-calls" : reason;
}

const MAX_MESSAGE_CHARS = 300;

/** The failure such a reason stands for: the model did not finish, and another try may. */
export function finishError(word: string, message: unknown): AppError {
  const why =
    typeof message === "string" && message !== ""
      ? `: ${redactCredentials(message.slice(0, MAX_MESSAGE_CHARS))}`
      : "";
  return new AppError("upstream_error", `The vendor ended the answer with ${word}${why}`);
}

const WRITTEN: Readonly<Record<FinishReason, string>> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  "tool-calls": "STOP",
  "content-filter": "SAFETY",
  // `CONTINUATION` without the vendor's token would send the official client in a circle.
  pause: "STOP",
};

export function writeFinish(reason: FinishReason): string {
  return WRITTEN[reason];
}

/** The vendor's own word for calls whose arguments are not an object. */
export const MALFORMED_CALL = "MALFORMED_FUNCTION_CALL";
