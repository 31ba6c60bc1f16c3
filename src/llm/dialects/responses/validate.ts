/**
 * Request text in, checked request out. Strict where Parley's own rules and bills depend on a field or where another
 * dialect must be able to say it, silent about everything else: new fields and items appear monthly and must reach the
 * vendor as they are.
 */

import { isRecord } from "../../../base/json.ts";
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
import { asksOf, readService } from "../../special-usage.ts";
import { checkInput } from "./validate-input.ts";
import { checkText, checkToolChoice, checkTools } from "./validate-options.ts";

const SINGLE_FIELDS = singleFields("model", "stream", "max_output_tokens", "background");

export function parseRequest(operation: Operation, text: string): Inbound {
  const body = parseBody(text);
  const problems = new Problems();
  checkDuplicates(text, body, SINGLE_FIELDS, problems);
  const { model } = body;
  if (typeof model !== "string" || model === "") {
    problems.add("model", `must name a model, found ${describeValue(model)}`);
  }
  checkInput(body, problems);
  checkOptions(body, problems);
  const stream = checkFlag(body, "stream", problems);
  const most = checkInteger(body, "max_output_tokens", 1, Number.MAX_SAFE_INTEGER, problems);
  problems.throwIfAny();
  return {
    operation,
    model: model as string,
    stream,
    // The last event always holds it.
    wantsUsage: true,
    maxOutputTokens: most,
    choices: 1,
    ...(body["service_tier"] === undefined
      ? {}
      : asksOf({ service: readService(body["service_tier"]) })),
    text,
    body,
  };
}

const TEXTS = ["instructions", "previous_response_id", "user"];
const FLAGS = ["background", "parallel_tool_calls", "store"];
const OBJECTS = ["metadata", "reasoning", "stream_options"];

function checkOptions(body: Body, problems: Problems): void {
  for (const field of TEXTS) checkKind(body, field, "a text", isText, problems);
  for (const field of FLAGS) checkFlag(body, field, problems);
  for (const field of OBJECTS) checkKind(body, field, "an object", isRecord, problems);
  checkNumber(body, "temperature", 0, 2, problems);
  checkNumber(body, "top_p", 0, 1, problems);
  checkInteger(body, "top_logprobs", -1, Number.MAX_SAFE_INTEGER, problems);
  checkInteger(body, "max_tool_calls", 0, Number.MAX_SAFE_INTEGER, problems);
  checkTools(body["tools"], problems);
  checkToolChoice(body["tool_choice"], problems);
  checkText(body["text"], problems);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function checkKind(
  body: Body,
  field: string,
  kind: string,
  isKind: (value: unknown) => boolean,
  problems: Problems,
): void {
  const value = body[field];
  if (isAbsent(value) || isKind(value)) return;
  problems.add(field, `must be ${kind}, found ${describeValue(value)}`);
}
