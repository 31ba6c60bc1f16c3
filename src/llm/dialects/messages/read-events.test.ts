import { describe, expect, test } from "bun:test";
import { SseReader, writeSse } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { makeReducer } from "./read-events.ts";

function readAll(text: string): StreamEvent[] {
  const reader = codec.makeEventReader();
  const frames = new SseReader().push(new TextEncoder().encode(text));
  return [...frames.flatMap((frame) => reader.step(frame)), ...reader.halt()];
}
type Wire = Record<string, unknown>;
const stream = (...events: (Wire | string)[]): StreamEvent[] =>
  readAll(
    events
      .map((event) =>
        typeof event === "string" ? event : writeSse(JSON.stringify(event), String(event["type"])),
      )
      .join(""),
  );

const start = {
  type: "message_start",
  message: { id: "msg_1", model: "v", usage: { input_tokens: 5, output_tokens: 1 } },
};
const block = (index: number, content_block: Wire) => ({
  type: "content_block_start",
  index,
  content_block,
});
const delta = (index: number, fields: Wire) => ({
  type: "content_block_delta",
  index,
  delta: fields,
});
const close = (index: number) => ({ type: "content_block_stop", index });
const text = (index: number, value: string) => delta(index, { type: "text_delta", text: value });
const json = (index: number, partial_json: string) =>
  delta(index, { type: "input_json_delta", partial_json });
const tool = (id: string, input: Wire = {}) => ({ type: "tool_use", id, name: "f", input });
const end = (stop_reason: string | null = "end_turn", usage: Wire = { output_tokens: 2 }) => ({
  type: "message_delta",
  delta: { stop_reason, stop_sequence: null },
  usage,
});
const stop = { type: "message_stop" };
const types = (events: readonly StreamEvent[]) => events.map(({ type }) => type);

