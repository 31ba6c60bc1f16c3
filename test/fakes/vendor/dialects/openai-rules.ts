import type { Faults } from "../faults.ts";
import { isObject, type JsonObject, objectsOf, textOf } from "../json.ts";
import type { Problem } from "./dialect.ts";

/** The request rules a translating relay can break, refused in the vendor's words. */
export function checkChat(body: unknown, faults: Faults): Problem | undefined {
  const problem = checkBody(body, faults);
  if (problem !== undefined) return problem;
  const request = body as JsonObject;
  if (request["messages"] === undefined) return missing("messages");
  if (!Array.isArray(request["messages"])) return wrongType("messages", "an array of objects");
  if (request["messages"].length === 0) {
    return bad(
      "messages",
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      "empty_array",
    );
  }
  for (const [i, message] of request["messages"].entries()) {
    if (!isObject(message)) return wrongType(`messages[${i}]`, "an object");
    const wrong = checkMessage(message, i);
    if (wrong !== undefined) return wrong;
  }
  return checkToolAnswers(request["messages"] as JsonObject[]) ?? checkPrefill(request, faults);
}

/** What every endpoint demands: JSON with a model, and no field this server was told to refuse. */
export function checkBody(body: unknown, faults: Faults): Problem | undefined {
  if (!isObject(body)) {
    return {
      kind: "bad_request",
      message:
        "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON.)",
    };
  }
  if (textOf(body["model"]) === "")
    return { kind: "bad_request", message: "you must provide a model parameter" };
  for (const field of faults.rejectFields ?? []) {
    if (body[field] === undefined) continue;
    const hint = field === "max_tokens" ? " Use 'max_completion_tokens' instead." : "";
    return bad(
      field,
      `Unsupported parameter: '${field}' is not supported with this model.${hint}`,
      "unsupported_parameter",
    );
  }
  return undefined;
}

const ROLES = ["developer", "system", "user", "assistant", "tool", "function"];

function checkMessage(message: JsonObject, i: number): Problem | undefined {
  const role = message["role"];
  if (typeof role !== "string" || !ROLES.includes(role)) {
    const names = ROLES.map((name) => `'${name}'`).join(", ");
    return bad(
      `messages[${i}].role`,
      `Invalid value: '${String(role)}'. Supported values are: ${names}.`,
      "invalid_value",
    );
  }
  const content = message["content"];
  const calls = message["tool_calls"];
  if (content === undefined || content === null) {
    if (role !== "assistant" || (calls === undefined && message["function_call"] === undefined)) {
      return wrongType(`messages[${i}].content`, "a string or an array of objects", "null");
    }
  } else if (typeof content !== "string" && !Array.isArray(content)) {
    return wrongType(`messages[${i}].content`, "a string or an array of objects");
  }
  if (role === "tool" && typeof message["tool_call_id"] !== "string")
    return missing(`messages[${i}].tool_call_id`);
  if (Array.isArray(calls) && calls.length === 0) {
    const param = `messages[${i}].tool_calls`;
    return bad(
      param,
      `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
      "empty_array",
    );
  }
  for (const [j, call] of objectsOf(calls).entries()) {
    const made = isObject(call["function"]) ? call["function"] : undefined;
    if (made !== undefined && typeof made["arguments"] !== "string") {
      return wrongType(
        `messages[${i}].tool_calls[${j}].function.arguments`,
        "a string",
        "an object",
      );
    }
  }
  return undefined;
}

function checkToolAnswers(messages: readonly JsonObject[]): Problem | undefined {
  let open = new Set<string>();
  for (const [i, message] of messages.entries()) {
    if (message["role"] === "tool") {
      if (!open.delete(textOf(message["tool_call_id"]))) {
        return bad(
          `messages.[${i}].role`,
          "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
          null,
        );
      }
      continue;
    }
    if (open.size > 0) return unanswered(open, i);
    open = new Set(objectsOf(message["tool_calls"]).map((call) => textOf(call["id"])));
  }
  return open.size > 0 ? unanswered(open, messages.length) : undefined;
}

function unanswered(ids: ReadonlySet<string>, i: number): Problem {
  return bad(
    `messages.[${i}].role`,
    `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...ids].join(", ")}`,
    null,
  );
}

function checkPrefill(request: JsonObject, faults: Faults): Problem | undefined {
  const last = objectsOf(request["messages"]).at(-1);
  if (!faults.rejectPrefill || last?.["role"] !== "assistant") return undefined;
  return bad(
    "messages",
    "This model does not support assistant message prefill. The conversation must end with a user message.",
    null,
  );
}

function missing(param: string): Problem {
  return bad(param, `Missing required parameter: '${param}'.`, "missing_required_parameter");
}

function wrongType(param: string, expected: string, got = "another type"): Problem {
  return bad(
    param,
    `Invalid type for '${param}': expected ${expected}, but got ${got} instead.`,
    "invalid_type",
  );
}

function bad(param: string, message: string, code: string | null): Problem {
  return { kind: "bad_request", param, message, code };
}
