/** OpenAI's other endpoint, `POST /v1/responses`: its errors, headers and keys are those of `openai.ts`. */
import type { Faults } from "../faults.ts";
import type { HttpRequest } from "../http/request-reader.ts";
import { isObject, type JsonObject, numberOf, objectOf, objectsOf, textOf } from "../json.ts";
import type { Call, Dialect, Frame, Problem } from "./dialect.ts";
import { openaiErrorEvent } from "./openai-errors.ts";
import { checkBody } from "./openai-rules.ts";
import { openai } from "./openai.ts";
import {
  frameOf,
  proofOf,
  readItemsTurn,
  summaryText,
  writeItems,
  writeItemFrames,
} from "./responses-items.ts";

export const responses: Dialect = {
  ...openai,
  route,
  errorEvent: (problem) => writeErrorEvent(problem),
  malformedEvent: {
    kind: "frame",
    event: "response.output_text.delta",
    data: '{"type":"response.output_text.delta","item_id":"msg_fa',
  },
};

function route(request: HttpRequest, body: unknown): Call | undefined {
  if (request.method !== "POST" || request.path !== "/v1/responses") return undefined;
  const fields = objectOf(body);
  return {
    kind: "chat",
    model: textOf(fields["model"]),
    stream: fields["stream"] === true ? "sse" : false,
    check: (faults) => checkItems(body, faults),
    turn: () => readItemsTurn(fields),
    writeAnswer: (reply) => writeItems(fields, reply),
    writeFrames: (reply) => writeItemFrames(fields, reply),
  };
}

/** As seen on the wire: the published fields, and all of them once more inside `error`. */
function writeErrorEvent(problem: Problem): Frame {
  const { error } = JSON.parse(openaiErrorEvent(problem).data) as { error: JsonObject };
  return frameOf("frame", "error", {
    sequence_number: 1,
    code: error["code"],
    message: error["message"],
    param: error["param"],
    error,
  });
}

// ---- rules ---------------------------------------------------------------------------------------------------------

const LEAST_OUTPUT_TOKENS = 16;

function checkItems(body: unknown, faults: Faults): Problem | undefined {
  const problem = checkBody(body, faults);
  if (problem !== undefined) return problem;
  const request = objectOf(body);
  for (const field of ["messages", "stop", "n", "max_tokens", "response_format"])
    if (request[field] !== undefined)
      return bad(field, `Unknown parameter: '${field}'.`, "unknown_parameter");
  const { input } = request;
  const limit = numberOf(request["max_output_tokens"]);
  if (limit !== undefined && limit < LEAST_OUTPUT_TOKENS) {
    return bad(
      "max_output_tokens",
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got ${limit} instead.`,
      "integer_below_min_value",
    );
  }
  if (typeof input === "string") return undefined;
  if (!Array.isArray(input) || input.length === 0)
    return bad("input", "Missing required parameter: 'input'.", "missing_required_parameter");
  return checkCalls(objectsOf(input)) ?? checkParts(objectsOf(input));
}

function checkCalls(items: readonly JsonObject[]): Problem | undefined {
  const open = new Set<string>();
  for (const item of items) {
    const id = textOf(item["call_id"]);
    if (item["type"] === "function_call") open.add(id);
    if (item["type"] !== "function_call_output" || open.delete(id)) continue;
    return bad("input", `No tool call found for function call output with call_id ${id}.`, null);
  }
  const [left] = open;
  return left === undefined
    ? undefined
    : bad("input", `No tool output found for function call ${left}.`, null);
}

function checkParts(items: readonly JsonObject[]): Problem | undefined {
  for (const [i, item] of items.entries()) {
    if (item["type"] === "reasoning") {
      const proof = item["encrypted_content"];
      if (typeof proof === "string" && proof !== proofOf(summaryText(item))) {
        return bad(
          `input[${i}].encrypted_content`,
          "The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
          "invalid_encrypted_content",
        );
      }
    }
    const wanted = item["role"] === "assistant" ? "output_text" : "input_text";
    for (const [j, part] of objectsOf(item["content"]).entries()) {
      if (isObject(part) && /^(?:in|out)put_text$/.test(textOf(part["type"]))) {
        if (part["type"] === wanted) continue;
        return bad(
          `input[${i}].content[${j}]`,
          `Invalid value: '${textOf(part["type"])}'. Supported values are: '${wanted}'.`,
          "invalid_value",
        );
      }
    }
  }
  return undefined;
}

function bad(param: string, message: string, code: string | null): Problem {
  return { kind: "bad_request", param, message, code };
}
