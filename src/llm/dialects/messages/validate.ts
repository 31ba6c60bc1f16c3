/**
 * Request text in, checked request out. Strict where Parley's own rules and bills depend on a field or where another
 * dialect must be able to say it, silent about everything else: new fields and blocks appear monthly and must reach the
 * vendor as they are.
 */

import type { Inbound, Operation } from "../../dialect.ts";
import { describeValue, Problems } from "../../problems.ts";
import {
  type Body,
  checkDuplicates,
  checkFlag,
  checkInteger,
  checkNumber,
  isAbsent,
  parseBody,
  singleFields,
} from "../../request-body.ts";
import { readMultipliers } from "./usage.ts";
import { checkMessages, checkSystem } from "./validate-messages.ts";
import {
  checkMetadata,
  checkOutputConfig,
  checkStopSequences,
  checkThinking,
  checkToolChoice,
  checkTools,
} from "./validate-options.ts";

const SINGLE_FIELDS = singleFields("model", "stream", "max_tokens");

export function parseRequest(operation: Operation, text: string): Inbound {
  const body = parseBody(text);
  const problems = new Problems();
  checkDuplicates(text, body, SINGLE_FIELDS, problems);
  const model = body["model"];
  if (typeof model !== "string" || model === "") {
    problems.add("model", `must name a model, found ${describeValue(model)}`);
  }
  checkSystem(body["system"], problems);
  checkMessages(body["messages"], problems);
  checkTools(body["tools"], problems);
  checkToolChoice(body["tool_choice"], problems);
  checkThinking(body["thinking"], problems);
  checkOutputConfig(body["output_config"], problems);
  const facts =
    operation === "count-tokens"
      ? { stream: false, maxOutputTokens: 0 }
      : checkAnswerFields(body, problems);
  problems.throwIfAny();
  // A stream of this dialect always reports usage.
  return {
    operation,
    model: model as string,
    wantsUsage: facts.stream,
    choices: 1,
    ...readAsks(body),
    ...facts,
    text,
    body,
  };
}

/** What is dearer than usual. */
function readAsks(body: Body): Pick<Inbound, "asks"> {
  const multipliers = readMultipliers(body);
  return multipliers === undefined ? {} : { asks: { multipliers } };
}

/** Fields about the answer, which counting does not have. */
function checkAnswerFields(
  body: Body,
  problems: Problems,
): Pick<Inbound, "stream" | "maxOutputTokens"> {
  if (isAbsent(body["max_tokens"])) {
    problems.add(
      "max_tokens",
      "is required: the most tokens the answer may have, such as 1024 (0 only fills the prompt cache)",
    );
  }
  checkNumber(body, "temperature", 0, 1, problems);
  checkNumber(body, "top_p", 0, 1, problems);
  checkInteger(body, "top_k", 0, Number.MAX_SAFE_INTEGER, problems);
  checkStopSequences(body["stop_sequences"], problems);
  checkMetadata(body["metadata"], problems);
  return {
    stream: checkFlag(body, "stream", problems),
    maxOutputTokens: checkInteger(body, "max_tokens", 0, Number.MAX_SAFE_INTEGER, problems),
  };
}
