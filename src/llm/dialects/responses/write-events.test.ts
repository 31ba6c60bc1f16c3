import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  finishReason,
  settleFinish,
  toolCall,
  usage,
} from "../../../../test/llm/canonical-arbitrary.ts";
import { AppError } from "../../../base/errors.ts";
import { SseReader } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import { codec } from "./codec.ts";

type Wire = Readonly<Record<string, unknown>>;

function writeAll(events: readonly StreamEvent[]): string {
  const writer = codec.makeEventWriter({ model: "m", wantsUsage: true });
  return events.map((event) => writer.write(event)).join("");
}

const parse = (text: string): Wire[] =>
  new SseReader().push(new TextEncoder().encode(text)).map((frame) => {
    const data = JSON.parse(frame.data ?? "") as Wire;
    expect(data["type"]).toBe(frame.event);
    return data;
  });

/** `cuts` say where the bytes come apart, each as a share of the whole. */
function readAll(text: string, cuts: readonly number[] = []): StreamEvent[] {
  const reader = codec.makeEventReader();
  const sse = new SseReader();
  const bytes = new TextEncoder().encode(text);
  const edges = [0, ...cuts.toSorted((a, b) => a - b), 1].map((cut) =>
    Math.round(cut * bytes.length),
  );
  const frames = edges.slice(1).flatMap((end, i) => sse.push(bytes.subarray(edges[i], end)));
  return [...frames.flatMap((frame) => reader.step(frame)), ...reader.halt()];
}

// ---- arbitrary streams ---------------------------------------------------------------------------------------------

const some = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });

const said: fc.Arbitrary<StreamEvent> = fc.oneof(
  some.map((text): StreamEvent => ({ type: "text-delta", choice: 0, text })),
  some.map((text): StreamEvent => ({ type: "refusal-delta", choice: 0, text })),
  some.map((text): StreamEvent => ({ type: "reasoning-delta", choice: 0, text })),
  some.map((signature): StreamEvent => ({ type: "reasoning-signature", choice: 0, signature })),
  some.map((data): StreamEvent => ({ type: "reasoning-redacted", choice: 0, data })),
);

const calls = fc.array(fc.tuple(toolCall, fc.array(some, { minLength: 1, maxLength: 3 })), {
  maxLength: 3,
});

const events: fc.Arbitrary<StreamEvent[]> = fc
  .tuple(
    fc.array(said, { maxLength: 8 }),
    calls,
    fc.array(said, { maxLength: 2 }),
    finishReason,
    usage,
    some,
  )
  .map(([before, made, after, reason, counted, id]) => {
    const starts = made.map(([{ name, custom, signature }], tool): StreamEvent => ({
      type: "tool-start",
      choice: 0,
      tool,
      id: `call-${tool}`,
      name,
      ...(custom ? { custom } : {}),
      ...(signature === undefined ? {} : { signature }),
    }));
    // Pieces of the calls by turns, as vendors that make them at once send them.
    const pieces = [0, 1, 2].flatMap((round) =>
      made.flatMap(([, texts], tool): StreamEvent[] => {
        const text = texts[round];
        return text === undefined ? [] : [{ type: "tool-delta", choice: 0, tool, text }];
      }),
    );
    const ends = made.map((_call, tool): StreamEvent => ({ type: "tool-end", choice: 0, tool }));
    const settled = settleFinish(reason, made.length > 0);
    return [
      { type: "start", id, model: "m", created: 5 },
      ...before,
      ...starts,
      ...pieces,
      ...ends,
      ...after,
      { type: "usage", usage: counted },
      {
        type: "finish",
        reasons: [settled === "tool-calls" && made.length === 0 ? "stop" : settled],
      },
    ];
  });

describe("round trips", () => {
  test("events written and read again are the same, however the bytes are cut", () => {
    const cut = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(events, fc.array(cut, { maxLength: 20 }), (sent, cuts) => {
        expect(readAll(writeAll(sent), cuts)).toEqual(sent);
      }),
      { numRuns: 300 },
    );
  });

  test("cut anywhere, a stream ends in exactly one terminal event, and never in an invented finish", () => {
    fc.assert(
      fc.property(events, fc.double({ min: 0, max: 1, noNaN: true }), (sent, share) => {
        const text = writeAll(sent);
        const got = readAll(text.slice(0, Math.floor(text.length * share)));
        const isTerminal = (event: StreamEvent) =>
          event.type === "finish" || event.type === "error";
        expect(got.filter(isTerminal)).toHaveLength(1);
        expect(isTerminal(got.at(-1) as StreamEvent)).toBe(true);
        if (share < 1) expect(got.at(-1)?.type).toBe("error");
      }),
    );
  });

  test("the stream is well ordered: dense numbers, stable ids, every item and part closed, all of it at the end", () => {
    fc.assert(
      fc.property(events, (sent) => {
        checkOrder(parse(writeAll(sent)));
      }),
      { numRuns: 200 },
    );
  });
});

