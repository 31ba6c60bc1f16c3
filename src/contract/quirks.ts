/** Quirks: in what a vendor differs from the dialect it speaks. Flags on a provider; docs/reference/quirks.md lists them. */

import { z } from "@hono/zod-openapi";
import { problem } from "./problem.ts";

/** What each flag does. An absent flag means: as the dialect has it. */
export const QUIRK_MEANINGS = {
  string_content:
    "`content` must be a string: parts are joined by line breaks where all of them are text.",
  no_developer_role: "Turns of the role `developer` are sent as `system`.",
  no_system_role:
    "Turns of the roles `system` and `developer` are sent as the beginning of the user's next turn.",
  max_tokens_field:
    "The name under which the output limit is sent: `max_tokens` or `max_completion_tokens`.",
  no_stream_usage: "`stream_options` is not sent; tokens of streams are counted here.",
  no_parallel_tool_calls:
    "Turns of the history with several tool calls are split into one turn per call.",
  no_prefill:
    "A conversation that ends with the assistant gets a turn of the user that asks to go on.",
  no_tools: "Cannot call tools: requests that bring any are not sent here.",
  no_vision: "Cannot see pictures: requests that bring any are not sent here.",
  no_response_schema:
    "A JSON schema for the answer is sent as an instruction, and the format as plain JSON.",
  no_json_mode: "Plain JSON as a format is sent as an instruction.",
  reasoning_field:
    "The field of assistant turns in which earlier thoughts are sent back: `reasoning_content` or `reasoning`.",
  gemini_plain_schema:
    "Schemas are rewritten to the narrow dialect that older models of generate-content take.",
  takes_top_k:
    "`top_k` of a client of another protocol is sent on; chat completions and responses have no such field, and some vendors refuse what they do not know.",
  rejected_fields:
    "Left out of every request: `seed`, `output_config.effort`, `messages[].name`, `tools[].function.strict`.",
} as const;

/** Without these a request is no request, a bill no bill, or the client would not notice what it lost. */
const KEPT_FIELDS = [
  "model",
  "messages",
  "contents",
  "input",
  "prompt",
  "stream",
  "tools",
  "system",
  "systemInstruction",
  "instructions",
];

const FieldPath = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][\w-]*(\[\])?(\.[A-Za-z_][\w-]*(\[\])?)*$/, problem("not_field_path"))
  .refine((path) => !path.endsWith("[]"), problem("path_without_field"))
  .refine(
    (path) => !KEPT_FIELDS.includes(path),
    problem("kept_field", { fields: KEPT_FIELDS.join(", ") }),
  );

export const QuirksInput = z
  .strictObject({
    string_content: flag("string_content"),
    no_developer_role: flag("no_developer_role"),
    no_system_role: flag("no_system_role"),
    max_tokens_field: z
      .enum(["max_tokens", "max_completion_tokens"])
      .optional()
      .openapi({ description: QUIRK_MEANINGS.max_tokens_field }),
    no_stream_usage: flag("no_stream_usage"),
    no_parallel_tool_calls: flag("no_parallel_tool_calls"),
    no_prefill: flag("no_prefill"),
    no_tools: flag("no_tools"),
    no_vision: flag("no_vision"),
    no_response_schema: flag("no_response_schema"),
    no_json_mode: flag("no_json_mode"),
    reasoning_field: z
      .enum(["reasoning_content", "reasoning"])
      .optional()
      .openapi({ description: QUIRK_MEANINGS.reasoning_field }),
    gemini_plain_schema: flag("gemini_plain_schema"),
    takes_top_k: flag("takes_top_k"),
    rejected_fields: z
      .array(FieldPath)
      .max(100)
      .optional()
      .openapi({ description: QUIRK_MEANINGS.rejected_fields }),
  })
  .openapi("Quirks", { description: "In what the vendor differs from its dialect." });
export type QuirksInput = z.infer<typeof QuirksInput>;

function flag(name: keyof typeof QUIRK_MEANINGS) {
  return z.boolean().optional().openapi({ description: QUIRK_MEANINGS[name] });
}
