import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  finishReason,
  settleFinish,
  toolCall,
  usage,
} from "../../../../test/llm/canonical-arbitrary.ts";
import { AppError } from "../../../base/errors.ts";
import { SseReader, writeSse } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { eventReducer } from "./read-events.ts";

function readAll(text: string): StreamEvent[] {
  const reader = codec.makeEventReader();
  const frames = new SseReader().push(new TextEncoder().encode(text));
  return [...frames.flatMap((frame) => reader.step(frame)), ...reader.halt()];
}

function writeAll(events: readonly StreamEvent[], wantsUsage = true): string {
  const writer = codec.makeEventWriter({ model: "m", wantsUsage });
  return events.map((event) => writer.write(event)).join("");
}

const stream = (...chunks: unknown[]) =>
  readAll(
    chunks
      .map((chunk) => writeSse(typeof chunk === "string" ? chunk : JSON.stringify(chunk)))
      .join(""),
  );
const delta = (fields: unknown, finish_reason: string | null = null) => ({
  id: "x",
  choices: [{ index: 0, delta: fields, finish_reason }],
});
const fragment = (fields: unknown) => delta({ tool_calls: [fields] });
const end = delta({}, "stop");

// ---- arbitrary streams ---------------------------------------------------------------------------------------------

const some = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
type Make = (choice: number) => StreamEvent[];

const said: fc.Arbitrary<Make> = fc.oneof(
  some.map((text): Make => (choice) => [{ type: "text-delta", choice, text }]),
  some.map((text): Make => (choice) => [{ type: "refusal-delta", choice, text }]),
  some.map((text): Make => (choice) => [{ type: "reasoning-delta", choice, text }]),
  some.map((signature): Make => (choice) => [{ type: "reasoning-signature", choice, signature }]),
  some.map((data): Make => (choice) => [{ type: "reasoning-redacted", choice, data }]),
);

const calls = fc.array(fc.tuple(toolCall, fc.array(some, { minLength: 1, maxLength: 3 })), {
  maxLength: 3,
});

const choiceEvents = fc.record({
  said: fc.array(said, { maxLength: 6 }),
  calls,
  reason: finishReason,
});

const events: fc.Arbitrary<StreamEvent[]> = fc
  .tuple(fc.array(choiceEvents, { minLength: 1, maxLength: 2 }), usage, some, fc.nat())
  .map(([choices, counted, id, created]) => {
    const ends = choices.flatMap((one, choice) =>
      one.calls.map((_call, tool): StreamEvent => ({ type: "tool-end", choice, tool })),
    );
    const body = choices.flatMap((one, choice) => [
      ...one.said.flatMap((make) => make(choice)),
      ...one.calls.flatMap(([call, pieces], tool): StreamEvent[] => {
        const { name, custom, signature } = call;
        const optional = {
          ...(custom ? { custom } : {}),
          ...(signature === undefined ? {} : { signature }),
        };
        return [
          { type: "tool-start", choice, tool, id: `call-${tool}`, name, ...optional },
          ...pieces.map((text): StreamEvent => ({ type: "tool-delta", choice, tool, text })),
        ];
      }),
    ]);
    const reasons = choices.map((one) => settleFinish(one.reason, one.calls.length > 0));
    return [
      { type: "start", id, model: "m", created },
      ...body,
      ...ends,
      { type: "usage", usage: counted },
      { type: "finish", reasons },
    ];
  });

describe("round trips", () => {
  test("events written and read again are the same", () => {
    fc.assert(
      fc.property(events, (sent) => {
        expect(readAll(writeAll(sent))).toEqual(sent);
      }),
      { numRuns: 300 },
    );
  });

  test("cut anywhere, a stream ends in exactly one terminal event, and never in an invented finish", () => {
    fc.assert(
      fc.property(events, fc.double({ min: 0, max: 1, noNaN: true }), (sent, share) => {
        const text = writeAll(sent);
        const at = Math.floor(text.length * share);
        const got = readAll(text.slice(0, at));
        const isTerminal = (event: StreamEvent) =>
          event.type === "finish" || event.type === "error";
        expect(got.filter(isTerminal)).toHaveLength(1);
        expect(isTerminal(got.at(-1) as StreamEvent)).toBe(true);
        if (got.at(-1)?.type === "finish") expect(text.slice(0, at)).toContain('"finish_reason":"');
      }),
    );
  });
});

