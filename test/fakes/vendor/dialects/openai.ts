/** OpenAI chat completions, legacy completions, embeddings and models; Bearer keys. */
import type { HttpRequest } from "../http/request-reader.ts";
import { objectOf, objectsOf, parseJson, textOf } from "../json.ts";
import type { Call, ChatCall, Dialect, Frame, Problem } from "./dialect.ts";
import { DONE, readChatTurn, writeChatAnswer, writeChatFrames } from "./openai-chat.ts";
import { openaiErrorEvent, writeOpenaiError } from "./openai-errors.ts";
import {
  completionsCall,
  embeddingsCall,
  isUsageOnly,
  modelsCall,
  unknownPathCall,
} from "./openai-plain.ts";
import { checkChat } from "./openai-rules.ts";

const RATE_LIMITS =
  "x-ratelimit-limit-requests: 10000\r\nx-ratelimit-limit-tokens: 2000000\r\nx-ratelimit-remaining-requests: 9999\r\n" +
  "x-ratelimit-remaining-tokens: 1999000\r\nx-ratelimit-reset-requests: 6ms\r\nx-ratelimit-reset-tokens: 30ms\r\n";

export const openai: Dialect = {
  name: "openai",
  route,
  readKey: (request) => bearerOf(request),
  checkAccess,
  writeError: writeOpenaiError,
  errorEvent: openaiErrorEvent,
  malformedEvent: {
    kind: "frame",
    data: '{"id":"chatcmpl-broken","object":"chat.completion.chunk","choices":[{"index":0,"del',
  },
  pingEvent: undefined,
  headerLines: (requestId, stream) =>
    `content-type: ${stream ? "text/event-stream; charset=utf-8" : "application/json"}\r\nx-request-id: ${requestId}\r\nopenai-organization: fake-org\r\nopenai-processing-ms: 12\r\nopenai-version: 2020-10-01\r\n${RATE_LIMITS}`,
  eol: "\n",
  inBandKind: "server",
  frameRecording: (events) => [...events.map(frameEvent), DONE],
};

function route(request: HttpRequest, body: unknown, models: readonly string[]): Call | undefined {
  const { method, path } = request;
  if (!path.startsWith("/v1/")) return undefined;
  if (method === "POST") {
    if (path === "/v1/chat/completions") return chatCall(body);
    if (path === "/v1/completions") return completionsCall(body);
    if (path === "/v1/embeddings") return embeddingsCall(body);
  }
  if (method === "GET" && path === "/v1/models") return modelsCall(undefined, models);
  if (method === "GET" && path.startsWith("/v1/models/"))
    return modelsCall(decodeURIComponent(path.slice(11)), models);
  return unknownPathCall(method, path);
}

function chatCall(body: unknown): ChatCall {
  const request = objectOf(body);
  return {
    kind: "chat",
    model: textOf(request["model"]),
    stream: request["stream"] === true ? "sse" : false,
    check: (faults) => checkChat(body, faults),
    turn: () => readChatTurn(request),
    writeAnswer: (reply) => writeChatAnswer(request, reply),
    writeFrames: (reply) => writeChatFrames(request, reply),
  };
}

export function bearerOf(request: HttpRequest): string | undefined {
  const header = request.headers["authorization"];
  return header?.toLowerCase().startsWith("bearer ") ? header.slice(7).trim() : undefined;
}

function checkAccess(
  request: HttpRequest,
  known: ReadonlySet<string> | undefined,
): Problem | undefined {
  const key = bearerOf(request);
  if (key === undefined || key === "") {
    return {
      kind: "invalid_key",
      code: null,
      message:
        "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY), or as the password field (with blank username) if you're accessing the API from your browser and are prompted for a username and password. You can obtain an API key from https://platform.openai.com/account/api-keys.",
    };
  }
  if (known === undefined || known.has(key)) return undefined;
  const masked = key.length > 8 ? `${key.slice(0, 4)}${"*".repeat(8)}${key.slice(-4)}` : "****";
  return {
    kind: "invalid_key",
    message: `Incorrect API key provided: ${masked}. You can find your API key at https://platform.openai.com/account/api-keys.`,
  };
}

function frameEvent(line: string): Frame {
  const event = parseJson(line);
  if (isUsageOnly(event)) return { kind: "usage", data: line };
  const finished = objectsOf(objectOf(event)["choices"]).some(
    (choice) => typeof choice["finish_reason"] === "string",
  );
  return { kind: finished ? "finish" : "delta", data: line };
}