describe("reading", () => {
  test("calls are counted from 0 without gaps, whatever their blocks are numbered", () => {
    const got = stream(
      start,
      block(0, { type: "text", text: "" }),
      text(0, "x"),
      close(0),
      block(1, tool("a")),
      json(1, ""),
      json(1, '{"n":123456789'),
      json(1, "01234567890}"),
      close(1),
      block(2, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
      json(2, "{}"),
      close(2),
      block(3, tool("b")),
      close(3),
      end("tool_use"),
      stop,
    );
    expect(got.slice(2, -2)).toEqual([
      { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
      { type: "tool-delta", choice: 0, tool: 0, text: '{"n":123456789' },
      { type: "tool-delta", choice: 0, tool: 0, text: "01234567890}" },
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "tool-start", choice: 0, tool: 1, id: "b", name: "f" },
      { type: "tool-end", choice: 0, tool: 1 },
    ]);
  });

  test("arguments given whole at the start count when no pieces follow, as they stand in the text", () => {
    const whole =
      'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{"n": 12345678901234567890}}}\n\n';
    expect(stream(start, whole, close(0), end("tool_use"), stop).slice(2, 4)).toEqual([
      { type: "tool-delta", choice: 0, tool: 0, text: '{"n": 12345678901234567890}' },
      { type: "tool-end", choice: 0, tool: 0 },
    ]);
    const both = stream(start, whole, json(0, "{}"), close(0), end("tool_use"), stop);
    expect(both.filter(({ type }) => type === "tool-delta")).toMatchObject([{ text: "{}" }]);
  });

  test("thoughts whole at the start, hidden ones, and ones whose words are kept back", () => {
    const got = stream(
      start,
      block(0, { type: "thinking", thinking: "hm", signature: "s1" }),
      close(0),
      block(1, { type: "redacted_thinking", data: "d" }),
      close(1),
      block(2, { type: "thinking", thinking: "", signature: "" }),
      delta(2, { type: "signature_delta", signature: "s2" }),
      close(2),
      end(),
      stop,
    );
    expect(got.slice(1, 5)).toEqual([
      { type: "reasoning-delta", choice: 0, text: "hm" },
      { type: "reasoning-signature", choice: 0, signature: "s1" },
      { type: "reasoning-redacted", choice: 0, data: "d" },
      { type: "reasoning-signature", choice: 0, signature: "s2" },
    ]);
  });

  test("pings, citations, and events and pieces of next year are skipped", () => {
    const got = stream(
      { type: "ping" },
      start,
      { type: "ping" },
      block(0, { type: "text", text: "", citations: [] }),
      delta(0, { type: "citations_delta", citation: {} }),
      delta(0, { type: "new_delta", text: "?" }),
      text(0, "x"),
      ": comment\n\n",
      { type: "new_event" },
      close(0),
      end(),
      stop,
    );
    expect(types(got)).toEqual(["start", "text-delta", "usage", "finish"]);
  });

  test("a second message_start goes on with the first answer", () => {
    const other = {
      type: "message_start",
      message: { id: "msg_2", model: "w", usage: { input_tokens: 7, output_tokens: 1 } },
    };
    const got = stream(
      start,
      block(0, { type: "text", text: "" }),
      text(0, "a"),
      end("refusal"),
      other,
      block(0, { type: "text", text: "" }),
      text(0, "b"),
      close(0),
      end(),
      stop,
    );
    expect(types(got)).toEqual(["start", "text-delta", "usage", "text-delta", "usage", "finish"]);
    expect(got[0]).toMatchObject({ id: "msg_1" });
    expect(got.at(-1)).toEqual({ type: "finish", reasons: ["stop"] });
    expect(types(stream(start, start, end(), stop))).toEqual(["start", "usage", "finish"]);
    expect(stream(start, end("refusal"), other).at(-1)?.type).toBe("error");
  });

  test("events without names, blocks that are never begun or never ended", () => {
    const bare = (event: Wire) => `data: ${JSON.stringify(event)}\n\n`;
    expect(types(stream(bare(start), bare(text(0, "x")), bare(end()), bare(stop)))).toEqual([
      "start",
      "text-delta",
      "usage",
      "finish",
    ]);
    expect(types(stream(text(0, "x"), end(), stop))).toEqual(["start", "text-delta", "finish"]);
    expect(types(stream(start, block(0, tool("a")), json(0, "{}"), end("tool_use"), stop))).toEqual(
      ["start", "tool-start", "tool-delta", "usage", "tool-end", "finish"],
    );
    expect(
      types(stream(start, block(0, tool("a")), block(0, tool("b")), end("tool_use"), stop)),
    ).toEqual(["start", "tool-start", "tool-end", "tool-start", "usage", "tool-end", "finish"]);
  });

  test("no message_stop after a stop reason is still an end", () => {
    expect(stream(start, end()).at(-1)).toEqual({ type: "finish", reasons: ["stop"] });
  });

  test.each<[string, (Wire | string)[], string]>([
    ["nothing at all", [], "upstream_cut"],
    [
      "a stream cut off",
      [start, block(0, { type: "text", text: "" }), text(0, "x")],
      "upstream_cut",
    ],
    ["an end without a reason", [start, text(0, "x"), stop], "upstream_cut"],
    ["a reason that is null", [start, end(null), stop], "upstream_cut"],
    [
      "a call cut off in its arguments",
      [start, block(0, tool("a")), json(0, '{"a')],
      "upstream_cut",
    ],
    ["no JSON", [start, "data: oops\n\n"], "upstream_cut"],
    ["another dialect", ['data: {"choices":[]}\n\n'], "upstream_cut"],
    [
      "an error in the stream",
      [start, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }],
      "upstream_error",
    ],
    [
      "an error first",
      [{ type: "error", error: { type: "api_error", message: "no" } }],
      "upstream_error",
    ],
    ["an error that is no JSON", [start, "event: error\ndata: gone\n\n"], "upstream_error"],
  ])("%s is an error, once, and last", (_what, events, code) => {
    const got = stream(...events, text(0, "late"), end(), stop);
    const only = stream(...events);
    const last = only.at(-1);
    expect<unknown>(last?.type === "error" ? last.error.code : last?.type).toBe(code);
    for (const all of [got, only]) {
      expect(all.filter(({ type }) => type === "error" || type === "finish")).toHaveLength(1);
    }
  });

  test("overload keeps its name, so that the client's dialect can say it", () => {
    const got = stream(start, {
      type: "error",
      error: { type: "overloaded_error", message: "Overloaded" },
    });
    const last = got.at(-1);
    expect(last?.type === "error" ? last.error.detail.type : "").toBe("overloaded_error");
  });

  test("a step changes no state it was given", () => {
    const reducer = makeReducer(0);
    const [frame] = new SseReader().push(new TextEncoder().encode(writeSse(JSON.stringify(start))));
    if (frame === undefined) throw new Error("no frame");
    expect(reducer.step(reducer.initial, frame)).toEqual(reducer.step(reducer.initial, frame));
  });
});
