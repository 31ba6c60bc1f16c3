/** The two sides of the relay: who asks, and who is asked. */

import type { Protocol } from "../../src/contract/provider.ts";
import type { DialectName } from "../fakes/vendor/dialects/dialect.ts";
import { openAnthropic } from "./clients/anthropic.ts";
import type { Client, Connection } from "./clients/client.ts";
import { openGoogle } from "./clients/google.ts";
import { openOpenaiChat } from "./clients/openai-chat.ts";
import { openOpenaiResponses } from "./clients/openai-responses.ts";

export interface ClientSide {
  readonly name: string;
  /** An upstream of the same protocol gets the client's own bytes. */
  readonly protocol: Protocol;
  readonly open: (connection: Connection) => Client;
}

export interface Upstream {
  readonly protocol: Protocol;
  /** A model the catalogue knows, so that its limits are known. */
  readonly model: string;
  /** A model whose thoughts are signed and must come back; absent: the vendor has none. */
  readonly thinker?: string;
  /** Absent: the vendor has no embeddings. */
  readonly embedder?: string;
  readonly fake: DialectName;
}

export interface Pair {
  readonly client: ClientSide;
  readonly upstream: Upstream;
}

export const CLIENTS = [
  { name: "openai chat", protocol: "openai-completions", open: openOpenaiChat },
  { name: "openai responses", protocol: "openai-responses", open: openOpenaiResponses },
  { name: "@anthropic-ai/sdk", protocol: "anthropic-messages", open: openAnthropic },
  { name: "@google/genai", protocol: "google-generative-ai", open: openGoogle },
] as const satisfies readonly ClientSide[];

export const UPSTREAMS: readonly Upstream[] = [
  {
    protocol: "openai-completions",
    model: "gpt-4o",
    embedder: "text-embedding-3-small",
    fake: "openai",
  },
  { protocol: "openai-responses", model: "gpt-5.1", thinker: "gpt-5.1", fake: "openai" },
  {
    protocol: "anthropic-messages",
    model: "claude-sonnet-4-5-20250929",
    thinker: "claude-sonnet-4-5-20250929",
    fake: "anthropic",
  },
  {
    protocol: "google-generative-ai",
    model: "gemini-2.5-flash",
    thinker: "gemini-3-pro-preview",
    embedder: "gemini-embedding-001",
    fake: "gemini",
  },
];

export const PAIRS: readonly Pair[] = CLIENTS.flatMap((client) =>
  UPSTREAMS.map((upstream) => ({ client, upstream })),
);

export function isSame({ client, upstream }: Pair): boolean {
  return client.protocol === upstream.protocol;
}
