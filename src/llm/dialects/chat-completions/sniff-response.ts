/** Reads what the relay must know from a whole answer. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { Operation, Usage } from "../../dialect.ts";
import { readInbandError } from "./errors.ts";
import { eachOutput } from "./output-text.ts";
import { isBlank, readUsage } from "./usage.ts";

/** A choice need not say why it ended: an answer that arrived whole was not cut, and the official clients take it. */
export function sniffResponse(
  operation: Operation,
  text: string,
): { usage: Usage | undefined; output: string } {
  const answer = parseAnswer(text);
  const usage = readUsage(answer["usage"], answer["service_tier"]);
  if (operation === "embeddings") {
    if (!Array.isArray(answer["data"])) throw notAnAnswer("it has no `data`");
    return { usage: usage && isBlank(usage) ? undefined : usage, output: "" };
  }
  const choices = answer["choices"];
  if (!Array.isArray(choices) || choices.length === 0) throw notAnAnswer("it has no `choices`");
  let output = "";
  const push = (part: string): void => {
    output += part;
  };
  for (const choice of choices as unknown[]) {
    if (!isRecord(choice)) throw notAnAnswer("a choice is not an object");
    if (isRecord(choice["message"])) eachOutput(choice["message"], push);
    else if (typeof choice["text"] === "string") push(choice["text"]);
    else if (!("text" in choice)) throw notAnAnswer("a choice has no `message`");
    if (choice["finish_reason"] === "error") throw notAnAnswer("a choice ended in `error`");
  }
  return { usage: usage && isBlank(usage) && output !== "" ? undefined : usage, output };
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

function notAnAnswer(why: string, cause?: unknown): AppError {
  return new AppError(
    "upstream_error",
    `The vendor's answer cannot be used: ${why}.`,
    {},
    cause === undefined ? undefined : { cause },
  );
}
