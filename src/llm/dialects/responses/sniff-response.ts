/** Reads what the relay must know from a whole answer. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { Operation, Usage } from "../../dialect.ts";
import { recordsOf } from "../../extras.ts";
import { readInbandError } from "./errors.ts";
import { eachItemText } from "./output-text.ts";
import { isBlank, readUsage } from "./usage.ts";

/** An answer still `queued` or `in_progress` is one: the client asked for it in the background. */
export function sniffResponse(
  _operation: Operation,
  text: string,
): { usage: Usage | undefined; output: string } {
  const answer = parseAnswer(text);
  let output = "";
  for (const item of recordsOf(answer["output"])) {
    eachItemText(item, (part) => {
      output += part;
    });
  }
  const usage = readUsage(answer["usage"], answer["service_tier"]);
  return { usage: usage && isBlank(usage) && output !== "" ? undefined : usage, output };
}

/** Throws AppError("upstream_error") on text that is no answer, and the vendor's own error on one that failed. */
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
  if (!Array.isArray(answer["output"])) throw notAnAnswer("it has no `output`");
  return answer;
}

function notAnAnswer(why: string, cause?: unknown): AppError {
  return new AppError(
    "upstream_error",
    `The vendor's answer cannot be used: ${why}.`,
    {},
    cause === undefined ? undefined : { cause },
  );
}
