/** A client of messages and a vendor of chat-completions: answers and streams, on the wire at both ends. */

import { describe, expect, test } from "bun:test";
import { SseReader, writeSse } from "../../../base/sse.ts";
import { chatCompletions as chat } from "../chat-completions/index.ts";
import { messages } from "./index.ts";

type Wire = Record<string, unknown>;

function answer(message: Wire, finish_reason = "stop", usage?: Wire): Wire {
  const body = {
    id: "c1",
    model: "v",
    created: 5,
    choices: [{ index: 0, message, finish_reason }],
    ...(usage === undefined ? {} : { usage }),
  };
  return JSON.parse(
    messages.codec.writeResponse(chat.codec.readResponse(JSON.stringify(body))),
  ) as Wire;
}

function stream(...chunks: (Wire | string)[]): Wire[] {
  const reader = chat.codec.makeEventReader();
  const writer = messages.codec.makeEventWriter({ model: "m", wantsUsage: true });
  const text = chunks
    .map((chunk) => writeSse(typeof chunk === "string" ? chunk : JSON.stringify(chunk)))
    .join("");
  const read = [
    ...new SseReader().push(new TextEncoder().encode(text)).flatMap((frame) => reader.step(frame)),
    ...reader.halt(),
  ];
  const written = read.map((event) => writer.write(event)).join("");
  return new SseReader().push(new TextEncoder().encode(written)).map(({ event, data }) => {
    const fields = JSON.parse(data ?? "") as Wire;
    expect(event).toBe(fields["type"] as string);
    return fields;
  });
}

const delta = (fields: Wire, finish_reason: string | null = null) => ({
  id: "c1",
  choices: [{ index: 0, delta: fields, finish_reason }],
});
describe("the answer", () => {
  test("text, calls and usage", () => {
    const call = { id: "call_1", type: "function", function: { name: "f", arguments: '{"n":1}' } };
    expect(
      answer({ content: "look", reasoning_content: "hm", tool_calls: [call] }, "tool_calls", {
        prompt_tokens: 10,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 2 },
      }),
    ).toMatchObject({
      id: "c1",
      type: "message",
      content: [
        { type: "thinking", thinking: "hm", signature: "" },
        { type: "text", text: "look" },
        { type: "tool_use", id: "call_1", name: "f", input: { n: 1 } },
      ],
      stop_reason: "tool_use",
      usage: {
        input_tokens: 6,
        cache_read_input_tokens: 4,
        output_tokens: 5,
        output_tokens_details: { thinking_tokens: 2 },
      },
    });
  });

  test.each([
    ["stop", "end_turn"],
    ["length", "max_tokens"],
    ["content_filter", "refusal"],
    ["something new", "end_turn"],
  ])("finish_reason %s -> stop_reason %s", (finish_reason, stop_reason) => {
    expect(answer({ content: "x" }, finish_reason)["stop_reason"]).toBe(stop_reason);
    expect(
      stream(delta({ content: "x" }), delta({}, finish_reason), "[DONE]").at(-2),
    ).toMatchObject({ delta: { stop_reason } });
  });
});

describe("the stream", () => {
  test("blocks are numbered, closed before the next is opened, and counted at the end", () => {
    const chunks = stream(
      delta({ role: "assistant", content: "" }),
      delta({ reasoning_content: "hm" }),
      delta({ content: "x" }),
      delta({ tool_calls: [{ index: 0, id: "call_1", function: { name: "f", arguments: "" } }] }),
      delta({
        tool_calls: [{ index: 1, id: "call_2", function: { name: "g", arguments: '{"b":2}' } }],
      }),
      delta({ tool_calls: [{ index: 0, function: { arguments: '{"a":1}' } }] }),
      delta({}, "tool_calls"),
      { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } },
      "[DONE]",
    );
    expect(
      chunks.map((chunk) =>
        `${String(chunk["type"])} ${(chunk["index"] as number | undefined) ?? ""}`.trim(),
      ),
    ).toEqual([
      "message_start",
      "content_block_start 0",
      "content_block_delta 0",
      "content_block_stop 0",
      "content_block_start 1",
      "content_block_delta 1",
      "content_block_stop 1",
      "content_block_start 2",
      "content_block_delta 2",
      "content_block_stop 2",
      "content_block_start 3",
      "content_block_delta 3",
      "content_block_stop 3",
      "message_delta",
      "message_stop",
    ]);
    expect(chunks.at(-2)).toMatchObject({
      delta: { stop_reason: "tool_use" },
      usage: { input_tokens: 10, output_tokens: 5 },
    });
  });

  test("a finish without [DONE] is whole; [DONE] without a finish is not (trap 10)", () => {
    expect(stream(delta({ content: "x" }), delta({}, "stop")).at(-1)).toEqual({
      type: "message_stop",
    });
    expect(stream(delta({ content: "x" }), "[DONE]").at(-1)).toMatchObject({
      type: "error",
      error: { type: "api_error" },
    });
  });

  test("an error after 200 is the dialect's own (trap 9)", () => {
    expect(
      stream(delta({ content: "x" }), {
        error: { message: "busy", code: "server_is_overloaded" },
      }).at(-1),
    ).toMatchObject({
      type: "error",
      error: { type: "overloaded_error", message: "busy" },
    });
  });

  test("Azure's first chunk begins nothing (trap 25)", () => {
    expect(
      stream(
        { choices: [], prompt_filter_results: [] },
        delta({ content: "x" }),
        delta({}, "stop"),
      )[0],
    ).toMatchObject({
      type: "message_start",
      message: { id: "c1" },
    });
  });
});
