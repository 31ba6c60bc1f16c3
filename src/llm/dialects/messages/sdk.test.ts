/** The vendor's official client as a judge of what the dialect writes, and as the author of what it reads. */

import { afterAll, describe, expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import { AppError } from "../../../base/errors.ts";
import type { CanonicalResponse, StreamEvent } from "../../canonical.ts";
import type { Inbound } from "../../dialect.ts";
import { messages as dialect } from "./index.ts";

/** What the next request is answered with. */
let answer: () => Response = () => new Response(null, { status: 500 });
let seen: Inbound | undefined;

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: async (request) => {
    const isCount = new URL(request.url).pathname.endsWith("/count_tokens");
    seen = dialect.parseRequest(isCount ? "count-tokens" : "chat", await request.text());
    return answer();
  },
});
afterAll(() => server.stop(true));

const client = new Anthropic({
  apiKey: "k",
  baseURL: `http://127.0.0.1:${server.port}`,
  maxRetries: 0,
});
const ask = { model: "m", max_tokens: 64, messages: [{ role: "user" as const, content: "hi" }] };

const json = (body: string, status = 200): Response =>
  new Response(body, {
    status,
    headers: { "content-type": "application/json", "request-id": "req_1" },
  });

/** Served in small pieces, as a network would. */
function sse(text: string): Response {
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.subarray(at, at + 7));
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function written(events: readonly StreamEvent[]): string {
  const writer = dialect.codec.makeEventWriter({ model: "m", wantsUsage: true });
  return events.map((event) => writer.write(event)).join("");
}

const usage = { prompt: 30, cached: 20, completion: 7, reasoning: 2 };
const whole: CanonicalResponse = {
  id: "chatcmpl-1",
  model: "m",
  created: 5,
  choices: [
    {
      parts: [
        { type: "reasoning", text: "hm", signature: "s" },
        { type: "text", text: "Let me look: äöü 😀" },
        { type: "tool-call", id: "functions.f:0", name: "f", arguments: '{"city":"Bern"}' },
        { type: "tool-call", id: "call_2", name: "g", arguments: "" },
      ],
      finish: "tool-calls",
    },
  ],
  usage,
};
const start: StreamEvent = { type: "start", id: "chatcmpl-1", model: "vendor", created: 5 };
const pieces: StreamEvent[] = [
  start,
  { type: "reasoning-delta", choice: 0, text: "h" },
  { type: "reasoning-delta", choice: 0, text: "m" },
  { type: "reasoning-signature", choice: 0, signature: "s" },
  { type: "text-delta", choice: 0, text: "Let me look: " },
  { type: "text-delta", choice: 0, text: "äöü 😀" },
  { type: "tool-start", choice: 0, tool: 0, id: "functions.f:0", name: "f" },
  { type: "tool-start", choice: 0, tool: 1, id: "call_2", name: "g" },
  { type: "tool-delta", choice: 0, tool: 0, text: '{"city":' },
  { type: "tool-delta", choice: 0, tool: 0, text: '"Bern"}' },
  { type: "tool-end", choice: 0, tool: 0 },
  { type: "tool-end", choice: 0, tool: 1 },
  { type: "usage", usage },
  { type: "finish", reasons: ["tool-calls"] },
];
const content = [
  { type: "thinking", thinking: "hm", signature: "s" },
  { type: "text", text: "Let me look: äöü 😀" },
  { type: "tool_use", id: "pid_ZnVuY3Rpb25zLmY6MA", name: "f", input: { city: "Bern" } },
  { type: "tool_use", id: "call_2", name: "g", input: {} },
];

