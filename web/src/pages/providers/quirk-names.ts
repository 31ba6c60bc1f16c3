import type { QuirksInput } from "../../api/contract.ts";

type QuirkName = keyof QuirksInput;

/** Flags that are on or off. */
export const FLAGS = [
  "string_content",
  "no_developer_role",
  "no_system_role",
  "no_stream_usage",
  "no_parallel_tool_calls",
  "no_prefill",
  "no_tools",
  "no_vision",
  "no_response_schema",
  "no_json_mode",
  "gemini_plain_schema",
] as const satisfies readonly QuirkName[];

/** Flags that name one of two fields. */
export const CHOICES = {
  max_tokens_field: ["max_tokens", "max_completion_tokens"],
  reasoning_field: ["reasoning_content", "reasoning"],
} as const satisfies Partial<Record<QuirkName, readonly string[]>>;

/** What is set, as short words: `no_tools`, `max_tokens_field=max_tokens`, `rejects seed`. */
export function quirkWords(quirks: QuirksInput): string[] {
  return Object.entries(quirks).flatMap(([name, value]) => {
    if (value === true) return [name];
    if (typeof value === "string") return [`${name}=${value}`];
    return Array.isArray(value) ? value.map((field) => `${name}: ${field}`) : [];
  });
}
