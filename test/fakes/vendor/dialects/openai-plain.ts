import { splitModel } from "../fault-text.ts";
import type { Faults } from "../faults.ts";
import {
  countWords,
  isObject,
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  textOf,
  textsOf,
} from "../json.ts";
import { DEFAULT_DIMENSIONS, embed, toBase64 } from "../vectors.ts";
import type { ChatCall, FixedCall, Frame, Reply } from "./dialect.ts";
import { DONE, writeUsage } from "./openai-chat.ts";
import { checkBody } from "./openai-rules.ts";

/** `POST /v1/completions`: the prompt is the last user text. Several prompts are answered as one. */
export function completionsCall(body: unknown): ChatCall {
  const request = objectOf(body);
  const text = textsOf(request["prompt"]).join("\n");
  return {
    kind: "chat",
    model: textOf(request["model"]),
    stream: request["stream"] === true ? "sse" : false,
    check: (faults) => checkBody(body, faults),
    turn: () => ({
      promptWords: countWords(text),
      lastUserText: text,
      toolResults: [],
      tools: [],
      toolChoice: { mode: "none" },
      parallel: false,
      maxTokens: numberOf(request["max_tokens"]),
      stop: textsOf(request["stop"]),
      json: undefined,
      thinking: false,
    }),
    writeAnswer: (reply) =>
      JSON.stringify({
        ...completionHead(reply),
        choices: [
          {
            text: reply.textPieces.join(""),
            index: 0,
            logprobs: null,
            finish_reason: reply.finish ?? null,
          },
        ],
        ...(reply.usage && { usage: writeUsage(reply.usage) }),
      }),
    writeFrames: (reply) => completionFrames(request, reply),
  };
}

function completionFrames(request: JsonObject, reply: Reply): Frame[] {
  const includeUsage = objectOf(request["stream_options"])["include_usage"] === true;
  const chunk = (text: string, finish: string | null): string =>
    JSON.stringify({
      ...completionHead(reply),
      choices: [{ text, index: 0, logprobs: null, finish_reason: finish }],
      ...(includeUsage && { usage: null }),
    });
  const frames = reply.textPieces.map((piece): Frame => ({
    kind: "delta",
    data: chunk(piece, null),
  }));
  if (reply.finish !== undefined) frames.push({ kind: "finish", data: chunk("", reply.finish) });
  if (includeUsage && reply.usage !== undefined) {
    const data = JSON.stringify({
      ...completionHead(reply),
      choices: [],
      usage: writeUsage(reply.usage),
    });
    frames.push({ kind: "usage", data });
  }
  return [...frames, DONE];
}

function completionHead(reply: Reply): object {
  return {
    id: `cmpl-fake${reply.serial.toString(36).padStart(8, "0")}`,
    object: "text_completion",
    created: reply.created,
    model: reply.model,
  };
}

/** `POST /v1/embeddings`: one text, several, one list of tokens, or several. */
export function embeddingsCall(body: unknown): FixedCall {
  const request = objectOf(body);
  const model = textOf(request["model"]);
  return {
    kind: "fixed",
    model,
    check: (faults) =>
      checkBody(body, faults) ??
      (request["input"] === undefined || request["input"] === ""
        ? {
            kind: "bad_request",
            message:
              "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
            param: null,
          }
        : undefined),
    answer: (faults) => writeEmbeddings(request, splitModel(model).name, faults),
  };
}

function writeEmbeddings(request: JsonObject, model: string, faults: Faults): string {
  const input = request["input"];
  const inputs = Array.isArray(input) && typeof input[0] !== "number" ? input : [input];
  const texts = inputs.map((item: unknown) =>
    typeof item === "string" ? item : listOf(item).join(" "),
  );
  const dimensions = numberOf(request["dimensions"]) ?? DEFAULT_DIMENSIONS;
  const prompt = faults.usage?.prompt ?? texts.reduce((sum, text) => sum + countWords(text), 0);
  return JSON.stringify({
    object: "list",
    data: texts.map((text, index) => {
      const vector = embed(text, dimensions);
      return {
        object: "embedding",
        index,
        embedding: request["encoding_format"] === "base64" ? toBase64(vector) : vector,
      };
    }),
    model,
    ...(!faults.missingUsage && { usage: { prompt_tokens: prompt, total_tokens: prompt } }),
  });
}

/** `GET /v1/models` and `GET /v1/models/{id}`. */
export function modelsCall(id: string | undefined, models: readonly string[]): FixedCall {
  const entry = (name: string): object => ({
    id: name,
    object: "model",
    created: 1715367049,
    owned_by: "system",
  });
  return {
    kind: "fixed",
    model: id ?? "",
    check: () =>
      id === undefined || models.includes(splitModel(id).name)
        ? undefined
        : { kind: "not_found", message: `The model '${id}' does not exist`, param: "model" },
    answer: () =>
      JSON.stringify(
        id === undefined ? { object: "list", data: models.map(entry) } : entry(splitModel(id).name),
      ),
  };
}

/** A path the vendor does not have. */
export function unknownPathCall(method: string, path: string): FixedCall {
  return {
    kind: "fixed",
    model: "",
    check: () => ({ kind: "not_found", message: `Invalid URL (${method} ${path})`, code: null }),
    answer: () => "",
  };
}

export function isUsageOnly(event: unknown): boolean {
  return (
    isObject(event) &&
    Array.isArray(event["choices"]) &&
    event["choices"].length === 0 &&
    isObject(event["usage"])
  );
}
