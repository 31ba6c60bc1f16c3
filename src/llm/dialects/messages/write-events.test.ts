import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { SseReader } from "../../../base/sse.ts";
import type { FinishReason, StreamEvent } from "../../canonical.ts";
import { codec } from "./codec.ts";

type Wire = Record<string, unknown>;

function writeAll(events: readonly StreamEvent[]): string {
  const writer = codec.makeEventWriter({ model: "m", wantsUsage: true });
  return events.map((event) => writer.write(event)).join("");
}

describe("writing", () => {
  const begin: StreamEvent = { type: "start", id: "x", model: "vendor", created: 5 };
  const finish = (reason: FinishReason = "stop"): StreamEvent => ({
    type: "finish",
    reasons: [reason],
  });
  const said = (value: string): StreamEvent => ({ type: "text-delta", choice: 0, text: value });
  const opens = (n: number): StreamEvent => ({
    type: "tool-start",
    choice: 0,
    tool: n,
    id: `t${n}`,
    name: "f",
  });
  const piece = (n: number, value: string): StreamEvent => ({
    type: "tool-delta",
    choice: 0,
    tool: n,
    text: value,
  });
  const ends = (n: number): StreamEvent => ({ type: "tool-end", choice: 0, tool: n });
  const wire = (events: readonly StreamEvent[]): Wire[] =>
    new SseReader().push(new TextEncoder().encode(writeAll(events))).map((frame) => {
      const data = JSON.parse(frame.data ?? "") as Wire;
      expect(frame.event).toBe(data["type"] as string);
      return data;
    });
  /** `type index` of each event, which says all about the order. */
  const order = (events: readonly StreamEvent[]): string[] =>
    wire(events).map((event) => {
      const index = event["index"] as number | undefined;
      return `${String(event["type"]).replace("content_block_", "")}${index === undefined ? "" : ` ${index}`}`;
    });

  test("begins with the whole message, nothing counted, under the client's own model name", () => {
    expect(wire([begin])).toMatchObject([
      {
        type: "message_start",
        message: {
          id: "x",
          type: "message",
          role: "assistant",
          model: "m",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 0, output_tokens: 0 },
        },
      },
    ]);
  });

  test("ends with the reason and the usage, which overrides the beginning", () => {
    const usage = {
      prompt: 100,
      cached: 60,
      cacheWrite: 30,
      cacheWriteHour: 10,
      completion: 7,
      reasoning: 3,
    };
    expect(wire([begin, said("x"), { type: "usage", usage }, finish("length")]).slice(-2)).toEqual([
      {
        type: "message_delta",
        delta: { stop_reason: "max_tokens", stop_sequence: null },
        usage: {
          input_tokens: 10,
          cache_read_input_tokens: 60,
          cache_creation_input_tokens: 30,
          cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
          output_tokens: 7,
          output_tokens_details: { thinking_tokens: 3 },
        },
      },
      { type: "message_stop" },
    ]);
  });

  test("a block is closed before another is opened", () => {
    expect(
      order([
        begin,
        { type: "reasoning-delta", choice: 0, text: "hm" },
        { type: "reasoning-signature", choice: 0, signature: "s" },
        { type: "reasoning-redacted", choice: 0, data: "d" },
        said("a"),
        said("b"),
        opens(0),
        piece(0, "{}"),
        ends(0),
        said("c"),
        opens(1),
        ends(1),
        finish("tool-calls"),
      ]),
    ).toEqual([
      "message_start",
      "start 0",
      "delta 0",
      "delta 0",
      "stop 0",
      "start 1",
      "stop 1",
      "start 2",
      "delta 2",
      "delta 2",
      "stop 2",
      "start 3",
      "delta 3",
      "stop 3",
      "start 4",
      "delta 4",
      "stop 4",
      "start 5",
      "delta 5",
      "stop 5",
      "message_delta",
      "message_stop",
    ]);
  });

  test("calls that alternate are written one after the other, and nothing is lost", () => {
    const events = wire([
      begin,
      said("x"),
      opens(0),
      piece(0, '{"a":'),
      opens(1),
      piece(1, '{"b":'),
      piece(0, "1}"),
      piece(1, "2}"),
      said("y"),
      ends(0),
      ends(1),
      finish("tool-calls"),
    ]);
    const pieces = (index: number) =>
      events
        .filter((event) => event["index"] === index && event["type"] === "content_block_delta")
        .map(
          (event) =>
            (event["delta"] as { partial_json?: string; text?: string }).partial_json ??
            (event["delta"] as { text?: string }).text,
        )
        .join("");
    expect([0, 1, 2, 3].map(pieces)).toEqual(["x", '{"a":1}', '{"b":2}', "y"]);
    expect(order([begin, opens(0), opens(1), ends(1), piece(0, "{}"), ends(0), finish()])).toEqual([
      "message_start",
      "start 0",
      "delta 0",
      "stop 0",
      "start 1",
      "delta 1",
      "stop 1",
      "message_delta",
      "message_stop",
    ]);
  });

  test("the first of several open calls is written as it comes", () => {
    const writer = codec.makeEventWriter({ model: "m", wantsUsage: true });
    writer.write(begin);
    writer.write(opens(0));
    expect(writer.write(opens(1))).toBe("");
    expect(writer.write(piece(1, "{}"))).toBe("");
    expect(writer.write(piece(0, "{}"))).toContain("input_json_delta");
    expect(writer.write(ends(0))).toContain('"id":"t1"');
  });

  test("a call without arguments ends as {}; one of free text is wrapped", () => {
    const input = (events: readonly StreamEvent[]) =>
      wire(events)
        .map(
          (event) => (event["delta"] as { partial_json?: string } | undefined)?.partial_json ?? "",
        )
        .join("");
    expect(input([begin, opens(0), ends(0), finish()])).toBe("{}");
    const custom: StreamEvent = {
      type: "tool-start",
      choice: 0,
      tool: 0,
      id: "t",
      name: "f",
      custom: true,
    };
    expect(input([begin, custom, piece(0, 'say "hi'), piece(0, '"\n😀'), ends(0), finish()])).toBe(
      JSON.stringify({ input: 'say "hi"\n😀' }),
    );
    expect(input([begin, custom, ends(0), finish()])).toBe('{"input":""}');
  });

  test("a signature without words is an empty thought", () => {
    expect(
      wire([
        begin,
        { type: "reasoning-signature", choice: 0, signature: "s" },
        said("x"),
        finish(),
      ]).slice(1, 4),
    ).toEqual([
      {
        type: "content_block_start",
        index: 0,
        content_block: { type: "thinking", thinking: "", signature: "" },
      },
      { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s" } },
      { type: "content_block_stop", index: 0 },
    ]);
  });

  test("only the first of several answers has room", () => {
    expect(
      order([
        begin,
        { type: "text-delta", choice: 1, text: "other" },
        { type: "finish", reasons: ["stop", "length"] },
      ]),
    ).toEqual(["message_start", "message_delta", "message_stop"]);
  });

  test.each<[FinishReason, string]>([
    ["stop", "end_turn"],
    ["length", "max_tokens"],
    ["tool-calls", "tool_use"],
    ["content-filter", "refusal"],
    ["pause", "pause_turn"],
  ])("%s is %s", (reason, stop_reason) => {
    expect(wire([begin, finish(reason)]).at(-2)).toMatchObject({ delta: { stop_reason } });
  });

  test("an error is the last thing, in the dialect's own form, without an end", () => {
    const error = new AppError("upstream_error", "Overloaded", { type: "overloaded_error" });
    expect(wire([begin, said("x"), { type: "error", error }]).slice(2)).toEqual([
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "x" } },
      {
        type: "error",
        error: { type: "overloaded_error", message: "Overloaded" },
        request_id: null,
      },
    ]);
  });
});