function checkOrder(list: readonly Wire[]): void {
  expect(list.map((event) => event["sequence_number"])).toEqual(list.map((_event, i) => i));
  expect(list.slice(0, 2).map((event) => event["type"])).toEqual([
    "response.created",
    "response.in_progress",
  ]);
  const items: Wire[] = [];
  const finished: Wire[] = [];
  for (const event of list) {
    const index = event["output_index"] as number | undefined;
    const item = event["item"] as Wire | undefined;
    if (event["type"] === "response.output_item.added") {
      expect(index).toBe(items.length);
      items.push(item ?? {});
    } else if (event["type"] === "response.output_item.done") {
      expect(item?.["id"]).toBe(items[index ?? -1]?.["id"]);
      finished[index ?? -1] = item ?? {};
    } else if (index !== undefined) {
      expect(event["item_id"]).toBe(items[index]?.["id"]);
      expect(finished[index]).toBeUndefined();
    }
  }
  expect(new Set(items.map((item) => item["id"])).size).toBe(items.length);
  const last = list.at(-1);
  expect(["response.completed", "response.incomplete"]).toContain(String(last?.["type"]));
  expect(last?.["response"]).toHaveProperty("output", finished);
  expect(finished).toHaveLength(items.length);
}

// ---- tables --------------------------------------------------------------------------------------------------------

const start: StreamEvent = { type: "start", id: "chatcmpl-1", model: "vendor-name", created: 5 };
const types = (text: string) =>
  parse(text).map((event) => String(event["type"]).slice("response.".length));

describe("writing", () => {
  test("begins with an answer in progress that shows the client's own model name", () => {
    const [first] = parse(writeAll([start]));
    expect(first).toMatchObject({
      sequence_number: 0,
      response: {
        id: "chatcmpl-1",
        created_at: 5,
        model: "m",
        status: "in_progress",
        output: [],
        usage: null,
      },
    });
  });

  test("the whole sequence of a text", () => {
    const text = writeAll([
      start,
      { type: "text-delta", choice: 0, text: "a" },
      { type: "text-delta", choice: 0, text: "" },
      { type: "finish", reasons: ["stop"] },
    ]);
    expect(types(text)).toEqual([
      "created",
      "in_progress",
      "output_item.added",
      "content_part.added",
      "output_text.delta",
      "output_text.done",
      "content_part.done",
      "output_item.done",
      "completed",
    ]);
  });

  test("text and refusal are two parts of one message", () => {
    const list = parse(
      writeAll([
        start,
        { type: "text-delta", choice: 0, text: "a" },
        { type: "refusal-delta", choice: 0, text: "no" },
        { type: "finish", reasons: ["content-filter"] },
      ]),
    );
    expect(list.at(-1)).toMatchObject({
      type: "response.incomplete",
      response: {
        status: "incomplete",
        incomplete_details: { reason: "content_filter" },
        output: [
          {
            status: "incomplete",
            content: [
              { type: "output_text", text: "a" },
              { type: "refusal", refusal: "no" },
            ],
          },
        ],
      },
    });
  });

  test("a call without arguments ends as {}; a free one may stay empty", () => {
    const text = writeAll([
      start,
      { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
      { type: "tool-start", choice: 0, tool: 1, id: "b", name: "g", custom: true },
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "tool-end", choice: 0, tool: 1 },
      { type: "finish", reasons: ["tool-calls"] },
    ]);
    expect(types(text).slice(2)).toEqual([
      "output_item.added",
      "output_item.added",
      "function_call_arguments.delta",
      "function_call_arguments.done",
      "output_item.done",
      "custom_tool_call_input.done",
      "output_item.done",
      "completed",
    ]);
    expect(parse(text).at(-1)).toMatchObject({
      response: {
        output: [
          { call_id: "a", arguments: "{}" },
          { call_id: "b", input: "" },
        ],
      },
    });
  });

  test("an error: the finished items, in a failed answer, numbered on", () => {
    const text = writeAll([
      start,
      { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "text-delta", choice: 0, text: "half" },
      { type: "error", error: new AppError("upstream_cut", "cut") },
    ]);
    const list = parse(text);
    expect(list.map((event) => event["sequence_number"])).toEqual(list.map((_event, i) => i));
    expect(list.at(-2)).toMatchObject({ type: "error", code: "upstream_cut", message: "cut" });
    expect(list.at(-1)).toMatchObject({
      type: "response.failed",
      response: {
        id: "chatcmpl-1",
        status: "failed",
        error: { code: "server_error", message: "cut" },
        output: [{ type: "function_call" }],
      },
    });
  });

  test("answers beyond the first are not said", () => {
    expect(writeAll([{ type: "text-delta", choice: 1, text: "b" }])).toBe("");
  });
});