describe("reading", () => {
  test("a recorded stream", async () => {
    const lines = (
      await Bun.file(new URL("fixtures/xai-tool-call.chunks.txt", import.meta.url)).text()
    ).trim();
    const got = stream(...lines.split("\n"));
    expect(got[0]).toMatchObject({ type: "start", model: "grok-3-mini" });
    expect(got.slice(-5)).toEqual([
      { type: "tool-start", choice: 0, tool: 0, id: "call_79382389", name: "weather" },
      { type: "tool-delta", choice: 0, tool: 0, text: '{"location":"San Francisco"}' },
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "usage", usage: { prompt: 307, cached: 306, completion: 253, reasoning: 227 } },
      { type: "finish", reasons: ["tool-calls"] },
    ]);
  });

  test.each([
    [
      "numbered from 1",
      [
        { index: 1, id: "a", function: { name: "f", arguments: "" } },
        { index: 1, function: { arguments: "1" } },
        { index: 2, id: "b", function: { name: "g", arguments: "2" } },
      ],
    ],
    [
      "all numbered 0",
      [
        { index: 0, id: "a", function: { name: "f", arguments: "1" } },
        { index: 0, id: "b", function: { name: "g", arguments: "2" } },
      ],
    ],
    [
      "not numbered",
      [
        { id: "a", function: { name: "f", arguments: "1" } },
        { id: "b", function: { name: "g" } },
        { function: { arguments: "2" } },
      ],
    ],
    [
      "id and name in every fragment",
      [
        { index: 0, id: "a", function: { name: "f", arguments: "" } },
        { index: 0, id: "a", function: { name: "f", arguments: "1" } },
        { index: 1, id: "b", function: { name: "g", arguments: "2" } },
      ],
    ],
    [
      "alternating",
      [
        { index: 0, id: "a", function: { name: "f" } },
        { index: 1, id: "b", function: { name: "g" } },
        { index: 0, function: { arguments: "1" } },
        { index: 1, function: { arguments: "2" } },
      ],
    ],
    [
      "a new id in every fragment",
      [
        { index: 0, id: "a", function: { name: "f" } },
        { index: 0, id: "zz", function: { arguments: "1" } },
        { index: 1, id: "b", function: { name: "g", arguments: "2" } },
      ],
    ],
    [
      "the name late",
      [
        { index: 0, id: "a", function: { arguments: "1" } },
        { index: 0, function: { name: "f" } },
        { index: 1, id: "b", function: { name: "g", arguments: "2" } },
      ],
    ],
  ])("two parallel calls, %s", (_how, fragments) => {
    const got = stream(...fragments.map(fragment), end);
    const starts = got.filter((event) => event.type === "tool-start");
    expect(starts).toMatchObject([
      { tool: 0, id: "a", name: "f" },
      { tool: 1, id: "b", name: "g" },
    ]);
    const text = (tool: number) =>
      got
        .map((event) => (event.type === "tool-delta" && event.tool === tool ? event.text : ""))
        .join("");
    expect([text(0), text(1)]).toEqual(["1", "2"]);
    expect(got.slice(-3)).toEqual([
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "tool-end", choice: 0, tool: 1 },
      { type: "finish", reasons: ["tool-calls"] },
    ]);
  });

  test("a call without an id gets one, the same every time", () => {
    const id = () =>
      stream(fragment({ index: 0, function: { name: "f" } }), end).find(
        (e) => e.type === "tool-start",
      )?.id;
    expect(id()).toBe("call_x_0_0");
  });

  test("thoughts sent in two fields are read once", () => {
    const both = delta({
      reasoning: "hm",
      reasoning_details: [{ type: "reasoning.text", text: "hm" }],
    });
    const signed = delta({ reasoning_details: [{ type: "reasoning.text", signature: "s" }] });
    expect(stream(both, signed, end).slice(1, 3)).toEqual([
      { type: "reasoning-delta", choice: 0, text: "hm" },
      { type: "reasoning-signature", choice: 0, signature: "s" },
    ]);
    const only = delta({ reasoning_details: [{ type: "reasoning.text", text: "hm" }] });
    expect(
      stream(only, only, end).filter((event) => event.type === "reasoning-delta"),
    ).toHaveLength(2);
  });

  test("Azure's first chunk starts nothing; [DONE] after a finish ends it; what follows is ignored", () => {
    const got = stream(
      { choices: [], prompt_filter_results: [] },
      delta({ content: "a" }, "stop"),
      "[DONE]",
      delta({ content: "b" }),
    );
    expect(got.map((event) => event.type)).toEqual(["start", "text-delta", "finish"]);
  });

  test.each([
    ["nothing at all", [], "upstream_cut"],
    ["an end mark without a finish", [delta({ content: "a" }), "[DONE]"], "upstream_cut"],
    ["silence before the finish", [delta({ content: "a" })], "upstream_cut"],
    [
      "one choice of two unfinished",
      [{ choices: [{ index: 1, delta: {}, finish_reason: "stop" }] }],
      "upstream_cut",
    ],
    ["no JSON", [delta({ content: "a" }), "oops"], "upstream_cut"],
    [
      "an error in band",
      [delta({ content: "a" }), { error: { message: "overloaded" } }],
      "upstream_error",
    ],
    ["finish_reason error", [delta({}, "error")], "upstream_error"],
  ])("%s is an error", (_what, chunks, code) => {
    const got = stream(...chunks);
    const last = got.at(-1);
    expect<unknown>(last?.type === "error" ? last.error.code : last?.type).toBe(code);
  });

  test("a step changes no state it was given", () => {
    const frozen = Object.freeze(eventReducer.initial);
    const [frame] = new SseReader().push(
      new TextEncoder().encode(writeSse(JSON.stringify(delta({ content: "a" })))),
    );
    if (frame === undefined) throw new Error("no frame");
    expect(eventReducer.step(frozen, frame)).toEqual(eventReducer.step(frozen, frame));
  });
});

