import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import type { CanonicalRequest } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { parseRequest } from "./validate.ts";

type Wire = Readonly<Record<string, unknown>>;

const readBody = (fields: Wire): CanonicalRequest =>
  codec.readRequest(parseRequest("chat", JSON.stringify({ model: "m", input: "hi", ...fields })));
const readItems = (...input: readonly Wire[]) => readBody({ input }).messages;
const write = (request: CanonicalRequest) => JSON.parse(codec.writeRequest(request)) as Wire;

function refusal(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
  }
  throw new Error("it was not refused");
}

describe("reading requests", () => {
  test("a text, instructions, and an easy message", () => {
    expect(readBody({ instructions: "be brief" }).messages).toEqual([
      { role: "system", parts: [{ type: "text", text: "be brief" }] },
      { role: "user", parts: [{ type: "text", text: "hi" }] },
    ]);
    expect(readItems({ role: "developer", content: "x" })).toEqual([
      { role: "developer", parts: [{ type: "text", text: "x" }] },
    ]);
  });

  test("the assistant's neighbouring items are one turn; each result a message", () => {
    const messages = readItems(
      { role: "user", content: "hi" },
      {
        type: "reasoning",
        summary: [{ type: "summary_text", text: "hm" }],
        encrypted_content: "gAAAA",
      },
      {
        type: "message",
        role: "assistant",
        content: [
          { type: "output_text", text: "Let me see." },
          { type: "output_text", text: "" },
        ],
      },
      { type: "web_search_call", id: "ws_1" },
      { type: "function_call", call_id: "a", name: "f", arguments: '{"n":12345678901234567890}' },
      { type: "custom_tool_call", call_id: "b", name: "g", input: "free" },
      { type: "function_call_output", call_id: "a", output: "1" },
      {
        type: "custom_tool_call_output",
        call_id: "b",
        output: [{ type: "input_text", text: "2" }],
      },
    );
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
    expect(messages[1]?.parts).toEqual([
      { type: "reasoning", text: "hm", signature: "gAAAA" },
      { type: "text", text: "Let me see." },
      { type: "opaque", dialect: "responses", value: { type: "web_search_call", id: "ws_1" } },
      { type: "tool-call", id: "a", name: "f", arguments: '{"n":12345678901234567890}' },
      { type: "tool-call", id: "b", name: "g", arguments: "free", custom: true },
    ]);
    expect(messages[3]?.parts).toEqual([
      { type: "tool-result", callId: "b", parts: [{ type: "text", text: "2" }] },
    ]);
  });

  test("a turn of nothing another dialect could say is no turn", () => {
    expect(readItems({ role: "user", content: "hi" }, { type: "web_search_call" })).toHaveLength(1);
    expect(
      readItems({ role: "user", content: "hi" }, { role: "assistant", content: "" }),
    ).toHaveLength(1);
  });

  test.each([
    [
      { type: "input_image", image_url: "https://x/y.png", detail: "low" },
      { type: "image", source: { kind: "url", url: "https://x/y.png" }, detail: "low" },
    ],
    [
      { type: "input_image", image_url: "data:image/png;base64,AAAA" },
      { type: "image", source: { kind: "data", data: "AAAA", mediaType: "image/png" } },
    ],
    [
      { type: "input_image", file_id: "file_1" },
      { type: "image", source: { kind: "id", id: "file_1" } },
    ],
    [
      { type: "input_file", file_data: "data:application/pdf;base64,JVBE", filename: "a.pdf" },
      {
        type: "file",
        source: { kind: "data", data: "JVBE", mediaType: "application/pdf" },
        filename: "a.pdf",
      },
    ],
    [
      { type: "input_file", file_url: "https://x/a.pdf" },
      { type: "file", source: { kind: "url", url: "https://x/a.pdf" } },
    ],
    [
      { type: "input_file", file_id: "file_1" },
      { type: "file", source: { kind: "id", id: "file_1" } },
    ],
    [
      { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
      { type: "audio", source: { kind: "data", data: "AAAA", mediaType: "audio/wav" } },
    ],
    [
      { type: "input_text", text: "x", prompt_cache_breakpoint: { mode: "explicit" } },
      { type: "text", text: "x", cacheControl: { type: "ephemeral" } },
    ],
    [
      { type: "input_hologram", x: 1 },
      { type: "opaque", dialect: "responses", value: { type: "input_hologram", x: 1 } },
    ],
  ])("a part: %j", (part, expected) => {
    expect(readItems({ role: "user", content: [part] })[0]?.parts as unknown).toEqual([expected]);
  });

  test("tools, options and the rest", () => {
    const request = readBody({
      tools: [
        {
          type: "function",
          name: "f",
          description: "d",
          parameters: { type: "object" },
          strict: true,
        },
        { type: "custom", name: "g", format: { type: "grammar" } },
        { type: "web_search" },
      ],
      tool_choice: "required",
      parallel_tool_calls: false,
      max_output_tokens: 50,
      temperature: 0,
      top_p: 0.5,
      text: {
        format: { type: "json_schema", name: "n", schema: { type: "object" }, strict: true },
        verbosity: "low",
      },
      reasoning: { effort: "high", summary: "auto" },
      user: "u",
      metadata: { a: "b" },
      store: false,
      truncation: "auto",
      prompt_cache_key: "k",
      service_tier: "flex",
      include: ["reasoning.encrypted_content"],
    });
    const { messages: _messages, ...rest } = request;
    expect(rest).toEqual({
      model: "m",
      stream: false,
      tools: [
        {
          type: "function",
          name: "f",
          description: "d",
          parameters: { type: "object" },
          strict: true,
        },
        { type: "custom", name: "g", format: { type: "grammar" } },
        { type: "opaque", dialect: "responses", value: { type: "web_search" } },
      ],
      toolChoice: { type: "required" },
      parallelToolCalls: false,
      maxOutputTokens: 50,
      temperature: 0,
      topP: 0.5,
      outputFormat: { type: "json-schema", name: "n", schema: { type: "object" }, strict: true },
      reasoning: { effort: "high" },
      user: "u",
      metadata: { a: "b" },
      extras: {
        responses: {
          store: false,
          truncation: "auto",
          prompt_cache_key: "k",
          service_tier: "flex",
          include: ["reasoning.encrypted_content"],
          text: { verbosity: "low" },
          reasoning: { summary: "auto" },
        },
      },
    });
    expect(write(request)).toMatchObject({
      text: { verbosity: "low", format: { name: "n" } },
      reasoning: { effort: "high", summary: "auto" },
      prompt_cache_key: "k",
    });
  });

  test.each([
    [
      { type: "function", name: "f" },
      { type: "tool", name: "f" },
    ],
    [
      { type: "custom", name: "f" },
      { type: "tool", name: "f", custom: true },
    ],
    [
      {
        type: "allowed_tools",
        mode: "required",
        tools: [
          { type: "function", name: "f" },
          { type: "mcp", server_label: "x" },
        ],
      },
      { type: "allowed", mode: "required", names: ["f"] },
    ],
    [{ type: "web_search_preview" }, undefined],
  ])("tool_choice %j", (tool_choice, expected) => {
    const request = readBody({ tool_choice });
    expect(request.toolChoice as unknown).toEqual(expected);
    if (expected === undefined) expect(request.extras?.["responses"]).toEqual({ tool_choice });
  });

  test.each([
    [{ previous_response_id: "resp_1" }, "previous_response_id"],
    [{ conversation: "conv_1" }, "conversation"],
    [{ prompt: { id: "pmpt_1" } }, "prompt"],
    [{ background: true }, "background"],
    [
      {
        input: [
          { role: "user", content: "x" },
          { type: "item_reference", id: "msg_1" },
        ],
      },
      "input[1]",
    ],
    [{ input: [{ id: "msg_1" }] }, "input[0]"],
    [{ input: [{ type: "compaction", encrypted_content: "x" }] }, "input[0]"],
  ])("what only the vendor that stored it knows is refused by name: %j", (fields, param) => {
    const error = refusal(() => readBody(fields));
    expect(error.code).toBe("invalid_request");
    expect(error.detail.param).toBe(param);
    expect(error.message).toContain("Parley stores no conversations");
  });

  test("background false and null references are nothing", () => {
    expect(readBody({ background: false, previous_response_id: null }).messages).toHaveLength(1);
  });
});
