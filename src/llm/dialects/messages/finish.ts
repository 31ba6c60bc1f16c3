/** Stop reasons. */

import type { FinishReason } from "../../canonical.ts";

const READ: Readonly<Record<string, FinishReason>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  tool_use: "tool-calls",
  refusal: "content-filter",
  pause_turn: "pause",
};

/**
 * An unknown word is still an end the vendor declared: `stop`. Whether there are calls decides between `stop` and
 * `tool-calls`: vendors end a turn that calls with `end_turn`, or one whose calls they ran themselves with `tool_use`.
 */
export function readFinish(word: string, hasCalls: boolean): FinishReason {
  const reason = (Object.hasOwn(READ, word) ? READ[word] : undefined) ?? "stop";
  if (reason !== "stop" && reason !== "tool-calls") return reason;
  return hasCalls ? "tool-calls" : "stop";
}

const WRITTEN: Readonly<Record<FinishReason, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  "tool-calls": "tool_use",
  "content-filter": "refusal",
  pause: "pause_turn",
};

export function writeFinish(reason: FinishReason): string {
  return WRITTEN[reason];
}

/** Why the vendor refused, in its own words, where it says so. */
export function readRefusal(details: unknown): string | undefined {
  if (typeof details !== "object" || details === null || !("explanation" in details))
    return undefined;
  const { explanation } = details;
  return typeof explanation === "string" && explanation !== "" ? explanation : undefined;
}