describe("writing", () => {
  const start: StreamEvent = { type: "start", id: "x", model: "vendor-name", created: 5 };
  const chunks = (text: string): unknown[] =>
    text
      .split("\n\n")
      .filter((line) => line.startsWith("data: {"))
      .map((line) => JSON.parse(line.slice(6)) as unknown);

  test("begins with the role, keeps id and created, and shows the client's own model name", () => {
    const [first] = chunks(writeAll([start], false));
    expect(first).toEqual({
      id: "x",
      object: "chat.completion.chunk",
      created: 5,
      model: "m",
      choices: [
        {
          index: 0,
          delta: { role: "assistant", content: "", refusal: null },
          logprobs: null,
          finish_reason: null,
        },
      ],
    });
  });

  test("a call without arguments ends as {}", () => {
    const text = writeAll([
      start,
      { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
      { type: "tool-end", choice: 0, tool: 0 },
      { type: "finish", reasons: ["tool-calls"] },
    ]);
    expect(text).toContain('{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}');
  });

  test("usage only for a client that asked, in a chunk of its own before the end mark", () => {
    const sent: StreamEvent[] = [
      start,
      { type: "usage", usage: { prompt: 1, cached: 0, completion: 2, reasoning: 0 } },
      { type: "finish", reasons: ["stop"] },
    ];
    expect(writeAll(sent, false)).not.toContain("usage");
    expect(chunks(writeAll(sent)).at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: 3 },
    });
    expect(writeAll(sent)).toEndWith("data: [DONE]\n\n");
  });

  test("an error is the last thing, without an end mark", () => {
    const text = writeAll([start, { type: "error", error: new AppError("upstream_cut", "cut") }]);
    expect(text).not.toContain("[DONE]");
    expect(chunks(text).at(-1)).toEqual({
      error: { message: "cut", type: "upstream_error", param: null, code: "upstream_cut" },
    });
  });
});
