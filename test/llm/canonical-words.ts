/** Short words for canonical messages and parts, for tests that write them by the dozen. */

import type { Message, Part } from "../../src/llm/canonical.ts";

export function say(role: Message["role"], ...parts: (Part | string)[]): Message {
  return { role, parts: parts.map((part) => (typeof part === "string" ? text(part) : part)) };
}

export function text(value: string): Part {
  return { type: "text", text: value };
}

export function call(id: string, json: string, name = "f"): Part {
  return { type: "tool-call", id, name, arguments: json };
}

export function result(callId: string, ...parts: Part[]): Part {
  return { type: "tool-result", callId, parts };
}
