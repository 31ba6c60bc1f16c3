import { describe, expect, test } from "bun:test";
import * as wire from "../../../../test/llm/responses-stream.ts";
import { SseReader, writeSse } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { eventReducer } from "./read-events.ts";

type Wire = Readonly<Record<string, unknown>>;

function readText(text: string): StreamEvent[] {
  const reader = codec.makeEventReader();
  const frames = new SseReader().push(new TextEncoder().encode(text));
  return [...frames.flatMap((frame) => reader.step(frame)), ...reader.halt()];
}

const read = (...events: readonly Wire[]): StreamEvent[] => readText(wire.frames(events));

const start: StreamEvent = {
  type: "start",
  id: "resp_1",
  model: "gpt-5.1",
  created: 1_765_552_659,
};
const usage: StreamEvent = {
  type: "usage",
  usage: { prompt: 30, cached: 10, completion: 20, reasoning: 8 },
};
const finish = (reason: "stop" | "tool-calls" | "length" | "content-filter"): StreamEvent => ({
  type: "finish",
  reasons: [reason],
});
const text = (words: string): StreamEvent => ({ type: "text-delta", choice: 0, text: words });
const thought = (words: string): StreamEvent => ({
  type: "reasoning-delta",
  choice: 0,
  text: words,
});

describe("a whole answer", () => {
  test("text", () => {
    const { created, inProgress, message, completed, messageItem } = wire;
    expect(
      read(created, inProgress, ...message(0, "Hel", "lo"), completed(messageItem("Hello"))),
    ).toEqual([start, text("Hel"), text("lo"), usage, finish("stop")]);
  });

  test("thoughts with proof, then parallel calls: the finished cipher counts", () => {
    const { created, reasoning, call, completed } = wire;
    const got = read(
      created,
      ...reasoning(0, ["first", "second"], "gAAAA-whole"),
      ...call(1, "a", "f", '{"n":', "12345678901234567890}"),
      ...call(2, "b", "g", "{}"),
      completed(),
    );
    expect(got).toEqual([
      start,
      thought("first"),
      thought("\n\n"),
      thought("second"),
      { type: "reasoning-signature", choice: 0, signature: "gAAAA-whole" },
      { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
      { type: "tool-delta", choice: 0, tool: 0, text: '{"n":' },
      { type: "tool-delta", choice: 0, tool: 0, text: "12345678901234567890}" },
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "tool-start", choice: 0, tool: 1, id: "b", name: "g" },
      { type: "tool-delta", choice: 0, tool: 1, text: "{}" },
      { type: "tool-end", choice: 0, tool: 1 },
      usage,
      finish("tool-calls"),
    ]);
  });

  test("thoughts shown only encrypted", () => {
    const got = read(wire.created, ...wire.reasoning(0, [], "gAAAA"), wire.completed());
    expect(got[1]).toEqual({ type: "reasoning-redacted", choice: 0, data: "gAAAA" });
  });

  test("thoughts the vendor keeps to itself leave nothing", () => {
    const got = read(wire.created, ...wire.reasoning(0, []), wire.completed());
    expect(got).toEqual([start, usage, finish("stop")]);
  });

  test("a custom call, a refusal", () => {
    const { created, added, delta, done, customItem, completed } = wire;
    const got = read(
      created,
      added(0, customItem("a", "sql", "")),
      delta("custom_tool_call_input", 0, "SELECT 1"),
      done(0, customItem("a", "sql", "SELECT 1")),
      delta("refusal", 1, "no"),
      completed(),
    );
    expect(got.slice(1, 5)).toEqual([
      { type: "tool-start", choice: 0, tool: 0, id: "a", name: "sql", custom: true },
      { type: "tool-delta", choice: 0, tool: 0, text: "SELECT 1" },
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "refusal-delta", choice: 0, text: "no" },
    ]);
  });

  test.each([
    ["max_output_tokens", "length"],
    ["content_filter", "content-filter"],
    ["a_reason_of_next_month", "length"],
  ] as const)("incomplete by %s is %s, with its bill", (reason, expected) => {
    const got = read(wire.created, ...wire.message(0, "a"), wire.incomplete(reason));
    expect(got.slice(-2)).toEqual([usage, finish(expected)]);
  });
});

