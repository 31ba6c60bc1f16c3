import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { canonicalRequest, canonicalResponse } from "../../../../test/llm/canonical-arbitrary.ts";
import type { CanonicalRequest, Part } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { parseRequest } from "./validate.ts";

const read = (text: string): CanonicalRequest => codec.readRequest(parseRequest("chat", text));

/** An answer's texts are one text. */
function joinTexts(parts: readonly Part[]): Part[] {
  const texts = parts.filter((part) => part.type === "text").map((part) => part.text);
  const at = parts.findIndex((part) => part.type === "text");
  return parts.flatMap((part, i): Part[] => {
    if (part.type !== "text") return [part];
    return i === at ? [{ type: "text", text: texts.join("") }] : [];
  });
}

describe("round trips", () => {
  test("a request written and read again is the same, and passes our own checks", () => {
    fc.assert(
      fc.property(canonicalRequest, (request) => {
        const { topK: _notOfThisDialect, ...kept } = request;
        expect(read(codec.writeRequest(request))).toEqual(kept);
      }),
      { numRuns: 300 },
    );
  });

  test("an answer written and read again is the same", () => {
    fc.assert(
      fc.property(canonicalResponse, (response) => {
        expect(codec.readResponse(codec.writeResponse(response))).toEqual({
          ...response,
          choices: response.choices.map((choice) => ({
            ...choice,
            parts: joinTexts(choice.parts),
            extras: { "chat-completions": { logprobs: null } },
          })),
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe("readRequest", () => {
  const user = { role: "user", content: "hi" };
  const body = (fields: Record<string, unknown>) =>
    JSON.stringify({ model: "m", messages: [user], ...fields });

  test("keeps fields nobody knows, and gives them back", () => {
    const fields = {
      logit_bias: { "5": 1 },
      prediction: null,
      messages: [{ ...user, mood: "good" }],
    };
    const request = read(body(fields));
    expect(request.extras).toEqual({
      "chat-completions": { logit_bias: { "5": 1 }, prediction: null },
    });
    expect(request.messages[0]?.extras).toEqual({ "chat-completions": { mood: "good" } });
    expect(JSON.parse(codec.writeRequest(request))).toMatchObject(fields);
  });

  test("does not give another dialect's fields to the vendor", () => {
    const request: CanonicalRequest = {
      model: "m",
      stream: false,
      messages: [
        {
          role: "user",
          parts: [{ type: "opaque", dialect: "messages", value: { type: "search_result" } }],
        },
      ],
      extras: { messages: { container: "c" } },
    };
    expect(JSON.parse(codec.writeRequest(request))).toEqual({
      model: "m",
      messages: [{ role: "user", content: [] }],
    });
  });

  test("0, false and empty texts are values; null is absent", () => {
    const request = read(
      body({
        temperature: 0,
        parallel_tool_calls: false,
        user: "",
        top_p: null,
        stop: null,
        seed: 0,
        tools: null,
      }),
    );
    expect(request).toEqual({
      model: "m",
      stream: false,
      messages: [{ role: "user", parts: [{ type: "text", text: "hi" }] }],
      temperature: 0,
      parallelToolCalls: false,
      user: "",
      seed: 0,
    });
  });

  test("pictures, sounds and files", () => {
    const content = [
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA", detail: "low" } },
      { type: "input_audio", input_audio: { data: "BBBB", format: "wav" } },
      { type: "file", file: { file_id: "f1" } },
      { type: "file", file: { file_data: "data:application/pdf;base64,CCCC", filename: "a.pdf" } },
      { type: "video_url", video_url: { url: "https://x/v" } },
    ];
    const request = read(body({ messages: [{ role: "user", content }] }));
    expect(request.messages[0]?.parts).toEqual([
      {
        type: "image",
        source: { kind: "data", data: "AAAA", mediaType: "image/png" },
        detail: "low",
      },
      { type: "audio", source: { kind: "data", data: "BBBB", mediaType: "audio/wav" } },
      { type: "file", source: { kind: "id", id: "f1" } },
      {
        type: "file",
        source: { kind: "data", data: "CCCC", mediaType: "application/pdf" },
        filename: "a.pdf",
      },
      { type: "opaque", dialect: "chat-completions", value: content[4] },
    ]);
    expect(JSON.parse(codec.writeRequest(request))).toMatchObject({ messages: [{ content }] });
  });

  test("arguments stay the raw text, numbers beyond float64 included; empty ones are written as {}", () => {
    const call = (id: string, text: string) => ({
      id,
      type: "function",
      function: { name: "f", arguments: text },
    });
    const messages = [
      user,
      {
        role: "assistant",
        content: "",
        tool_calls: [call("a", '{"n":12345678901234567890}'), call("b", "")],
      },
    ];
    const request = read(body({ messages }));
    expect(request.messages[1]?.parts).toEqual([
      { type: "tool-call", id: "a", name: "f", arguments: '{"n":12345678901234567890}' },
      { type: "tool-call", id: "b", name: "f", arguments: "" },
    ]);
    expect(JSON.parse(codec.writeRequest(request))).toMatchObject({
      messages: [
        user,
        { content: null, tool_calls: [call("a", '{"n":12345678901234567890}'), call("b", "{}")] },
      ],
    });
  });

  test("old function calls become tool calls whose answers find them", () => {
    const messages = [
      user,
      { role: "assistant", content: null, function_call: { name: "f", arguments: "{}" } },
      { role: "function", name: "f", content: "1" },
    ];
    const [, call, result] = read(body({ messages })).messages;
    expect(call?.parts).toMatchObject([{ type: "tool-call", id: "call_function_1", name: "f" }]);
    expect(result).toMatchObject({
      role: "tool",
      parts: [{ callId: "call_function_1", name: "f" }],
    });
  });

  test.each([
    ["auto", { type: "auto" }],
    ["any", { type: "required" }],
    [
      { type: "function", function: { name: "f" } },
      { type: "tool", name: "f" },
    ],
    [
      { type: "custom", custom: { name: "f" } },
      { type: "tool", name: "f", custom: true },
    ],
    [
      {
        type: "allowed_tools",
        allowed_tools: { mode: "required", tools: [{ type: "function", function: { name: "f" } }] },
      },
      { type: "allowed", mode: "required", names: ["f"] },
    ],
  ])("tool_choice %j", (tool_choice, expected) => {
    expect(read(body({ tool_choice })).toolChoice as unknown).toEqual(expected);
  });

  test("a tool the vendor runs itself is kept as it is", () => {
    const tools = [{ type: "web_search", filters: { allowed_domains: ["x"] } }];
    const request = read(body({ tools }));
    expect(request.tools).toEqual([
      { type: "opaque", dialect: "chat-completions", value: tools[0] },
    ]);
    expect(JSON.parse(codec.writeRequest(request))).toMatchObject({ tools });
  });
});

describe("readResponse", () => {
  test("a recorded answer with thoughts and a call", async () => {
    const text = await Bun.file(new URL("fixtures/xai-tool-call.json", import.meta.url)).text();
    const response = codec.readResponse(text);
    expect(response.choices[0]?.parts.map((part) => part.type)).toEqual(["reasoning", "tool-call"]);
    expect(response.choices[0]?.finish).toBe("tool-calls");
    expect(response.usage).toEqual({ prompt: 307, cached: 244, completion: 281, reasoning: 255 });
  });

  test.each([
    ["stop", false, "stop"],
    ["stop", true, "tool-calls"],
    ["function_call", true, "tool-calls"],
    ["model_length", false, "length"],
    ["eos", false, "stop"],
    ["constructor", false, "stop"],
  ])("finish_reason %s with calls %p is %s", (finish_reason, hasCalls, expected) => {
    const tool_calls = hasCalls ? [{ id: "a", function: { name: "f", arguments: "" } }] : [];
    const text = JSON.stringify({
      choices: [{ message: { content: "x", tool_calls }, finish_reason }],
    });
    expect(codec.readResponse(text).choices[0]?.finish as unknown).toBe(expected);
  });

  test.each([
    ["{}"],
    ['{"choices":[]}'],
    ['{"error":"x"}'],
    ['{"choices":[{"finish_reason":"error"}]}'],
  ])("%s is not an answer", (text) => {
    expect(() => codec.readResponse(text)).toThrow();
  });
});
