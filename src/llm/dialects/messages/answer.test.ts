import { describe, expect, test } from "bun:test";
import type { CanonicalResponse, FinishReason, Part } from "../../canonical.ts";
import { readResponse, writeResponse } from "./response.ts";

const fixture = (name: string): Promise<string> =>
  Bun.file(new URL(`fixtures/${name}`, import.meta.url)).text();
const read = (fields: object): CanonicalResponse =>
  readResponse(
    JSON.stringify({ id: "msg_1", type: "message", model: "v", content: [], ...fields }),
    5000,
  );
const call = (text: string): Part => ({ type: "tool-call", id: "a", name: "f", arguments: text });

function write(parts: readonly Part[], finish: FinishReason = "stop"): Record<string, unknown> {
  return JSON.parse(raw(parts, finish)) as Record<string, unknown>;
}
function raw(parts: readonly Part[], finish: FinishReason = "stop"): string {
  return writeResponse({ id: "x", model: "m", created: 1, choices: [{ parts, finish }] });
}

describe("readResponse", () => {
  test("a recorded answer with thoughts", async () => {
    const text = await fixture("anthropic-claude-opus-5-reasoning-high.1.json");
    const answer = readResponse(text, 5000);
    expect(answer).toMatchObject({
      id: "msg_011CdMNhurHSJCxCC2NB7WYc",
      model: "claude-opus-5",
      created: 5,
    });
    expect(answer.choices).toMatchObject([
      {
        parts: [
          { type: "reasoning", signature: expect.stringContaining("CAIS") as string },
          { type: "text" },
        ],
        finish: "stop",
      },
    ]);
    expect(answer.usage).toEqual({ prompt: 51, cached: 0, completion: 1699, reasoning: 139 });
  });

  test("recorded calls keep their arguments as the vendor wrote them", async () => {
    const text = await fixture("anthropic-json-tool.1.json");
    const [part] = readResponse(text).choices[0]?.parts ?? [];
    expect(part?.type === "tool-call" ? part.arguments : "").toBe(
      text.slice(text.indexOf('"input": ') + 9, text.lastIndexOf("]\n      }") + 9),
    );
    const none = readResponse(await fixture("anthropic-tool-no-args.json"));
    expect(none.choices[0]).toMatchObject({
      parts: [{ type: "text" }, { type: "tool-call", name: "updateIssueList", arguments: "{}" }],
      finish: "tool-calls",
    });
  });

  test("several text blocks all survive; empty ones say nothing", () => {
    const content = ["a", "", "\n", "b"].map((text) => ({ type: "text", text }));
    expect(read({ content }).choices[0]?.parts).toEqual(
      ["a", "\n", "b"].map((text): Part => ({ type: "text", text })),
    );
  });

  test("a refusal is told in the vendor's words", async () => {
    const answer = readResponse(await fixture("anthropic-refusal.json"));
    expect(answer.choices[0]).toMatchObject({
      parts: [
        { type: "refusal", text: expect.stringContaining("violative cyber content") as string },
      ],
      finish: "content-filter",
    });
  });

  test("numbers beyond float64 and blocks nobody knows", () => {
    const text =
      '{"content":[{"type":"web_search_tool_result","content":[]},{"type":"tool_use","id":"a","name":"f","input":{"n":12345678901234567890,"x":1e400}}],"stop_reason":"tool_use"}';
    expect(readResponse(text).choices[0]).toEqual({
      parts: [
        {
          type: "opaque",
          dialect: "messages",
          value: { type: "web_search_tool_result", content: [] },
        },
        call('{"n":12345678901234567890,"x":1e400}'),
      ],
      finish: "tool-calls",
    });
  });

  const tool_use = { type: "tool_use", id: "a", name: "f", input: {} };
  test.each<[string | null, boolean, FinishReason]>([
    ["end_turn", false, "stop"],
    ["end_turn", true, "tool-calls"],
    ["stop_sequence", false, "stop"],
    ["max_tokens", false, "length"],
    ["max_tokens", true, "length"],
    ["model_context_window_exceeded", false, "length"],
    ["tool_use", true, "tool-calls"],
    ["tool_use", false, "stop"],
    ["refusal", false, "content-filter"],
    ["pause_turn", false, "pause"],
    ["compaction", false, "stop"],
    ["constructor", false, "stop"],
    [null, false, "stop"],
  ])("stop_reason %s, with calls %p, is %s", (stop_reason, hasCalls, finish) => {
    expect(read({ stop_reason, content: hasCalls ? [tool_use] : [] }).choices[0]?.finish).toBe(
      finish,
    );
  });

  test("the dialect's own fields are kept for itself", () => {
    expect(read({ container: { id: "c" }, stop_sequence: "END" }).extras).toEqual({
      messages: { container: { id: "c" } },
    });
  });

  test.each(["", "[]", "{}", '{"type":"error","error":{"message":"no"}}'])(
    "%j is not an answer",
    (text) => {
      expect(() => readResponse(text)).toThrow(expect.objectContaining({ code: "upstream_error" }));
    },
  );
});

describe("writeResponse", () => {
  test("has every field the official clients read", () => {
    expect(write([{ type: "text", text: "hi" }])).toEqual({
      id: "x",
      type: "message",
      role: "assistant",
      model: "m",
      content: [{ type: "text", text: "hi" }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: {
        input_tokens: 0,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        output_tokens: 0,
      },
    });
  });

  test.each<[FinishReason, string]>([
    ["stop", "end_turn"],
    ["length", "max_tokens"],
    ["tool-calls", "tool_use"],
    ["content-filter", "refusal"],
    ["pause", "pause_turn"],
  ])("%s is %s", (finish, stop_reason) => {
    expect(write([], finish)["stop_reason"]).toBe(stop_reason);
  });

  test("arguments go in as the model wrote them, and nothing is {}", () => {
    expect(raw([call('{"n":12345678901234567890,"x":1e400}')])).toContain(
      '"input":{"n":12345678901234567890,"x":1e400}}',
    );
    expect(raw([call("")])).toContain('"input":{}}');
  });

  test("broken arguments: an error, unless the answer was cut off in the middle of them", () => {
    expect(() => raw([call('{"a":')], "tool-calls")).toThrow(
      expect.objectContaining({ code: "upstream_error" }),
    );
    expect(write([{ type: "text", text: "x" }, call('{"a":')], "length")).toMatchObject({
      content: [{ type: "text", text: "x" }],
      stop_reason: "max_tokens",
    });
  });

  test("thoughts, signed or not or hidden; a refusal; the first answer of several", () => {
    const parts: Part[] = [
      { type: "reasoning", text: "a", signature: "s" },
      { type: "reasoning", text: "b" },
      { type: "reasoning", text: "", redacted: "d" },
      { type: "refusal", text: "no" },
      { type: "opaque", dialect: "generate-content", value: {} },
    ];
    const choices = [
      { parts, finish: "stop" as const },
      { parts: [], finish: "stop" as const },
    ];
    expect(JSON.parse(writeResponse({ id: "x", model: "m", created: 1, choices }))).toMatchObject({
      content: [
        { type: "thinking", thinking: "a", signature: "s" },
        { type: "thinking", thinking: "b", signature: "" },
        { type: "redacted_thinking", data: "d" },
        { type: "text", text: "no" },
      ],
    });
  });
});
