import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { writeError } from "./errors.ts";
import { parseRequest } from "./validate.ts";

const user = { role: "user", content: "hi" };
const base = { model: "m", max_tokens: 16, messages: [user] };

function problemsOf(body: unknown): string[] {
  try {
    parseRequest("chat", typeof body === "string" ? body : JSON.stringify(body));
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.detail.problems?.map(({ path }) => path) ?? [thrown.code];
  }
  return [];
}

describe("what is let through", () => {
  test("the smallest request", () => {
    expect(parseRequest("chat", JSON.stringify(base))).toMatchObject({
      operation: "chat",
      model: "m",
      stream: false,
      wantsUsage: false,
      maxOutputTokens: 16,
      choices: 1,
    });
  });

  test("a stream always reports usage", () => {
    expect(parseRequest("chat", JSON.stringify({ ...base, stream: true }))).toMatchObject({
      stream: true,
      wantsUsage: true,
    });
  });

  test("max_tokens 0 fills the prompt cache", () => {
    expect(parseRequest("chat", JSON.stringify({ ...base, max_tokens: 0 })).maxOutputTokens).toBe(
      0,
    );
  });

  test("what an agent sends: blocks, caching, thinking, tools of every make, fields nobody knows", () => {
    const cache_control = { type: "ephemeral", ttl: "1h" };
    const body = {
      ...base,
      system: [{ type: "text", text: "You are an agent.", cache_control }],
      messages: [
        user,
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "hm", signature: "s" },
            { type: "redacted_thinking", data: "x" },
            { type: "tool_use", id: "toolu_1", name: "read", input: {} },
            { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { q: 1 } },
            { type: "block_of_next_year", anything: 1 },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "toolu_1",
              is_error: true,
              content: [
                { type: "image", source: { type: "base64", media_type: "image/png", data: "AA" } },
                { type: "tool_reference", tool_name: "x" },
              ],
            },
            { type: "tool_result", tool_use_id: "toolu_2" },
            { type: "text", text: "go on", cache_control },
          ],
        },
        { role: "system", content: "mind the gap" },
      ],
      metadata: { user_id: "u" },
      thinking: { type: "adaptive" },
      output_config: { effort: "high" },
      tools: [
        { name: "read", input_schema: { type: "object" }, defer_loading: true },
        { type: "custom", name: "write", input_schema: {} },
        { type: "web_search_20250305", name: "web_search" },
        { type: "mcp_toolset", mcp_server_name: "s" },
      ],
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
      context_management: { edits: [{ type: "clear_thinking_20251015" }] },
      service_tier: "auto",
      container: null,
      temperature: null,
    };
    expect(problemsOf(body)).toEqual([]);
  });

  test("counting needs no max_tokens and has no stream", () => {
    const text = JSON.stringify({ model: "m", messages: [user] });
    expect(parseRequest("count-tokens", text)).toMatchObject({
      operation: "count-tokens",
      stream: false,
      maxOutputTokens: 0,
    });
  });
});

