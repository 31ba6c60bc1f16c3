/** From what the person set and said to the request that is sent. */

import type { ChatBody, Turn } from "./conversation.ts";
import { parseTool, type ToolDraft } from "./tool-draft.ts";

/** As typed; empty: not sent. */
export interface Settings {
  readonly system: string;
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
  /** JSON of further fields. */
  readonly extra: string;
  readonly tools: readonly ToolDraft[];
}

export const NO_SETTINGS: Settings = {
  system: "",
  temperature: "",
  topP: "",
  maxTokens: "",
  extra: "",
  tools: [],
};

/** Undefined: it is not an object in JSON. */
export function readExtra(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Undefined: nothing was typed. NaN: it is not a number. */
export function readNumber(text: string): number | undefined {
  return text.trim() === "" ? undefined : Number(text.trim());
}

export function writeBody(settings: Settings, model: string, turns: readonly Turn[]): ChatBody {
  const { system, tools } = settings;
  return {
    model,
    messages: [
      ...(system.trim() === "" ? [] : [{ role: "system", content: system }]),
      ...turns.flatMap(writeTurn),
    ],
    ...writeNumber("temperature", settings.temperature),
    ...writeNumber("top_p", settings.topP),
    ...writeNumber("max_tokens", settings.maxTokens),
    ...(tools.length === 0
      ? {}
      : { tools: tools.map((tool) => ({ type: "function", function: parseTool(tool) })) }),
    ...readExtra(settings.extra),
    stream: true,
  };
}

function writeNumber(name: string, text: string): Record<string, number> {
  const value = readNumber(text);
  return value === undefined || Number.isNaN(value) ? {} : { [name]: value };
}

function writeTurn(turn: Turn): object[] {
  switch (turn.role) {
    case "user":
      return [{ role: "user", content: writeContent(turn.text, turn.images) }];
    case "tool":
      return [{ role: "tool", tool_call_id: turn.callId, content: turn.text }];
    case "assistant":
      // An answer that failed before it began was never said.
      if (turn.text === "" && turn.calls.length === 0) return [];
      return [
        {
          role: "assistant",
          content: turn.text === "" ? null : turn.text,
          ...(turn.calls.length === 0
            ? {}
            : {
                tool_calls: turn.calls.map((call) => ({
                  id: call.id,
                  type: "function",
                  function: { name: call.name, arguments: call.arguments },
                })),
              }),
        },
      ];
  }
}

function writeContent(text: string, images: readonly string[]): unknown {
  if (images.length === 0) return text;
  return [
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...images.map((url) => ({ type: "image_url", image_url: { url } })),
  ];
}
