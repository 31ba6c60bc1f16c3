/** Requests that hold much of what a vendor may refuse, and what is learned when it does. */

import type { UpstreamFailure } from "../../src/llm/dialect.ts";
import { learnFromRefusal, type Quirks } from "../../src/llm/quirks.ts";

export const CHAT = {
  model: "m",
  messages: [
    { role: "developer", content: [{ type: "text", text: "Be brief." }] },
    { role: "user", content: "Hi", name: "ada" },
    {
      role: "assistant",
      content: "Hello",
      refusal: null,
      reasoning_content: "hm",
      tool_calls: [
        { index: 0, id: "c1", type: "function", function: { name: "f", arguments: "{}" } },
        { index: 1, id: "c2", type: "function", function: { name: "f", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "1" },
    { role: "tool", tool_call_id: "c2", content: "2" },
  ],
  stream: true,
  stream_options: { include_usage: true },
  temperature: 0.2,
  top_p: 0.9,
  seed: 7,
  stop: ["x"],
  n: 2,
  store: true,
  user: "u",
  logit_bias: { "1": 2 },
  frequency_penalty: 0.1,
  reasoning_effort: "low",
  parallel_tool_calls: true,
  max_tokens: 10,
  tool_choice: "required",
  tools: [{ type: "function", function: { name: "f", strict: true, parameters: {} } }],
};
export const MESSAGES = {
  model: "m",
  max_tokens: 10,
  system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
  messages: [
    { role: "user", content: [{ type: "text", text: "Hi" }] },
    { role: "assistant", content: "The answer is" },
  ],
  temperature: 0.2,
  output_config: { effort: "low", format: { type: "json_schema", schema: {} } },
  tools: [{ name: "f", strict: true, input_schema: { type: "object" } }],
};
export const CONTENTS = {
  systemInstruction: { parts: [{ text: "Be brief." }] },
  contents: [
    { role: "user", parts: [{ text: "Hi" }] },
    { role: "model", parts: [{ text: "The answer is" }] },
  ],
  generationConfig: { topK: 4, thinkingConfig: { thinkingLevel: "low" } },
  tools: [{ functionDeclarations: [{ name: "f", parametersJsonSchema: { type: "object" } }] }],
};

export function refuse(
  body: unknown,
  message: string,
  rest: Partial<UpstreamFailure> = {},
): Quirks | undefined {
  const failure: UpstreamFailure = {
    status: 400,
    message,
    type: undefined,
    code: undefined,
    param: undefined,
    retryAfter: undefined,
    ...rest,
  };
  return learnFromRefusal(failure, JSON.stringify(body));
}

export function drops(...rejected_fields: string[]): Quirks {
  return { rejected_fields };
}
