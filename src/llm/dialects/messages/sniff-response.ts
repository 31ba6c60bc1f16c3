/** Reads what the relay must know from a whole answer. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { Operation, Usage } from "../../dialect.ts";
import { readCount } from "../../token-field.ts";
import { readInbandError } from "./errors.ts";
import { eachContent } from "./output-text.ts";
import { NO_USAGE, readUsage } from "./usage.ts";

/** Counting is free: its usage is nothing. */
export function sniffResponse(
  operation: Operation,
  text: string,
): { usage: Usage | undefined; output: string } {
  const answer = parseAnswer(text);
  if (operation === "count-tokens") {
    if (readCount(answer["input_tokens"]) === undefined)
      throw notAnAnswer("it has no `input_tokens`");
    return { usage: NO_USAGE, output: "" };
  }
  if (!Array.isArray(answer["content"])) throw notAnAnswer("it has no `content`");
  let output = "";
  eachContent(answer["content"], (part) => {
    output += part;
  });
  return { usage: readUsage(answer["usage"]), output };
}

/** Throws AppError("upstream_error") on text that is no JSON object, and the vendor's own error on one that holds it. */
export function parseAnswer(text: string): Record<string, unknown> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw notAnAnswer(text.trim() === "" ? "it is empty" : "it is not JSON", cause);
  }
  if (!isRecord(answer)) throw notAnAnswer("it is not an object");
  const error = readInbandError(answer);
  if (error !== undefined) throw error;
  return answer;
}

export function notAnAnswer(why: string, cause?: unknown): AppError {
  return new AppError(
    "upstream_error",
    `The vendor's answer cannot be used: ${why}.`,
    {},
    cause === undefined ? undefined : { cause },
  );
}
