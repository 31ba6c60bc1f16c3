/**
 * Which endpoint a path means. People give clients `{base}`, `{base}/v1` or `{base}/v1/chat/completions`, and clients
 * append to that what they think is right; all the paths that come of it are answered.
 */

import { nearest } from "../base/nearest.ts";
import type { Operation } from "../llm/dialect.ts";

export type Endpoint =
  | { readonly kind: "operation"; readonly operation: Operation; readonly name: string }
  | { readonly kind: "models" }
  | { readonly kind: "model"; readonly id: string }
  | { readonly kind: "unknown"; readonly nearest: string };

const OPERATIONS: Readonly<Record<string, Endpoint>> = {
  "chat/completions": { kind: "operation", operation: "chat", name: "/v1/chat/completions" },
  completions: { kind: "operation", operation: "completions", name: "/v1/completions" },
  embeddings: { kind: "operation", operation: "embeddings", name: "/v1/embeddings" },
  models: { kind: "models" },
};

const KNOWN_PATHS = Object.keys(OPERATIONS).map((path) => `/v1/${path}`);

const exact = new Map<string, Endpoint>(
  Object.entries(OPERATIONS).map(([path, endpoint]) => [`/v1/${path}`, endpoint]),
);

/** Undefined: the path is none of the relay's. */
export function findEndpoint(path: string): Endpoint | undefined {
  return exact.get(path) ?? findLoose(path);
}

function findLoose(path: string): Endpoint | undefined {
  const clean = path.replaceAll(/\/{2,}/g, "/").replace(/\/$/, "");
  // What a client was given as its base comes first, repeated or not; what it wants comes last.
  const wanted = clean.replace(
    /^(?:\/v1|\/chat\/completions(?=\/)|\/completions(?=\/)|\/embeddings(?=\/))*\//,
    "",
  );
  const endpoint = OPERATIONS[wanted];
  if (endpoint) return endpoint;
  if (wanted.startsWith("models/"))
    return { kind: "model", id: decode(wanted.slice("models/".length)) };
  if (clean === "/v1" || clean.startsWith("/v1/"))
    return { kind: "unknown", nearest: nearest(clean, KNOWN_PATHS) ?? "/v1/models" };
  return undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