describe("plain and stream", () => {
  test("a whole answer", async () => {
    answer = () => json(dialect.codec.writeResponse(whole));
    const message = await client.messages.create(ask);
    expect(message).toMatchObject({
      id: "chatcmpl-1",
      model: "m",
      role: "assistant",
      content,
      stop_reason: "tool_use",
      usage: { input_tokens: 10, cache_read_input_tokens: 20, output_tokens: 7 },
    });
  });

  test("a stream gathers to the same message, calls that alternate included", async () => {
    answer = () => sse(written(pieces));
    const message = await client.messages.stream(ask).finalMessage();
    expect(message).toMatchObject({
      id: "chatcmpl-1",
      stop_reason: "tool_use",
      usage: { input_tokens: 10, cache_read_input_tokens: 20, output_tokens: 7 },
    });
    expect(JSON.parse(JSON.stringify(message.content))).toEqual(content);
  });

  test("what the client got, it sends back, and it is read as it was written", async () => {
    answer = () => sse(written(pieces));
    const message = await client.messages.stream(ask).finalMessage();
    answer = () => json(dialect.codec.writeResponse(whole));
    const results = message.content.flatMap((block) =>
      block.type === "tool_use"
        ? [{ type: "tool_result" as const, tool_use_id: block.id, content: "fine" }]
        : [],
    );
    await client.messages.create({
      ...ask,
      messages: [
        ...ask.messages,
        { role: "assistant", content: message.content },
        { role: "user", content: results },
      ],
    });
    const request = seen === undefined ? undefined : dialect.codec.readRequest(seen);
    const said = whole.choices[0]?.parts.map((part) =>
      part.type === "tool-call" && part.arguments === "" ? { ...part, arguments: "{}" } : part,
    );
    expect(request?.messages[1]?.parts).toEqual(said ?? []);
    expect(request?.messages[2]?.parts).toMatchObject([
      { callId: "functions.f:0" },
      { callId: "call_2" },
    ]);
  });

  test("what an agent of this client sends passes our checks", async () => {
    answer = () => sse(written(pieces));
    await client.messages
      .stream({
        ...ask,
        system: [
          {
            type: "text",
            text: "You are an agent.",
            cache_control: { type: "ephemeral", ttl: "1h" },
          },
        ],
        thinking: { type: "adaptive" },
        output_config: { effort: "high" },
        metadata: { user_id: "u" },
        tools: [
          { name: "f", input_schema: { type: "object" }, strict: true },
          { type: "web_search_20250305", name: "web_search" },
        ],
        tool_choice: { type: "auto", disable_parallel_tool_use: true },
      })
      .finalMessage();
    expect(seen?.stream).toBe(true);
  });
});

describe("errors", () => {
  test.each([
    ["invalid_request_error", new AppError("invalid_request", "bad"), Anthropic.BadRequestError],
    [
      "authentication_error",
      new AppError("invalid_api_key", "who?"),
      Anthropic.AuthenticationError,
    ],
    ["not_found_error", new AppError("model_not_found", "which?"), Anthropic.NotFoundError],
    ["rate_limit_error", new AppError("rate_limit_exceeded", "slow"), Anthropic.RateLimitError],
    ["timeout_error", new AppError("upstream_timeout", "late"), Anthropic.InternalServerError],
  ])("%s", async (type, error, kind) => {
    answer = () => json(dialect.writeError(error, "req_1"), error.status);
    const thrown: unknown = await client.messages.create(ask).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(kind);
    expect(thrown).toMatchObject({
      status: error.status,
      type,
      requestID: "req_1",
      error: { type: "error", error: { message: error.message }, request_id: "req_1" },
    });
  });

  test("in the middle of a stream", async () => {
    const error = new AppError("upstream_error", "Overloaded", { type: "overloaded_error" });
    answer = () =>
      sse(written([start, { type: "text-delta", choice: 0, text: "x" }, { type: "error", error }]));
    const got: string[] = [];
    const thrown: unknown = await client.messages
      .stream(ask)
      .on("text", (text) => got.push(text))
      .finalMessage()
      .catch((reason: unknown) => reason);
    expect(got).toEqual(["x"]);
    expect(thrown).toBeInstanceOf(Anthropic.APIError);
    expect(thrown).toMatchObject({ type: "overloaded_error" });
  });
});

test("counting tokens", async () => {
  answer = () => json('{"input_tokens":2095}');
  const { max_tokens: _none, ...body } = ask;
  expect((await client.messages.countTokens(body)).input_tokens).toBe(2095);
  expect(seen).toMatchObject({ operation: "count-tokens", model: "m" });
});
