/** Gemini generateContent, streams, counting, embeddings and models; `x-goog-api-key` (or `?key=`). */
import { splitModel } from "../fault-text.ts";
import type { HttpRequest } from "../http/request-reader.ts";
import {
  countWords,
  isObject,
  type JsonObject,
  numberOf,
  objectOf,
  objectsOf,
  parseJson,
  textOf,
} from "../json.ts";
import { DEFAULT_DIMENSIONS, embed } from "../vectors.ts";
import type { Call, ChatCall, Dialect, FixedCall, Frame, Problem } from "./dialect.ts";
import { readContentTurn, writeContent, writeContentFrames } from "./gemini-content.ts";
import { geminiErrorEvent, writeGeminiError } from "./gemini-errors.ts";
import { checkGenerate } from "./gemini-rules.ts";

export const gemini: Dialect = {
  name: "gemini",
  route,
  readKey: (request) => request.headers["x-goog-api-key"] ?? request.query.get("key") ?? undefined,
  checkAccess,
  writeError: writeGeminiError,
  errorEvent: geminiErrorEvent,
  malformedEvent: { kind: "frame", data: '{"candidates":[{"content":{"parts":[{"text":"bro' },
  pingEvent: undefined,
  headerLines: (_requestId, stream) =>
    `content-type: ${stream === "sse" ? "text/event-stream" : "application/json; charset=UTF-8"}\r\nvary: Origin\r\nserver: scaffolding on HTTPServer2\r\n`,
  eol: "\r\n",
  inBandKind: "overloaded",
  frameRecording: (events) => events.map(frameEvent),
};

const MODEL_PATH = /^\/v1(?:beta)?\/models\/([^/]+)$/;

function route(request: HttpRequest, body: unknown, models: readonly string[]): Call | undefined {
  const { method, path } = request;
  const target = MODEL_PATH.exec(path)?.[1];
  const named = target === undefined ? undefined : decodeURIComponent(target);
  if (method === "POST" && named !== undefined) {
    const colon = named.lastIndexOf(":");
    const call =
      colon < 0
        ? undefined
        : postCall(named.slice(0, colon), named.slice(colon + 1), request, body);
    if (call !== undefined) return call;
  }
  if (!path.startsWith("/v1beta/")) return undefined;
  if (method === "GET" && path === "/v1beta/models") return modelsCall(undefined, models);
  if (method === "GET" && named !== undefined) return modelsCall(named, models);
  return {
    kind: "fixed",
    model: "",
    check: () => ({ kind: "not_found", message: "Requested entity was not found." }),
    answer: () => "",
  };
}

function postCall(
  model: string,
  action: string,
  http: HttpRequest,
  body: unknown,
): Call | undefined {
  const request = objectOf(body);
  const name = splitModel(model).name;
  const fixed = (check: FixedCall["check"], answer: FixedCall["answer"]): FixedCall => ({
    kind: "fixed",
    model,
    check,
    answer,
  });
  switch (action) {
    case "generateContent":
      return chatCall(model, body, false);
    case "streamGenerateContent":
      return chatCall(model, body, http.query.get("alt") === "sse" ? "sse" : "array");
    case "countTokens": {
      const counted = objectOf(request["generateContentRequest"] ?? request);
      return fixed(
        (faults) => checkGenerate(counted, name, faults),
        (faults) => {
          const totalTokens = faults.usage?.prompt ?? readContentTurn(counted).promptWords;
          return JSON.stringify({
            totalTokens,
            promptTokensDetails: [{ modality: "TEXT", tokenCount: totalTokens }],
          });
        },
      );
    }
    case "embedContent":
      return fixed(
        () => checkEmbed([request]),
        () => JSON.stringify({ embedding: { values: embedding(request) } }),
      );
    case "batchEmbedContents": {
      const requests = objectsOf(request["requests"]);
      return fixed(
        () => checkEmbed(requests),
        () => JSON.stringify({ embeddings: requests.map((one) => ({ values: embedding(one) })) }),
      );
    }
    default:
      return undefined;
  }
}

function chatCall(model: string, body: unknown, stream: ChatCall["stream"]): ChatCall {
  const request = objectOf(body);
  return {
    kind: "chat",
    model,
    stream,
    check: (faults) => checkGenerate(body, splitModel(model).name, faults),
    turn: () => readContentTurn(request),
    writeAnswer: writeContent,
    writeFrames: writeContentFrames,
  };
}

function embedding(request: JsonObject): number[] {
  return embed(
    embeddedText(request),
    numberOf(request["outputDimensionality"]) ?? DEFAULT_DIMENSIONS,
  );
}

function embeddedText(request: JsonObject): string {
  return objectsOf(objectOf(request["content"])["parts"])
    .map((part) => textOf(part["text"]))
    .join(" ");
}

function checkEmbed(requests: readonly JsonObject[]): Problem | undefined {
  if (requests.length > 0 && requests.every((request) => countWords(embeddedText(request)) > 0))
    return undefined;
  return {
    kind: "bad_request",
    message: "* EmbedContentRequest.content: contents is not specified\n",
  };
}

function modelsCall(id: string | undefined, models: readonly string[]): FixedCall {
  const entry = (name: string): object => ({
    name: `models/${name}`,
    version: "001",
    displayName: name,
    inputTokenLimit: 1048576,
    outputTokenLimit: 65536,
    supportedGenerationMethods: name.includes("embedding")
      ? ["embedContent"]
      : ["generateContent", "countTokens"],
  });
  return {
    kind: "fixed",
    model: id ?? "",
    check: () =>
      id === undefined || models.includes(splitModel(id).name) ? undefined : { kind: "not_found" },
    answer: () =>
      JSON.stringify(id === undefined ? { models: models.map(entry) } : entry(splitModel(id).name)),
  };
}

function checkAccess(
  request: HttpRequest,
  known: ReadonlySet<string> | undefined,
): Problem | undefined {
  const key = gemini.readKey(request);
  if (key === undefined || key === "") {
    return {
      kind: "permission",
      message:
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    };
  }
  return known === undefined || known.has(key) ? undefined : { kind: "invalid_key" };
}

function frameEvent(line: string): Frame {
  const event = parseJson(line);
  const finished =
    isObject(event) &&
    objectsOf(event["candidates"]).some(
      (candidate) => typeof candidate["finishReason"] === "string",
    );
  return { kind: finished ? "finish" : "delta", data: line };
}
