/** Finish reasons. The wire allows five words; clients with generated types break on any other. */

import type { FinishReason } from "../../canonical.ts";

const READ: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  length: "length",
  tool_calls: "tool-calls",
  function_call: "tool-calls",
  content_filter: "content-filter",
  // Words of vendors that leak another dialect or their engine's own.
  end_turn: "stop",
  eos: "stop",
  eos_token: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_length: "length",
  tool_use: "tool-calls",
  refusal: "content-filter",
  safety: "content-filter",
};

/** An unknown word is still an end the vendor declared: `stop`. A `stop` after tool calls is the end of calling. */
export function readFinish(word: string, hasToolCalls: boolean): FinishReason {
  const reason = (Object.hasOwn(READ, word) ? READ[word] : undefined) ?? "stop";
  return reason === "stop" && hasToolCalls ? "tool-calls" : reason;
}

const WRITTEN: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  length: "length",
  "tool-calls": "tool_calls",
  "content-filter": "content_filter",
  // No word for it: the answer so far is whole, and the client may go on from it.
  pause: "stop",
};

export function writeFinish(reason: FinishReason): string {
  return WRITTEN[reason];
}
