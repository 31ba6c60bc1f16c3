/** The countable text of an answer or a delta: what the vendor charges as output. */

import { isRecord } from "../../../base/json.ts";

/** Calls `push` with every text of a `message` or `delta`, in no promised order. */
export function eachOutput(
  message: Readonly<Record<string, unknown>>,
  push: (text: string) => void,
): void {
  pushContent(message["content"], push);
  if (typeof message["refusal"] === "string") push(message["refusal"]);
  // Two names for the same text: some vendors send both.
  const reasoning = message["reasoning_content"] ?? message["reasoning"];
  if (typeof reasoning === "string") push(reasoning);
  const calls = message["tool_calls"];
  if (Array.isArray(calls)) for (const call of calls as unknown[]) pushCall(call, push);
  if (message["function_call"] !== undefined)
    pushNamed(message["function_call"], "arguments", push);
}

/** A text, or (some vendors) parts that hold one. */
function pushContent(content: unknown, push: (text: string) => void): void {
  if (typeof content === "string") push(content);
  else if (Array.isArray(content)) {
    for (const part of content as unknown[]) {
      if (isRecord(part) && typeof part["text"] === "string") push(part["text"]);
    }
  }
}

function pushCall(call: unknown, push: (text: string) => void): void {
  if (!isRecord(call)) return;
  pushNamed(call["function"], "arguments", push);
  pushNamed(call["custom"], "input", push);
}

function pushNamed(body: unknown, inputField: string, push: (text: string) => void): void {
  if (!isRecord(body)) return;
  if (typeof body["name"] === "string") push(body["name"]);
  const input = body[inputField];
  if (typeof input === "string") push(input);
}