describe("vendors that differ", () => {
  test("another id in every event", () => {
    let id = 0;
    const rotate = (event: Wire): Wire => ({
      ...event,
      ...(event["item_id"] === undefined ? {} : { item_id: `x${id++}` }),
      ...(event["item"] === undefined
        ? {}
        : { item: { ...(event["item"] as Wire), id: `x${id++}` } }),
    });
    const list = [
      wire.created,
      ...wire.message(0, "a"),
      ...wire.call(1, "c", "f", "{}"),
      wire.completed(),
    ];
    expect(read(...list.map(rotate))).toEqual(read(...list));
  });

  test("no deltas: items whole in their done events", () => {
    const { created, done, messageItem, callItem, reasoningItem, completed } = wire;
    const got = read(
      created,
      done(0, reasoningItem(["hm"], "gAAAA")),
      done(1, messageItem("Hello")),
      done(2, callItem("a", "f", '{"x":1}')),
      completed(),
    );
    expect(got.slice(1, -2)).toEqual([
      thought("hm"),
      { type: "reasoning-signature", choice: 0, signature: "gAAAA" },
      text("Hello"),
      { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
      { type: "tool-delta", choice: 0, tool: 0, text: '{"x":1}' },
      { type: "tool-end", choice: 0, tool: 0 },
    ]);
  });

  test("nothing but the last event", () => {
    const got = read(wire.completed(wire.messageItem("Hello"), wire.callItem("a", "f", "")));
    expect(got.map((event) => event.type)).toEqual([
      "start",
      "text-delta",
      "tool-start",
      "tool-end",
      "usage",
      "finish",
    ]);
  });

  test("the last event with an empty output after all was streamed", () => {
    const got = read(wire.created, ...wire.message(0, "Hello"), wire.completed());
    expect(got).toContainEqual(text("Hello"));
    expect(got.filter((event) => event.type === "text-delta")).toHaveLength(1);
  });

  test("arguments before the name, arguments only at the end, no done", () => {
    const { created, delta, added, done, callItem, completed } = wire;
    const late = read(
      created,
      delta("function_call_arguments", 0, '{"a":1}'),
      done(0, callItem("a", "f", '{"a":1}')),
      completed(),
    );
    const whole = read(
      created,
      added(0, callItem("a", "f", "")),
      { type: "response.function_call_arguments.done", output_index: 0, arguments: '{"a":1}' },
      completed(),
    );
    for (const got of [late, whole]) {
      expect(got.slice(1, 4)).toEqual([
        { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
        { type: "tool-delta", choice: 0, tool: 0, text: '{"a":1}' },
        { type: "tool-end", choice: 0, tool: 0 },
      ]);
    }
  });

  test("every item numbered 0", () => {
    const got = read(
      wire.created,
      ...wire.call(0, "a", "f", "1"),
      ...wire.call(0, "b", "g", "2"),
      wire.completed(),
    );
    expect(got.filter((event) => event.type === "tool-start")).toMatchObject([
      { tool: 0, id: "a" },
      { tool: 1, id: "b" },
    ]);
    expect(got.filter((event) => event.type === "tool-end")).toHaveLength(2);
  });

  test("calls without an id get one, the same every time", () => {
    const ids = () =>
      read(
        wire.created,
        wire.done(0, { type: "function_call", name: "f", arguments: "" }),
        wire.completed(),
      )
        .filter((event) => event.type === "tool-start")
        .map((event) => event.id);
    expect(ids()).toEqual(["call_resp_1_0"]);
    expect(ids()).toEqual(ids());
  });

  test("thoughts shown in two fields are read once", () => {
    const { created, delta, completed } = wire;
    const got = read(
      created,
      delta("reasoning_text", 0, "raw "),
      delta("reasoning_summary_text", 0, "short"),
      delta("reasoning_text", 0, "thoughts"),
      completed(),
    );
    expect(got.slice(1, 3)).toEqual([thought("raw "), thought("thoughts")]);
  });

  test("no event names, no sequence, an end mark, and events nobody knows", () => {
    const list = [
      wire.created,
      { type: "keepalive" },
      { type: "codex.rate_limits", limit_reached: true },
      wire.added(0, { type: "web_search_call", id: "ws_1", status: "in_progress" }),
      { type: "response.web_search_call.searching", output_index: 0 },
      wire.done(0, { type: "web_search_call", id: "ws_1", status: "completed" }),
      ...wire.message(1, "a"),
      wire.completed(),
    ];
    const plain =
      list.map((event) => writeSse(JSON.stringify(event))).join("") + writeSse("[DONE]");
    expect(readText(plain)).toEqual([start, text("a"), usage, finish("stop")]);
  });
});

describe("what is not whole", () => {
  test.each([
    ["nothing at all", [], "upstream_cut", "before the answer was finished"],
    ["only a beginning", [wire.created], "upstream_cut", "before the answer was finished"],
    [
      "silence after the text",
      [wire.created, ...wire.message(0, "a")],
      "upstream_cut",
      "before the answer was finished",
    ],
    [
      "response.failed",
      [wire.created, wire.failed("rate_limit_exceeded", "too large")],
      "upstream_error",
      "too large",
    ],
    [
      "an error, nested",
      [
        wire.created,
        { type: "error", error: { type: "server_error", code: null, message: "boom" } },
      ],
      "upstream_error",
      "boom",
    ],
    [
      "an error, flat",
      [wire.created, { type: "error", code: "x", message: "boom", param: null }],
      "upstream_error",
      "boom",
    ],
  ])("%s is an error", (_what, list, code, message) => {
    const last = read(...list).at(-1);
    if (last?.type !== "error") throw new Error("no error");
    expect(last.error.code as string).toBe(code);
    expect(last.error.message).toContain(message);
  });

  test("an end mark alone finishes nothing; no JSON, and an error that is none, are errors", () => {
    const begun = wire.frames([wire.created]);
    const last = (more: string) => {
      const event = readText(begun + more).at(-1);
      return event?.type === "error" ? `${event.error.code}: ${event.error.message}` : event?.type;
    };
    expect(last(writeSse("[DONE]"))).toContain("upstream_cut");
    expect(last(writeSse("oops"))).toMatch(/^upstream_cut: .*not JSON/);
    expect(last(writeSse("gone", "error"))).toContain("gone");
    expect(last(writeSse('{"error":{"message":"late"}}'))).toContain("late");
  });

  test("a failure still reports its tokens, and nothing follows the end", () => {
    const fail = wire.failed("server_error", "boom");
    const billed = { ...fail, response: { ...(fail["response"] as Wire), usage: wire.tokens } };
    const got = read(wire.created, billed, ...wire.message(0, "late"), wire.completed());
    expect(got.map((event) => event.type)).toEqual(["start", "usage", "error"]);
  });

  test("a step changes no state it was given", () => {
    const [, begun] = [wire.created, ...wire.call(0, "a", "f", "{", "}")].reduce<
      [StreamEvent[], typeof eventReducer.initial]
    >(
      ([all, state], event) => {
        Object.freeze(state);
        Object.freeze(state.items);
        const frame = { raw: "", event: null, data: JSON.stringify(event) };
        const [next, events] = eventReducer.step(state, frame);
        expect(eventReducer.step(state, frame)).toEqual([next, events]);
        return [[...all, ...events], next];
      },
      [[], eventReducer.initial],
    );
    expect(begun.tools).toBe(1);
  });
});
