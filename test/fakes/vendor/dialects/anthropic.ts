/** Anthropic messages, token counting and models; `x-api-key` (or Bearer) and `anthropic-version`. */
import { splitModel } from "../fault-text.ts";
import type { HttpRequest } from "../http/request-reader.ts";
import { isObject, objectOf, parseJson, textOf } from "../json.ts";
import { anthropicErrorEvent, writeAnthropicError } from "./anthropic-errors.ts";
import { PING, readMessagesTurn, writeMessage, writeMessageFrames } from "./anthropic-messages.ts";
import { checkMessages } from "./anthropic-rules.ts";
import type { Call, ChatCall, Dialect, FixedCall, Frame, Problem } from "./dialect.ts";
import { bearerOf } from "./openai.ts";

export const anthropic: Dialect = {
  name: "anthropic",
  route,
  readKey,
  checkAccess,
  writeError: writeAnthropicError,
  errorEvent: anthropicErrorEvent,
  malformedEvent: {
    kind: "frame",
    event: "content_block_delta",
    data: '{"type":"content_block_delta","index":0,"delta":{"type":"tex',
  },
  pingEvent: PING,
  headerLines: (requestId, stream) =>
    `content-type: ${stream ? "text/event-stream; charset=utf-8" : "application/json"}\r\nrequest-id: ${requestId}\r\nanthropic-organization-id: fake-org\r\n${RATE_LIMITS}`,
  eol: "\n",
  inBandKind: "overloaded",
  frameRecording: (events) => events.map(frameEvent),
};

const RATE_LIMITS =
  "anthropic-ratelimit-requests-limit: 4000\r\nanthropic-ratelimit-requests-remaining: 3999\r\n" +
  "anthropic-ratelimit-requests-reset: 2030-01-01T00:00:00Z\r\nanthropic-ratelimit-tokens-limit: 400000\r\n" +
  "anthropic-ratelimit-tokens-remaining: 399000\r\nanthropic-ratelimit-tokens-reset: 2030-01-01T00:00:00Z\r\n";

/** `/v1/models` belongs to OpenAI too: only the headers tell the two apart. */
function route(request: HttpRequest, body: unknown, models: readonly string[]): Call | undefined {
  const { method, path } = request;
  if (method === "POST" && path === "/v1/messages") return messagesCall(body);
  if (method === "POST" && path === "/v1/messages/count_tokens") return countCall(body);
  if (
    request.headers["anthropic-version"] === undefined &&
    request.headers["x-api-key"] === undefined
  )
    return undefined;
  if (!path.startsWith("/v1/")) return undefined;
  if (method === "GET" && path === "/v1/models") return modelsCall(undefined, models);
  if (method === "GET" && path.startsWith("/v1/models/"))
    return modelsCall(decodeURIComponent(path.slice(11)), models);
  return {
    kind: "fixed",
    model: "",
    check: () => ({ kind: "not_found", message: "Not Found" }),
    answer: () => "",
  };
}

function messagesCall(body: unknown): ChatCall {
  const request = objectOf(body);
  return {
    kind: "chat",
    model: textOf(request["model"]),
    stream: request["stream"] === true ? "sse" : false,
    check: (faults) => checkMessages(body, faults, true),
    turn: () => readMessagesTurn(request),
    writeAnswer: writeMessage,
    writeFrames: writeMessageFrames,
  };
}

function countCall(body: unknown): FixedCall {
  const request = objectOf(body);
  return {
    kind: "fixed",
    model: textOf(request["model"]),
    check: (faults) => checkMessages(body, faults, false),
    answer: (faults) =>
      JSON.stringify({
        input_tokens: faults.usage?.prompt ?? readMessagesTurn(request).promptWords,
      }),
  };
}

function modelsCall(id: string | undefined, models: readonly string[]): FixedCall {
  const entry = (name: string): object => ({
    type: "model",
    id: name,
    display_name: name,
    created_at: "2025-02-19T00:00:00Z",
  });
  return {
    kind: "fixed",
    model: id ?? "",
    check: () =>
      id === undefined || models.includes(splitModel(id).name)
        ? undefined
        : { kind: "not_found", message: `model: ${id}` },
    answer: () =>
      JSON.stringify(
        id === undefined
          ? {
              data: models.map(entry),
              has_more: false,
              first_id: models[0] ?? null,
              last_id: models.at(-1) ?? null,
            }
          : entry(splitModel(id).name),
      ),
  };
}

function readKey(request: HttpRequest): string | undefined {
  return request.headers["x-api-key"] ?? bearerOf(request);
}

function checkAccess(
  request: HttpRequest,
  known: ReadonlySet<string> | undefined,
): Problem | undefined {
  const key = readKey(request);
  if (key === undefined || key === "")
    return { kind: "invalid_key", message: "x-api-key header is required" };
  if (known !== undefined && !known.has(key)) return { kind: "invalid_key" };
  if (!request.headers["anthropic-version"])
    return { kind: "bad_request", message: "anthropic-version: header is required" };
  return undefined;
}

function frameEvent(line: string): Frame {
  const event = parseJson(line);
  const type = isObject(event) ? textOf(event["type"]) : "";
  const kinds: Record<string, Frame["kind"]> = {
    content_block_delta: "delta",
    message_delta: "finish",
    message_stop: "done",
  };
  return { kind: kinds[type] ?? "frame", event: type, data: line };
}
