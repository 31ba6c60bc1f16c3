/** Streams that go out and come back, whole and cut. */

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  finishReason,
  toolCall,
  usage as arbitraryUsage,
} from "../../../../test/llm/canonical-arbitrary.ts";
import { SseReader } from "../../../base/sse.ts";
import type { StreamEvent } from "../../canonical.ts";
import { codec } from "./codec.ts";

function readAll(bytes: Uint8Array, cuts: readonly number[] = []): StreamEvent[] {
  const reader = codec.makeEventReader();
  const frames = new SseReader();
  const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
  const events = edges
    .slice(1)
    .flatMap((edge, i) => frames.push(bytes.subarray(edges[i], edge)))
    .flatMap((frame) => reader.step(frame));
  return [...events, ...reader.halt()].map((event) =>
    event.type === "start" ? { ...event, created: 0 } : event,
  );
}

function writeAll(events: readonly StreamEvent[]): Uint8Array {
  const writer = codec.makeEventWriter({ model: "m", wantsUsage: true });
  return new TextEncoder().encode(events.map((event) => writer.write(event)).join(""));
}

// ---- arbitrary streams ---------------------------------------------------------------------------------------------

const some = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
const choice = 0;

const said: fc.Arbitrary<StreamEvent> = fc.oneof(
  some.map((text): StreamEvent => ({ type: "text-delta", choice, text })),
  some.map((text): StreamEvent => ({ type: "reasoning-delta", choice, text })),
  some.map((signature): StreamEvent => ({ type: "reasoning-signature", choice, signature })),
  some.map((data): StreamEvent => ({ type: "reasoning-redacted", choice, data })),
);

type Call = readonly [pieces: readonly StreamEvent[]];

/** Calls with their starts, pieces and ends, numbered in order. */
const calls: fc.Arbitrary<Call[]> = fc
  .array(fc.tuple(toolCall, fc.array(some, { minLength: 1, maxLength: 3 })), { maxLength: 3 })
  .map((all) =>
    all.map(([{ name, signature }, pieces], tool): Call => {
      const signed = signature === undefined ? {} : { signature };
      return [
        [
          { type: "tool-start", choice, tool, id: `call-${tool}`, name, ...signed },
          ...pieces.map((text): StreamEvent => ({ type: "tool-delta", choice, tool, text })),
          { type: "tool-end", choice, tool },
        ],
      ];
    }),
  );

const events: fc.Arbitrary<StreamEvent[]> = fc
  .tuple(
    fc.array(said, { maxLength: 6 }),
    calls,
    fc.array(said, { maxLength: 2 }),
    finishReason,
    arbitraryUsage,
    some,
  )
  .map(([before, made, after, reason, counted, id]) => {
    const isStop = reason === "stop" || reason === "tool-calls";
    const settled = isStop ? (made.length > 0 ? "tool-calls" : "stop") : reason;
    return [
      { type: "start", id, model: "m", created: 0 },
      ...before,
      ...made.flatMap(([pieces]) => pieces),
      ...after,
      { type: "usage", usage: { ...counted, prompt: counted.prompt + 1 } },
      { type: "finish", reasons: [settled] },
    ];
  });

describe("round trips", () => {
  test("events written and read again are the same, however the bytes are cut", () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(4000), { maxLength: 20 }), (sent, cuts) => {
        const bytes = writeAll(sent);
        const inside = cuts.filter((cut) => cut < bytes.length);
        expect(readAll(bytes, inside)).toEqual(sent);
      }),
      { numRuns: 300 },
    );
  });

  test("calls that alternate come back in order, each with all its pieces", () => {
    fc.assert(
      fc.property(calls, fc.array(fc.nat(2), { maxLength: 30 }), (made, turns) => {
        const queues = made.map(([pieces]) => [...pieces]);
        // Starts come in order, as the canonical form has it; the rest as it may.
        const sent: StreamEvent[] = queues.flatMap((queue) => queue.splice(0, 1));
        for (const turn of turns) sent.push(...(queues[turn]?.splice(0, 1) ?? []));
        sent.push(...queues.flat());
        const whole = [
          { type: "start", id: "x", model: "m", created: 0 } as const,
          ...sent,
          { type: "finish", reasons: ["tool-calls"] } as const,
        ];
        expect(readAll(writeAll(whole)).slice(1, -1)).toEqual(
          made.flatMap(([pieces]) => [...pieces]),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("cut anywhere, a stream ends in exactly one terminal event, and never in an invented finish", () => {
    const isTerminal = ({ type }: StreamEvent) => type === "finish" || type === "error";
    fc.assert(
      fc.property(events, fc.double({ min: 0, max: 1, noNaN: true }), (sent, share) => {
        const bytes = writeAll(sent);
        const part = bytes.subarray(0, Math.floor(bytes.length * share));
        const got = readAll(part);
        expect(got.filter(isTerminal)).toHaveLength(1);
        expect(got.slice(-1).every(isTerminal)).toBe(true);
        if (got.at(-1)?.type === "finish") {
          expect(new TextDecoder().decode(part)).toContain('"delta":{"stop_reason":"');
        }
      }),
    );
  });
});
