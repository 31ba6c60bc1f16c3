/** Requests as bare bytes, for what an official client cannot say or hides. */

import type { TestKey, TestRelay } from "../relay/harness.ts";
import type { ClientSide } from "./sides.ts";

type Protocol = ClientSide["protocol"];
type Fields = Readonly<Record<string, unknown>>;

/** The smallest request of a dialect, `fields` merged into its body. */
export function bodyOf(protocol: Protocol, model: string, fields: Fields = {}): Fields {
  const messages = [{ role: "user", content: "hello" }];
  switch (protocol) {
    case "openai-completions":
      return { model, messages, ...fields };
    case "openai-responses":
      return { model, input: "hello", ...fields };
    case "anthropic-messages":
      return { model, max_tokens: 1000, messages, ...fields };
    default:
      return { contents: [{ role: "user", parts: [{ text: "hello" }] }], ...fields };
  }
}

export function pathOf(protocol: Protocol, model: string, stream = false): string {
  switch (protocol) {
    case "openai-completions":
      return "/v1/chat/completions";
    case "openai-responses":
      return "/v1/responses";
    case "anthropic-messages":
      return "/v1/messages";
    default:
      return `/v1beta/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`;
  }
}

export interface RawRequest {
  readonly protocol: Protocol;
  readonly model: string;
  readonly fields?: Fields;
  /** The body exactly as it is, instead of one made from `fields`. */
  readonly text?: string;
  readonly stream?: boolean;
}

/** Sends a request as bytes, with the headers its dialect has. */
export function send(relay: TestRelay, key: TestKey, request: RawRequest): Promise<Response> {
  const { protocol, model, stream = false, fields = {} } = request;
  const streams = stream && protocol !== "google-generative-ai" ? { stream: true } : {};
  const body = request.text ?? JSON.stringify(bodyOf(protocol, model, { ...streams, ...fields }));
  return fetch(relay.url + pathOf(protocol, model, stream), {
    method: "POST",
    headers: { "content-type": "application/json", ...keyHeaders(protocol, key.key) },
    body,
  });
}

function keyHeaders(protocol: Protocol, key: string): Record<string, string> {
  if (protocol === "anthropic-messages")
    return { "x-api-key": key, "anthropic-version": "2023-06-01" };
  if (protocol === "google-generative-ai") return { "x-goog-api-key": key };
  return { authorization: `Bearer ${key}` };
}
