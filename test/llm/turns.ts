/** Short ways to say canonical messages in tests. */

import type { Message, Part } from "../../src/llm/canonical.ts";

export const hi: Message = { role: "user", parts: [{ type: "text", text: "hi" }] };

export const toolCall = (id: string, name = "f", args = "{}", rest: object = {}): Part => ({
  type: "tool-call",
  id,
  name,
  arguments: args,
  ...rest,
});

export const toolResult = (callId: string, text: string, rest: object = {}): Message => ({
  role: "tool",
  parts: [{ type: "tool-result", callId, parts: [{ type: "text", text }], ...rest }],
});

export const assistant = (...parts: Part[]): Message => ({ role: "assistant", parts });
