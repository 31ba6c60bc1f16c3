import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { finishReason, toolCall, usage } from "../../../../test/llm/canonical-arbitrary.ts";
import { SseReader } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import { makeReader } from "../../codec.ts";
import { codec } from "./codec.ts";
import { makeReducer } from "./read-events.ts";

/** Bytes in pieces of any size, as a network cuts them. */
function readAll(text: string, size = Number.MAX_SAFE_INTEGER): StreamEvent[] {
  const reader = makeReader(makeReducer("seedseed", 5000));
  const frames = new SseReader();
  const bytes = new TextEncoder().encode(text);
  const events: StreamEvent[] = [];
  for (let at = 0; at < bytes.length; at += size) {
    for (const frame of frames.push(bytes.slice(at, Math.min(at + size, bytes.length)))) {
      events.push(...reader.step(frame));
    }
  }
  const last = frames.end();
  if (last !== null) events.push(...reader.step(last));
  return [...events, ...reader.halt()];
}

function writeAll(events: readonly StreamEvent[]): string {
  const writer = codec.makeEventWriter({ model: "m", wantsUsage: true });
  return events.map((event) => writer.write(event)).join("");
}

// ---- arbitrary streams ---------------------------------------------------------------------------------------------

const some = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
type Make = (choice: number) => StreamEvent[];

const said: fc.Arbitrary<Make> = fc.oneof(
  some.map((text): Make => (choice) => [{ type: "text-delta", choice, text }]),
  fc
    .tuple(fc.string({ unit: "grapheme", minLength: 1, maxLength: 4 }), some)
    .map(([text, signature]): Make => (choice) => [
      { type: "text-delta", choice, text, signature },
    ]),
  some.map((text): Make => (choice) => [{ type: "reasoning-delta", choice, text }]),
  some.map((signature): Make => (choice) => [{ type: "reasoning-signature", choice, signature }]),
  some.map((data): Make => (choice) => [{ type: "reasoning-redacted", choice, data }]),
);

const choiceEvents = fc.record({
  said: fc.array(said, { maxLength: 6 }),
  calls: fc.array(fc.tuple(toolCall, fc.array(some, { maxLength: 3 })), { maxLength: 3 }),
  reason: finishReason,
});

/** Arguments are objects on the wire, and come whole. */
const events: fc.Arbitrary<StreamEvent[]> = fc
  .tuple(fc.array(choiceEvents, { minLength: 1, maxLength: 2 }), usage, some, fc.nat())
  .map(([choices, counted, id, created]) => {
    const body = choices.flatMap((one, choice) => [
      ...one.said.flatMap((make) => make(choice)),
      ...one.calls.flatMap(([call, pieces], tool): StreamEvent[] => {
        const { name, custom, signature } = call;
        const optional = {
          ...(custom ? { custom } : {}),
          ...(signature === undefined ? {} : { signature }),
        };
        const text = custom ? pieces.join("") : JSON.stringify({ pieces });
        return [
          { type: "tool-start", choice, tool, id: `call-${tool}`, name, ...optional },
          ...(text === "" ? [] : [{ type: "tool-delta", choice, tool, text } as const]),
          { type: "tool-end", choice, tool },
        ];
      }),
    ]);
    const reasons = choices.map(({ reason, calls }) => {
      if (reason !== "stop" && reason !== "tool-calls") return reason;
      return calls.length > 0 ? "tool-calls" : "stop";
    });
    return [
      { type: "start", id, model: "m", created: created + 1 },
      ...body,
      { type: "usage", usage: counted },
      { type: "finish", reasons },
    ];
  });

describe("round trips", () => {
  test("events written and read again are the same, however the bytes are cut", () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 40 }), (sent, size) => {
        expect(readAll(writeAll(sent), size)).toEqual(sent);
      }),
      { numRuns: 200 },
    );
  });

  test("arguments in pieces are written whole", () => {
    fc.assert(
      fc.property(fc.array(some, { minLength: 1, maxLength: 4 }), (texts) => {
        const whole = JSON.stringify({ texts });
        const pieces = whole.match(/.{1,3}/gsu) ?? [];
        const sent: StreamEvent[] = [
          { type: "start", id: "x", model: "m", created: 1 },
          { type: "tool-start", choice: 0, tool: 0, id: "a", name: "f" },
          ...pieces.map((text): StreamEvent => ({ type: "tool-delta", choice: 0, tool: 0, text })),
          { type: "tool-end", choice: 0, tool: 0 },
          { type: "finish", reasons: ["tool-calls"] },
        ];
        expect(readAll(writeAll(sent))[2]).toEqual({
          type: "tool-delta",
          choice: 0,
          tool: 0,
          text: whole,
        });
      }),
    );
  });

  test("cut anywhere, a stream ends in exactly one terminal event, and never in an invented finish", () => {
    fc.assert(
      fc.property(events, fc.double({ min: 0, max: 1, noNaN: true }), (sent, share) => {
        const text = writeAll(sent);
        const at = Math.floor(text.length * share);
        const got = readAll(text.slice(0, at));
        const isTerminal = ({ type }: StreamEvent): boolean =>
          type === "finish" || type === "error";
        expect(got.filter(isTerminal)).toHaveLength(1);
        expect(isTerminal(got.at(-1) as StreamEvent)).toBe(true);
        if (got.at(-1)?.type === "finish") expect(text.slice(0, at)).toContain('"finishReason":"');
      }),
    );
  });
});