describe("every bad field is named", () => {
  const block = (value: unknown) => ({ ...base, messages: [{ role: "user", content: [value] }] });
  test.each<[string, unknown, string[]]>([
    ["not JSON", "{", ["invalid_json"]],
    ["nothing", "", ["invalid_json"]],
    ["an array", [], ["invalid_request"]],
    ["no model", { ...base, model: undefined }, ["model"]],
    ["an empty model", { ...base, model: "" }, ["model"]],
    ["no max_tokens", { ...base, max_tokens: undefined }, ["max_tokens"]],
    ["a broken max_tokens", { ...base, max_tokens: 1.5 }, ["max_tokens"]],
    ["a negative max_tokens", { ...base, max_tokens: -1 }, ["max_tokens"]],
    ["no messages", { ...base, messages: undefined }, ["messages"]],
    ["an empty list of messages", { ...base, messages: [] }, ["messages"]],
    ["a message that is none", { ...base, messages: ["hi"] }, ["messages[0]"]],
    [
      "a role of another dialect",
      { ...base, messages: [{ role: "tool", content: "" }] },
      ["messages[0].role"],
    ],
    ["no content", { ...base, messages: [{ role: "user" }] }, ["messages[0].content"]],
    ["a block without a type", block({ text: "x" }), ["messages[0].content[0]"]],
    ["a block that is a text", block("x"), ["messages[0].content[0]"]],
    ["a text that is none", block({ type: "text", text: 1 }), ["messages[0].content[0].text"]],
    [
      "a call without anything",
      block({ type: "tool_use" }),
      ["messages[0].content[0].id", "messages[0].content[0].name", "messages[0].content[0].input"],
    ],
    [
      "arguments as text",
      block({ type: "tool_use", id: "a", name: "f", input: "{}" }),
      ["messages[0].content[0].input"],
    ],
    ["a result of nothing", block({ type: "tool_result" }), ["messages[0].content[0].tool_use_id"]],
    [
      "a result whose block is broken",
      block({ type: "tool_result", tool_use_id: "a", content: [{ type: "text" }] }),
      ["messages[0].content[0].content[0].text"],
    ],
    [
      "a result that is a number",
      block({ type: "tool_result", tool_use_id: "a", content: 5 }),
      ["messages[0].content[0].content"],
    ],
    ["a picture without a source", block({ type: "image" }), ["messages[0].content[0].source"]],
    ["a system prompt that is an object", { ...base, system: {} }, ["system"]],
    ["a system block without text", { ...base, system: [{ type: "text" }] }, ["system[0].text"]],
    ["a stream that is a text", { ...base, stream: "yes" }, ["stream"]],
    ["a high temperature", { ...base, temperature: 1.5 }, ["temperature"]],
    ["a broken top_p", { ...base, top_p: "1" }, ["top_p"]],
    ["a broken top_k", { ...base, top_k: 0.5 }, ["top_k"]],
    ["stop_sequences as a text", { ...base, stop_sequences: "x" }, ["stop_sequences"]],
    ["a stop sequence that is none", { ...base, stop_sequences: ["x", 1] }, ["stop_sequences[1]"]],
    ["tools as an object", { ...base, tools: {} }, ["tools"]],
    ["a tool that is none", { ...base, tools: [1] }, ["tools[0]"]],
    ["a tool without a schema", { ...base, tools: [{ name: "f" }] }, ["tools[0].input_schema"]],
    [
      "a tool of the chat-completions dialect",
      { ...base, tools: [{ type: "custom", function: { name: "f" } }] },
      ["tools[0].name", "tools[0].input_schema"],
    ],
    ["a choice as a word", { ...base, tool_choice: "auto" }, ["tool_choice"]],
    ["a choice of no tool", { ...base, tool_choice: { type: "tool" } }, ["tool_choice.name"]],
    [
      "a choice with a broken flag",
      { ...base, tool_choice: { type: "auto", disable_parallel_tool_use: 1 } },
      ["tool_choice.disable_parallel_tool_use"],
    ],
    ["thinking as a flag", { ...base, thinking: true }, ["thinking"]],
    [
      "thinking without a budget",
      { ...base, thinking: { type: "enabled" } },
      ["thinking.budget_tokens"],
    ],
    [
      "an effort that is a number",
      { ...base, output_config: { effort: 1 } },
      ["output_config.effort"],
    ],
    [
      "a format that is a word",
      { ...base, output_config: { format: "json" } },
      ["output_config.format"],
    ],
    [
      "a format without a schema",
      { ...base, output_config: { format: { type: "json_schema" } } },
      ["output_config.format.schema"],
    ],
    ["metadata as a text", { ...base, metadata: "u" }, ["metadata"]],
    ["a user that is a number", { ...base, metadata: { user_id: 5 } }, ["metadata.user_id"]],
    [
      "several at once",
      { model: 1, messages: 2, stream: 3 },
      ["model", "messages", "max_tokens", "stream"],
    ],
  ])("%s", (_name, body, paths) => {
    expect(problemsOf(body)).toEqual(paths);
  });

  test.each(["model", "stream", "max_tokens"])(
    "%s twice is refused, however it is spelled",
    (field) => {
      const twice = JSON.stringify({ ...base, stream: false }).replace("{", `{"${field}":1,`);
      expect(problemsOf(twice)).toContain(field);
      const escaped = JSON.stringify({ ...base, stream: false }).replace(
        "{",
        `{"\\u00${field.charCodeAt(0).toString(16)}${field.slice(1)}":1,`,
      );
      expect(problemsOf(escaped)).toContain(field);
    },
  );

  test("a result nested without end is refused or let through, but never breaks the reader", () => {
    let nested = "[]";
    for (let i = 0; i < 5000; i++) {
      nested = `[{"type":"tool_result","tool_use_id":"a","content":${nested}}]`;
    }
    const text = JSON.stringify({ ...base, messages: [] }).replace(
      '"messages":[]',
      `"messages":[{"role":"user","content":${nested}}]`,
    );
    expect(parseRequest("chat", text).model).toBe("m");
  });

  test("the error is the dialect's own", () => {
    try {
      parseRequest("chat", JSON.stringify({ ...base, max_tokens: null }));
      expect.unreachable();
    } catch (thrown) {
      expect(JSON.parse(writeError(thrown as AppError, "req_1"))).toEqual({
        type: "error",
        error: {
          type: "invalid_request_error",
          message: expect.stringContaining("`max_tokens` is required") as string,
        },
        request_id: "req_1",
      });
    }
  });
});
