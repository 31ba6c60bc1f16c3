/** Reads what the relay must know from a whole answer. */

import { AppError } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import type { Operation, Usage } from "../../inbound.ts";
import { readInbandError } from "./errors.ts";
import { eachText } from "./output-text.ts";
import { isBlank, readUsage } from "./usage.ts";
import { field, integerOf, type Wire } from "./wire.ts";

interface Sniffed {
  readonly usage: Usage | undefined;
  readonly output: string;
}

const NOTHING: Usage = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };

export function sniffResponse(operation: Operation, text: string): Sniffed {
  const answer = parseAnswer(text);
  if (operation === "embeddings") return sniffEmbeddings(answer);
  if (operation === "count-tokens") {
    if (integerOf(answer["totalTokens"]) === undefined)
      throw notAnAnswer("it has no `totalTokens`");
    // Counting is free.
    return { usage: NOTHING, output: "" };
  }
  const { candidates } = answer;
  const usage = readUsage(answer["usageMetadata"]);
  if (!Array.isArray(candidates) || candidates.length === 0) {
    // A refused prompt has feedback and no candidates; the client's own library knows what to do with it.
    if (isRecord(field(answer, "promptFeedback"))) return { usage, output: "" };
    throw notAnAnswer("it has no `candidates`");
  }
  let output = "";
  for (const candidate of candidates as unknown[]) {
    if (!isRecord(candidate)) throw notAnAnswer("a candidate is not an object");
    eachText(candidate["content"], (part) => {
      output += part;
    });
  }
  return { usage: usage && isBlank(usage) && output !== "" ? undefined : usage, output };
}

function sniffEmbeddings(answer: Wire): Sniffed {
  if (!Array.isArray(answer["embeddings"]) && !isRecord(answer["embedding"])) {
    throw notAnAnswer("it has no `embeddings`");
  }
  const usage = readUsage(answer["usageMetadata"]);
  return { usage: usage && isBlank(usage) ? undefined : usage, output: "" };
}

/** Throws AppError("upstream_error") on text that is no JSON object, and the vendor's own error on one that holds it. */
export function parseAnswer(text: string): Record<string, unknown> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw notAnAnswer(text.trim() === "" ? "it is empty" : "it is not JSON", cause);
  }
  const body: unknown = Array.isArray(answer) && answer.length === 1 ? answer[0] : answer;
  if (!isRecord(body)) throw notAnAnswer("it is not an object");
  const error = readInbandError(body);
  if (error !== undefined) throw error;
  if (body !== answer) throw notAnAnswer("it is not an object");
  return body;
}

function notAnAnswer(why: string, cause?: unknown): AppError {
  return new AppError(
    "upstream_error",
    `The vendor's answer cannot be used: ${why}.`,
    {},
    cause === undefined ? undefined : { cause },
  );
}
