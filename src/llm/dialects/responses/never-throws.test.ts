/** Whatever a vendor sends, a stream ends in one way and nothing is thrown. */

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { writeSse } from "../../../base/sse.ts";
import { codec } from "./codec.ts";
import { makeSniffer } from "./sniff-stream.ts";
import { parseRequest } from "./validate.ts";

const TYPES = [
  "response.created",
  "response.in_progress",
  "response.output_item.added",
  "response.output_item.done",
  "response.content_part.added",
  "response.output_text.delta",
  "response.refusal.delta",
  "response.reasoning_summary_part.added",
  "response.reasoning_summary_text.delta",
  "response.function_call_arguments.delta",
  "response.function_call_arguments.done",
  "response.custom_tool_call_input.done",
  "response.completed",
  "response.incomplete",
  "response.failed",
  "error",
  "keepalive",
];
const ITEMS = ["message", "reasoning", "function_call", "custom_tool_call", "web_search_call"];

const any = fc.jsonValue({ maxDepth: 2 });
const item = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...ITEMS), any),
    call_id: any,
    name: fc.oneof(fc.constant("f"), any),
    arguments: any,
    input: any,
    content: fc.oneof(any, fc.array(any)),
    summary: fc.oneof(any, fc.array(any)),
    encrypted_content: any,
  },
  { requiredKeys: [] },
);
const event = fc.record(
  {
    type: fc.oneof(fc.constantFrom(...TYPES), any),
    output_index: fc.oneof(fc.nat(3), any),
    summary_index: any,
    delta: fc.oneof(fc.string(), any),
    arguments: any,
    item: fc.oneof(item, any),
    response: fc.oneof(
      fc.record({ output: fc.oneof(fc.array(item), any), usage: any, error: any, model: any }),
      any,
    ),
    error: any,
  },
  { requiredKeys: [] },
);
const frame = fc.oneof(
  { weight: 9, arbitrary: event.map((data) => JSON.stringify(data)) },
  { weight: 1, arbitrary: fc.string() },
);

describe("any events at all", () => {
  test("read to canonical events with exactly one ending, calls begun before they grow and end", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (list) => {
        const reader = codec.makeEventReader();
        const writer = codec.makeEventWriter({ model: "m", wantsUsage: true });
        const events = [
          ...list.flatMap((data) => reader.step({ raw: "", event: null, data })),
          ...reader.halt(),
        ];
        const ends = events.filter(({ type }) => type === "finish" || type === "error");
        expect(ends).toHaveLength(1);
        expect(events.at(-1)).toBe(ends[0]);
        const isFinished = ends[0]?.type === "finish";
        if (isFinished) expect(events[0]?.type).toBe("start");
        const begun = new Set<number>();
        const open = new Set<number>();
        for (const one of events) {
          writer.write(one);
          if (one.type === "tool-start") {
            expect(one.tool).toBe(begun.size);
            begun.add(one.tool);
            open.add(one.tool);
          } else if (one.type === "tool-delta") expect(open.has(one.tool)).toBe(true);
          else if (one.type === "tool-end") expect(open.delete(one.tool)).toBe(true);
        }
        if (isFinished) expect(open.size).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test("pass through a sniffer", () => {
    const inbound = parseRequest("chat", '{"model":"m","input":"x","stream":true}');
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 12 }), (list) => {
        const sniffer = makeSniffer(inbound, "vendor");
        for (const data of list) {
          const sniff = sniffer.step({ raw: writeSse(data), event: null, data });
          expect(sniff.kind === "error").toBe(
            sniffer.error !== undefined && sniff.forward === null,
          );
          if (sniff.kind === "error" || sniff.kind === "malformed" || sniff.kind === "end") return;
        }
        expect(typeof sniffer.output).toBe("string");
      }),
      { numRuns: 300 },
    );
  });
});
