/** A client of chat-completions and a vendor of messages: their answers and streams, on the wire at both ends. */

import { describe, expect, test } from "bun:test";
import { SseReader, writeSse } from "../../../base/sse.ts";
import { chatCompletions as chat } from "../chat-completions/index.ts";
import { messages } from "./index.ts";

type Wire = Record<string, unknown>;

function answer(
  fields: Wire,
): Wire & { choices: { message: Wire; finish_reason: string }[]; usage: Wire } {
  const body = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "v",
    content: [],
    stop_reason: "end_turn",
    ...fields,
  };
  return JSON.parse(
    chat.codec.writeResponse(messages.codec.readResponse(JSON.stringify(body))),
  ) as never;
}

/** The client's events, `[DONE]` as a text. */
function stream(...events: Wire[]): (Wire | string)[] {
  const reader = messages.codec.makeEventReader();
  const writer = chat.codec.makeEventWriter({ model: "m", wantsUsage: true });
  const bytes = new TextEncoder().encode(
    events.map((event) => writeSse(JSON.stringify(event), String(event["type"]))).join(""),
  );
  const read = [
    ...new SseReader().push(bytes).flatMap((frame) => reader.step(frame)),
    ...reader.halt(),
  ];
  const text = read.map((event) => writer.write(event)).join("");
  return new SseReader()
    .push(new TextEncoder().encode(text))
    .map(({ data }) => (data === "[DONE]" ? data : (JSON.parse(data ?? "") as Wire)));
}

const start = {
  type: "message_start",
  message: { id: "msg_1", model: "v", usage: { input_tokens: 0, output_tokens: 0 } },
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
const end = (stop_reason: string, usage: Wire = { input_tokens: 3, output_tokens: 2 }) => ({
  type: "message_delta",
  delta: { stop_reason },
  usage,
});
const stop = { type: "message_stop" };

describe("the answer", () => {
  test.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content_filter"],
    ["pause_turn", "stop"],
    ["something new", "stop"],
  ])(
    "stop_reason %s -> finish_reason %s, and no other word leaks (trap 15)",
    (stop_reason, finish_reason) => {
      expect(answer({ stop_reason }).choices[0]?.finish_reason).toBe(finish_reason);
      const last = stream(start, end(stop_reason), stop).at(-3) as {
        choices: { finish_reason: string }[];
      };
      expect(last.choices[0]?.finish_reason).toBe(finish_reason);
    },
  );

  test("every text block is in the content (trap 16), thoughts beside it, calls with raw arguments", () => {
    const text =
      '{"id":"msg_1","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"a"},{"type":"text","text":"\\n"},{"type":"tool_use","id":"toolu_1","name":"f","input":{"n":12345678901234567890}},{"type":"tool_use","id":"toolu_2","name":"g","input":{}}],"stop_reason":"tool_use"}';
    const { choices } = JSON.parse(
      chat.codec.writeResponse(messages.codec.readResponse(text)),
    ) as ReturnType<typeof answer>;
    expect(choices[0]).toMatchObject({
      message: {
        content: "a\n",
        reasoning_content: "hm",
        reasoning_details: [{ type: "reasoning.text", text: "hm", signature: "s" }],
        tool_calls: [
          {
            id: expect.stringMatching(/^toolu_1/) as string,
            function: { name: "f", arguments: '{"n":12345678901234567890}' },
          },
          { id: "toolu_2", function: { name: "g", arguments: "{}" } },
        ],
      },
      finish_reason: "tool_calls",
    });
  });

  test("usage: the prompt is everything sent, read and written", () => {
    const usage = {
      input_tokens: 10,
      cache_read_input_tokens: 60,
      cache_creation_input_tokens: 30,
      output_tokens: 7,
      output_tokens_details: { thinking_tokens: 3 },
    };
    const expected = {
      prompt_tokens: 100,
      completion_tokens: 7,
      total_tokens: 107,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
      completion_tokens_details: { reasoning_tokens: 3 },
    };
    expect(answer({ usage }).usage).toEqual(expected);
    expect(stream(start, end("end_turn", usage), stop).at(-2)).toMatchObject({
      choices: [],
      usage: expected,
    });
  });

  test("created is a time, not 1970", () => {
    expect(answer({})["created"]).toBeGreaterThan(1_700_000_000);
  });
});

describe("the stream", () => {
  type Chunk = {
    choices: {
      delta: { tool_calls?: { index: number; id?: string; function: { arguments: string } }[] };
    }[];
  };
  test("calls are numbered from 0, not by their blocks (trap 4); nothing becomes {} (trap 2)", () => {
    const chunks = stream(
      start,
      block(0, { type: "text", text: "" }),
      delta(0, { type: "text_delta", text: "x" }),
      { type: "content_block_stop", index: 0 },
      block(1, { type: "tool_use", id: "toolu_1", name: "f", input: {} }),
      delta(1, { type: "input_json_delta", partial_json: "" }),
      { type: "content_block_stop", index: 1 },
      block(2, { type: "tool_use", id: "toolu_2", name: "g", input: {} }),
      delta(2, { type: "input_json_delta", partial_json: '{"a":1}' }),
      { type: "content_block_stop", index: 2 },
      end("tool_use"),
      stop,
    );
    const fragments = chunks.flatMap((chunk) =>
      typeof chunk === "string"
        ? []
        : ((chunk as unknown as Chunk).choices[0]?.delta.tool_calls ?? []),
    );
    expect(
      fragments.map(({ index, id, function: { arguments: text } }) => [index, id, text]),
    ).toEqual([
      [0, "toolu_1", ""],
      [0, undefined, "{}"],
      [1, "toolu_2", ""],
      [1, undefined, '{"a":1}'],
    ]);
    expect(chunks.at(-1)).toBe("[DONE]");
  });

  test.each<[string, Wire[], unknown]>([
    [
      "an error in band (trap 9)",
      [start, { type: "error", error: { type: "overloaded_error", message: "Overloaded" } }],
      { message: "Overloaded", type: "overloaded_error" },
    ],
    [
      "a stream that breaks off (trap 10)",
      [start, delta(0, { type: "text_delta", text: "x" })],
      { code: "upstream_cut" },
    ],
    ["an end without a reason", [start, stop], { code: "upstream_cut" }],
  ])("%s is an error in the client's own dialect, and nothing follows", (_name, events, error) => {
    expect(stream(...events).at(-1)).toMatchObject({ error: error as object });
  });
});
