/** Whatever a client or a vendor sends, the dialect answers with its own error or goes on; it never breaks. */

import { expect, test } from "bun:test";
import fc from "fast-check";
import { AppError } from "../../../base/errors.ts";
import type { SseFrame } from "../../../base/sse.ts";
import { messages } from "./index.ts";

const words = {
  event: [
    "message_start",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
    "ping",
    "error",
  ],
  block: [
    "text",
    "thinking",
    "redacted_thinking",
    "tool_use",
    "tool_result",
    "image",
    "document",
    "search_result",
    "x",
  ],
  delta: [
    "text_delta",
    "thinking_delta",
    "signature_delta",
    "input_json_delta",
    "citations_delta",
    "x",
  ],
};
const json = fc.jsonValue({ maxDepth: 2 });
/** A field that is what it should be, or anything. */
const field = <T>(good: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: good, weight: 40 }, { arbitrary: json, weight: 1 });
const text = field(fc.string({ maxLength: 5 }));

const block = fc.record(
  {
    type: field(fc.constantFrom(...words.block)),
    text,
    thinking: text,
    signature: text,
    data: text,
    id: text,
    name: text,
    input: field(fc.constant({ a: 1 })),
    tool_use_id: text,
    content: field(fc.constantFrom("x", [{ type: "text", text: "y" }])),
    source: field(
      fc.record({
        type: fc.constantFrom("base64", "url", "file", "text", "content"),
        data: text,
        url: text,
        content: json,
      }),
    ),
    cache_control: json,
  },
  {
    requiredKeys: [
      "type",
      "text",
      "thinking",
      "data",
      "id",
      "name",
      "input",
      "tool_use_id",
      "source",
    ],
  },
);

const event = fc.record(
  {
    type: field(fc.constantFrom(...words.event)),
    index: field(fc.nat(2)),
    message: field(fc.record({ id: text, model: text, usage: json })),
    content_block: field(block),
    delta: field(
      fc.record(
        {
          type: field(fc.constantFrom(...words.delta)),
          text,
          thinking: text,
          signature: text,
          partial_json: text,
          stop_reason: text,
          stop_details: json,
        },
        { requiredKeys: [] },
      ),
    ),
    usage: field(
      fc.record({
        input_tokens: json,
        output_tokens: json,
        cache_creation: json,
        iterations: json,
      }),
    ),
    error: json,
  },
  { requiredKeys: ["type"] },
);

const frame: fc.Arbitrary<SseFrame> = fc
  .tuple(
    fc.oneof(
      { arbitrary: event.map((value) => JSON.stringify(value)), weight: 9 },
      { arbitrary: fc.string(), weight: 1 },
    ),
    fc.option(fc.constantFrom(...words.event)),
  )
  .map(([data, name]) => ({ raw: `data: ${data}\n\n`, event: name, data }));

const request =
  '{"model":"m","max_tokens":1,"messages":[{"role":"user","content":"x"}],"stream":true}';

test("a vendor's stream", () => {
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 12 }), (frames) => {
      const sniffer = messages.makeSniffer(messages.parseRequest("chat", request), "v");
      const reader = messages.codec.makeEventReader();
      const writer = messages.codec.makeEventWriter({ model: "m", wantsUsage: true });
      for (const one of frames) sniffer.step(one);
      expect(typeof sniffer.output).toBe("string");
      expect(sniffer.usage?.prompt ?? 1).toBeGreaterThan(0);
      const events = [...frames.flatMap((one) => reader.step(one)), ...reader.halt()];
      const terminal = events.filter(({ type }) => type === "finish" || type === "error");
      expect(terminal).toHaveLength(1);
      expect(events.at(-1)).toBe(terminal[0] as never);
      for (const one of events) writer.write(one);
    }),
    { numRuns: 400 },
  );
});

const body = fc.record(
  {
    model: field(fc.constant("m")),
    max_tokens: field(fc.constant(9)),
    messages: field(
      fc.array(
        fc.record({
          role: fc.constantFrom("user", "assistant", "system"),
          content: field(fc.array(block, { maxLength: 3 })),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    ),
    system: text,
    tools: field(fc.constant([{ name: "f", input_schema: {} }, { type: "x" }])),
    tool_choice: field(fc.record({ type: fc.constantFrom("auto", "any", "none", "x") })),
    thinking: field(fc.constantFrom({ type: "adaptive" }, { type: "enabled", budget_tokens: 5 })),
    output_config: field(fc.record({ effort: fc.constantFrom("low", "x") })),
    metadata: field(fc.record({ user_id: fc.string() })),
    stop_sequences: field(fc.array(fc.string(), { maxLength: 2 })),
  },
  { requiredKeys: ["model", "max_tokens", "messages"] },
);

function orAppError<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    return undefined;
  }
}

test("a client's request", () => {
  let read = 0;
  fc.assert(
    fc.property(body, (value) => {
      const inbound = orAppError(() => messages.parseRequest("chat", JSON.stringify(value)));
      if (inbound === undefined) return;
      read++;
      messages.promptText(inbound);
      const canonical = messages.codec.readRequest(inbound);
      orAppError(() => messages.codec.writeRequest(canonical));
    }),
    { numRuns: 600 },
  );
  expect(read).toBeGreaterThan(50);
});

test("a vendor's whole answer", () => {
  fc.assert(
    fc.property(
      fc.record({
        content: fc.array(block, { maxLength: 4 }),
        stop_reason: text,
        usage: json,
        stop_details: json,
      }),
      (value) => {
        const answer = orAppError(() => messages.codec.readResponse(JSON.stringify(value)));
        orAppError(() => messages.sniffResponse("chat", JSON.stringify(value)));
        if (answer !== undefined) orAppError(() => messages.codec.writeResponse(answer));
      },
    ),
    { numRuns: 500 },
  );
});

test("a request nested without end", () => {
  const open = '{"type":"tool_result","tool_use_id":"a","content":[';
  const nested = `${open.repeat(20_000)}${"]}".repeat(20_000)}`;
  const inbound = messages.parseRequest(
    "chat",
    `{"model":"m","max_tokens":1,"messages":[{"role":"user","content":[${nested}]}]}`,
  );
  expect(messages.promptText(inbound)).toBe("user");
  expect(messages.codec.readRequest(inbound).messages).toHaveLength(1);
});
