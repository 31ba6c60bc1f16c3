/**
 * Which endpoint a path means. People give clients `{base}`, `{base}/v1` or `{base}/v1/chat/completions`, and clients
 * append to that what they think is right; all the paths that come of it are answered.
 */

import { nearest } from "../base/nearest.ts";
import type { Dialect } from "../llm/dialect.ts";
import { chatCompletions } from "../llm/dialects/chat-completions/index.ts";
import { generateContent } from "../llm/dialects/generate-content/index.ts";
import { messages } from "../llm/dialects/messages/index.ts";
import { responses } from "../llm/dialects/responses/index.ts";
import type { Operation } from "../llm/inbound.ts";
import type { InferenceEndpoint } from "./inference.ts";
import { PASS_THROUGH, type PassThrough } from "./pass-through-endpoints.ts";

export type Endpoint =
  | ({ readonly kind: "inference" } & InferenceEndpoint)
  | { readonly kind: "pass-through"; readonly endpoint: PassThrough }
  /** `front`: undefined until the headers tell the client's dialect. */
  | { readonly kind: "models"; readonly front?: Dialect }
  | { readonly kind: "model"; readonly id: string; readonly front?: Dialect }
  | { readonly kind: "unknown"; readonly nearest: string; readonly front?: Dialect };

const INFERENCE: Readonly<Record<string, Endpoint>> = {
  "chat/completions": inference(chatCompletions, "chat", "/v1/chat/completions"),
  completions: inference(chatCompletions, "completions", "/v1/completions"),
  embeddings: inference(chatCompletions, "embeddings", "/v1/embeddings"),
  responses: inference(responses, "chat", "/v1/responses"),
  messages: inference(messages, "chat", "/v1/messages"),
  "messages/count_tokens": inference(messages, "count-tokens", "/v1/messages/count_tokens"),
};

function inference(front: Dialect, operation: Operation, name: string): Endpoint {
  return { kind: "inference", front, operation, name };
}

const ENDPOINTS = new Map<string, Endpoint>([
  ...Object.entries(INFERENCE),
  ...PASS_THROUGH.map((endpoint): [string, Endpoint] => [
    endpoint.path,
    { kind: "pass-through", endpoint },
  ]),
  ["models", { kind: "models" }],
]);

const KNOWN_PATHS = [...ENDPOINTS.keys()].map((path) => `/v1/${path}`);
const EXACT = new Map([...ENDPOINTS].map(([path, endpoint]) => [`/v1/${path}`, endpoint]));

/** What a client was given as its base comes first, repeated or not; what it wants comes last. */
const BASES =
  /^(?:\/v1|\/(?:chat\/completions|completions|embeddings|responses|messages)(?=\/))*\//;

/** Undefined: the path is none of the relay's. */
export function findEndpoint(path: string): Endpoint | undefined {
  return EXACT.get(path) ?? findLoose(path);
}

function findLoose(path: string): Endpoint | undefined {
  const clean = path.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  const gemini = findGemini(clean);
  if (gemini) return gemini;
  // `messages/count_tokens` begins with what could also be a base.
  if (clean.endsWith("/messages/count_tokens")) return ENDPOINTS.get("messages/count_tokens");
  const wanted = clean.replace(BASES, "");
  const endpoint = ENDPOINTS.get(wanted);
  if (endpoint) return endpoint;
  if (wanted.startsWith("models/"))
    return { kind: "model", id: decode(wanted.slice("models/".length)) };
  if (clean === "/v1" || clean.startsWith("/v1/")) {
    return { kind: "unknown", nearest: nearest(clean, KNOWN_PATHS) ?? "/v1/models" };
  }
  return undefined;
}

// ---- generate-content: the model and the method stand in the path -----------------------------------------------

const METHODS: Readonly<Record<string, readonly [operation: Operation, stream: boolean]>> = {
  generateContent: ["chat", false],
  streamGenerateContent: ["chat", true],
  countTokens: ["count-tokens", false],
  embedContent: ["embeddings", false],
  batchEmbedContents: ["embeddings", false],
};

const GEMINI_PATH = /^(?:\/v1beta|\/v1)*\/(?:models|tunedModels)\/(.+):(\w+)$/;

function findGemini(path: string): Endpoint | undefined {
  const match = GEMINI_PATH.exec(path);
  const method =
    match && Object.hasOwn(METHODS, match[2] as string) ? METHODS[match[2] as string] : undefined;
  if (match && method) {
    const [operation, stream] = method;
    return {
      kind: "inference",
      front: generateContent,
      operation,
      name: `/v1beta/models:${match[2]}`,
      path: { model: decode(match[1] as string), stream },
    };
  }
  if (!path.startsWith("/v1beta")) return undefined;
  const rest = path.slice("/v1beta".length).replace(/^(?:\/v1beta)+/, "");
  if (rest === "/models") return { kind: "models", front: generateContent };
  if (rest.startsWith("/models/") && !rest.includes(":")) {
    return { kind: "model", id: decode(rest.slice("/models/".length)), front: generateContent };
  }
  return {
    kind: "unknown",
    nearest: "/v1beta/models/{model}:generateContent",
    front: generateContent,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
