import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { parseRequest } from "./validate.ts";

const parse = (fields: Record<string, unknown>) =>
  parseRequest("chat", JSON.stringify({ model: "m", input: "hi", ...fields }));

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was not refused");
}

const call = { type: "function_call", call_id: "a", name: "f", arguments: "{}" };
const result = { type: "function_call_output", call_id: "a", output: "1" };

describe("what is accepted", () => {
  test("facts of a request", () => {
    expect(parse({ stream: true, max_output_tokens: 20 })).toMatchObject({
      operation: "chat",
      model: "m",
      stream: true,
      wantsUsage: true,
      maxOutputTokens: 20,
      choices: 1,
    });
    expect(parse({}).maxOutputTokens).toBeUndefined();
  });

  test.each([
    [{ input: [{ role: "user", content: "hi" }] }],
    [{ input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "" }] }] }],
    [{ input: [call, result] }],
    [{ input: [{ type: "custom_tool_call", call_id: "a", name: "f", input: "" }, result] }],
    [{ input: [{ type: "function_call_output", call_id: "x", output: [] }], conversation: "c" }],
    [{ input: [result], previous_response_id: "resp_1" }],
    [{ input: [{ id: "msg_1" }, result] }],
    [{ input: [{ type: "compaction", encrypted_content: "x" }, result] }],
    [{ input: [{ type: "web_search_call", anything: 1 }] }],
    [{ input: [{ type: "reasoning", summary: [], encrypted_content: null, content: null }] }],
    [{ input: undefined, previous_response_id: "resp_1" }],
    [{ input: undefined, prompt: { id: "pmpt_1" } }],
    [{ input: [], conversation: { id: "conv_1" } }],
    [{ tools: [{ type: "function", name: "f", parameters: null }, { type: "web_search" }] }],
    [{ tool_choice: { type: "web_search_preview" } }],
    [{ tool_choice: { type: "allowed_tools", mode: "auto", tools: [] } }],
    [{ text: { format: { type: "text" }, verbosity: "low" } }],
    [{ tools: null, tool_choice: null, text: null, reasoning: null, metadata: null, stream: null }],
    [{ a_field_of_next_month: [1] }],
  ])("%j", (fields) => {
    expect(parse(fields).body).toMatchObject({ model: "m" });
  });
});

describe("what is refused, by the name of the field", () => {
  test.each([
    [{ model: "" }, "model"],
    [{ input: undefined }, "input"],
    [{ input: 5 }, "input"],
    [{ input: [] }, "input"],
    [{ input: ["hi"] }, "input[0]"],
    [{ input: [{ role: "tool", content: "x" }] }, "input[0].role"],
    [{ input: [{ role: "user" }] }, "input[0].content"],
    [{ input: [{ role: "user", content: ["x"] }] }, "input[0].content[0]"],
    [{ input: [{ role: "user", content: [{ type: "input_text" }] }] }, "input[0].content[0].text"],
    [
      { input: [{ role: "assistant", content: [{ type: "refusal", text: "" }] }] },
      "input[0].content[0].refusal",
    ],
    [{ input: [{ ...call, call_id: undefined }] }, "input[0].call_id"],
    [{ input: [{ ...call, name: "" }] }, "input[0].name"],
    [{ input: [{ ...call, arguments: {} }] }, "input[0].arguments"],
    [{ input: [{ type: "custom_tool_call", call_id: "a", name: "f" }] }, "input[0].input"],
    [{ input: [call, { ...result, output: undefined }] }, "input[1].output"],
    [{ input: [call, { ...result, call_id: undefined }] }, "input[1].call_id"],
    [{ input: [call, { ...result, call_id: "b" }] }, "input[1].call_id"],
    [{ input: [result, call] }, "input[0].call_id"],
    [{ input: [{ type: "reasoning", summary: "x" }] }, "input[0].summary"],
    [{ input: [{ type: "reasoning", encrypted_content: 1 }] }, "input[0].encrypted_content"],
    [{ instructions: ["x"] }, "instructions"],
    [{ stream: "true" }, "stream"],
    [{ background: 1 }, "background"],
    [{ store: "no" }, "store"],
    [{ max_output_tokens: 0 }, "max_output_tokens"],
    [{ temperature: 3 }, "temperature"],
    [{ top_p: 2 }, "top_p"],
    [{ metadata: [] }, "metadata"],
    [{ reasoning: "high" }, "reasoning"],
    [{ tools: {} }, "tools"],
    [{ tools: [{ name: "f" }] }, "tools[0].type"],
    [{ tools: [{ type: "function", function: { name: "f" } }] }, "tools[0].name"],
    [{ tool_choice: "any" }, "tool_choice"],
    [{ tool_choice: { type: "function" } }, "tool_choice.name"],
    [{ tool_choice: { type: "allowed_tools" } }, "tool_choice.tools"],
    [{ text: "x" }, "text"],
    [{ text: { format: "json" } }, "text.format"],
    [{ text: { format: { type: "json_schema", schema: {} } } }, "text.format.name"],
    [{ text: { format: { type: "json_schema", name: "n" } } }, "text.format.schema"],
  ])("%j", (fields, param) => {
    const error = refusal(() => parse(fields));
    expect(error.status).toBe(400);
    expect(error.detail.param).toBe(param);
  });

  test("a tool written the chat-completions way is told apart", () => {
    const tools = [{ type: "function", function: { name: "f" } }];
    expect(refusal(() => parse({ tools })).message).toContain("put `name` beside `type`");
  });

  test("a field that a bill depends on, twice", () => {
    const text = '{"model":"cheap","input":"x","model":"dear"}';
    expect(refusal(() => parseRequest("chat", text)).detail.param).toBe("model");
  });

  test.each([
    ["", "empty"],
    ["{", "not JSON"],
    ["[]", "JSON object"],
  ])("%j", (text, message) => {
    expect(refusal(() => parseRequest("chat", text)).message).toContain(message);
  });

  test("all problems at once, the first in front", () => {
    const error = refusal(() => parse({ model: 1, input: 1, stream: 1 }));
    expect(error.detail.problems).toHaveLength(3);
    expect(error.message).toContain("(and 2 more problems)");
  });
});
