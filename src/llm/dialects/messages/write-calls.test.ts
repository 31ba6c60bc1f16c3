import { describe, expect, test } from "bun:test";
import { call, result, say, text } from "../../../../test/llm/canonical-words.ts";
import type { CanonicalRequest, Message, Part } from "../../canonical.ts";
import { writeRequest } from "./request.ts";

type Body = Record<string, unknown> & { messages: { role: string; content: unknown }[] };

const hi = say("user", "hi");

function raw(fields: Partial<CanonicalRequest>): string {
  return writeRequest({ model: "claude-sonnet-4-5", messages: [hi], stream: false, ...fields });
}
function write(fields: Partial<CanonicalRequest>): Body {
  return JSON.parse(raw(fields)) as Body;
}
const turns = (...messages: Message[]) => write({ messages }).messages;

describe("tool calls", () => {
  test.each([
    ["", "{}"],
    ["  ", "{}"],
    ["null", "{}"],
    ["{}", "{}"],
    [
      '{"n":12345678901234567890,"x":1e400,"y":1.0}',
      '{"n":12345678901234567890,"x":1e400,"y":1.0}',
    ],
    ['{"2":1,"1":2}', '{"2":1,"1":2}'],
    ['{\n "a": 1}', '{\n "a": 1}'],
  ])("arguments %j go in as they are", (written, expected) => {
    const messages = [
      hi,
      say("assistant", call("a", written)),
      say("tool", result("a", text("1"))),
    ];
    expect(raw({ messages })).toContain(`"input":${expected}}`);
  });

  test.each(["{", "[1]", '"x"', "5", "{'a':1}"])(
    "%s is no object: 400 naming the message",
    (broken) => {
      const messages = [hi, say("assistant", call("call_9", broken))];
      expect(() => write({ messages })).toThrow(
        "`messages[1]` holds the tool call `call_9` of `f`",
      );
      expect(() => write({ messages })).toThrow(
        expect.objectContaining({ code: "invalid_request" }),
      );
    },
  );

  test("ids are kept, and made to fit where the wire does not allow them, in the call and its result alike", () => {
    const ids = ["toolu_01", "call-2", "functions.f:0", "ü", "pid_x", ""];
    const written = turns(
      hi,
      say("assistant", ...ids.map((id) => call(id, "{}"))),
      say("tool", ...ids.map((id) => result(id))),
    );
    const blocks = (turn: number) => written[turn]?.content as Record<string, string>[] | undefined;
    const calls = blocks(1)?.map(({ id }) => id ?? "") ?? [];
    const results = blocks(2)?.map((one) => one["tool_use_id"] ?? "") ?? [];
    expect(calls.slice(0, 2)).toEqual(["toolu_01", "call-2"]);
    expect(calls.every((id) => /^[a-zA-Z0-9_-]+$/.test(id))).toBe(true);
    expect(new Set(calls).size).toBe(ids.length);
    expect(results).toEqual(calls);
  });

  test("a free-text call of the history is wrapped", () => {
    const custom: Part = {
      type: "tool-call",
      id: "a",
      name: "patch",
      arguments: 'say "hi"',
      custom: true,
    };
    expect(turns(hi, say("assistant", custom))[1]?.content).toEqual([
      { type: "tool_use", id: "a", name: "patch", input: { input: 'say "hi"' } },
    ]);
  });

  test("results with pictures, documents, errors and caching", () => {
    const image: Part = {
      type: "image",
      source: { kind: "data", data: "AA", mediaType: "image/png" },
    };
    const messages = [
      hi,
      say("assistant", call("a", "{}")),
      say("tool", {
        type: "tool-result",
        callId: "a",
        parts: [text("see"), image],
        isError: true,
        cacheControl: { type: "ephemeral" },
      }),
    ];
    expect(write({ messages }).messages[2]?.content).toEqual([
      {
        type: "tool_result",
        tool_use_id: "a",
        content: [
          { type: "text", text: "see" },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AA" } },
        ],
        is_error: true,
        cache_control: { type: "ephemeral" },
      },
    ]);
  });
});
