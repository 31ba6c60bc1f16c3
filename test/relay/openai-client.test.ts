/** The official client, unmodified but for `baseURL` and `apiKey`, is the judge. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import OpenAI from "openai";
import type {
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from "openai/resources/chat/completions";
import type { Faults } from "../fakes/vendor/server.ts";
import { lastRequest, MODEL, startRelay, type TestKey, type TestRelay } from "./harness.ts";

let relay: TestRelay;
let key: TestKey;
let client: OpenAI;

beforeAll(async () => {
  relay = await startRelay();
  key = await relay.key();
  client = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: key.key });
});
afterAll(() => relay.stop());

const tool = (name: string): ChatCompletionTool => ({
  type: "function",
  function: {
    name,
    description: name,
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
});
async function failure(work: PromiseLike<unknown>): Promise<Error> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("it did not fail");
}

const user = (content: string): ChatCompletionMessageParam => ({ role: "user", content });

describe("the official openai client", () => {
  test("plain call", async () => {
    relay.vendor.next({ reply: "Hello there", usage: { prompt: 12, completion: 3, cached: 4 } });
    const answer = await client.chat.completions.create({ model: MODEL, messages: [user("Hi")] });
    expect(answer.choices[0]?.message.content).toBe("Hello there");
    expect(answer.choices[0]?.finish_reason).toBe("stop");
    expect(answer.usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 3 });
    expect(answer._request_id).toStartWith("req_");
    expect(await lastRequest(relay, key)).toMatchObject({
      status: 200,
      prompt_tokens: 12,
      cached_tokens: 4,
      completion_tokens: 3,
      cost_nano: 8 * 1000 + 4 * 100 + 3 * 2000,
      estimated: false,
      end_reason: "complete",
    });
  });

  test("stream, with usage only when asked for", async () => {
    for (const include_usage of [false, true]) {
      relay.vendor.next({ reply: "one two three", usage: { prompt: 5, completion: 3 } });
      const stream = await client.chat.completions.create({
        model: MODEL,
        messages: [user("count")],
        stream: true,
        ...(include_usage ? { stream_options: { include_usage } } : {}),
      });
      let text = "";
      let usage: unknown;
      for await (const chunk of stream) {
        text += chunk.choices[0]?.delta.content ?? "";
        if (chunk.usage) usage = chunk.usage;
        if (!include_usage) expect(chunk).not.toHaveProperty("usage");
      }
      expect(text).toBe("one two three");
      expect(Boolean(usage)).toBe(include_usage);
      expect(await lastRequest(relay, key)).toMatchObject({
        stream: true,
        cost_nano: 5 * 1000 + 3 * 2000,
      });
    }
  });

  test("three-step tool exchange", async () => {
    const messages: ChatCompletionMessageParam[] = [user('call:weather({"city":"Paris"})')];
    const first = await client.chat.completions.create({
      model: MODEL,
      messages,
      tools: [tool("weather")],
    });
    const asked = first.choices[0];
    expect(asked?.finish_reason).toBe("tool_calls");
    const call = asked?.message.tool_calls?.[0];
    if (!asked || call?.type !== "function") throw new Error("no tool call");
    expect(JSON.parse(call.function.arguments)).toEqual({ city: "Paris" });
    messages.push(asked.message, {
      role: "tool",
      tool_call_id: call.id,
      content: "sunny, 21 degrees",
    });
    const second = await client.chat.completions.create({
      model: MODEL,
      messages,
      tools: [tool("weather")],
    });
    expect(second.choices[0]?.message.content).toContain("sunny, 21 degrees");
    const sent = JSON.parse(relay.vendor.requests.at(-1)?.bodyText ?? "") as {
      messages: unknown[];
    };
    expect(sent.messages).toEqual(JSON.parse(JSON.stringify(messages)));
  });

  test("parallel tool calls streamed in pieces", async () => {
    const runner = client.chat.completions.stream({
      model: MODEL,
      messages: [user('call:weather({"city":"Paris"}) call:time({"city":"Oslo"})')],
      tools: [tool("weather"), tool("time")],
    });
    const message = await runner.finalMessage();
    expect(
      message.tool_calls?.map((call) =>
        call.type === "function" ? [call.function.name, call.function.arguments] : [],
      ),
    ).toEqual([
      ["weather", '{"city":"Paris"}'],
      ["time", '{"city":"Oslo"}'],
    ]);
    expect(new Set(message.tool_calls?.map((call) => call.id)).size).toBe(2);
  });

  test("embeddings, models and legacy completions", async () => {
    const vectors = await client.embeddings.create({ model: MODEL, input: ["a", "b"] });
    expect(vectors.data).toHaveLength(2);
    expect(vectors.data[0]?.embedding.length).toBeGreaterThan(1);
    const names: string[] = [];
    for await (const model of client.models.list()) names.push(model.id);
    expect(names).toEqual(["demo", "demo-embedding", MODEL]);
    expect((await client.models.retrieve(MODEL)).owned_by).toBe("fake");
    relay.vendor.next({ reply: "world" });
    expect(
      (await client.completions.create({ model: MODEL, prompt: "hello" })).choices[0]?.text,
    ).toBe("world");
  });

  test("errors by type", async () => {
    const ask = async (
      faults: Faults | undefined,
      options: { key?: string; model?: string } = {},
    ) => {
      const model = options.model ?? (await relay.model());
      if (faults) relay.vendor.next(faults);
      const own = new OpenAI({
        baseURL: `${relay.url}/v1`,
        apiKey: options.key ?? key.key,
        maxRetries: 0,
      });
      return failure(own.chat.completions.create({ model, messages: [user("Hi")] }));
    };
    expect(await ask(undefined, { key: "sk-parley-nope" })).toBeInstanceOf(
      OpenAI.AuthenticationError,
    );
    const unknown = await ask(undefined, { model: "test-modle" });
    expect(unknown).toMatchObject({ status: 404, code: "model_not_found" });
    expect(unknown.message).toContain("`test-model`");
    expect(await ask({ status: 429, retryAfter: 7 })).toBeInstanceOf(OpenAI.RateLimitError);
    expect(await ask({ status: 500 })).toMatchObject({ status: 502, code: "upstream_error" });
    expect(await ask({ status: 401 })).toMatchObject({
      status: 502,
      code: "upstream_credentials_exhausted",
    });
    expect(await ask({ status: 400, errorKind: "context_length" })).toBeInstanceOf(
      OpenAI.BadRequestError,
    );
  });

  test("no money: the client does not retry", async () => {
    const poor = await relay.key({ usd: "0" });
    const before = relay.vendor.counts.started;
    const own = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: poor.key });
    const error = await failure(
      own.chat.completions.create({ model: MODEL, messages: [user("Hi")] }),
    );
    expect(error).toMatchObject({ status: 429, code: "insufficient_quota" });
    expect(relay.vendor.counts.started).toBe(before);
    expect(await lastRequest(relay, poor)).toMatchObject({ status: 429, end_reason: "refused" });
    const { requests } = await relay.relay.management.requests.list({ key: poor.id });
    expect(requests).toHaveLength(1);
  });

  test("a failure in the middle of a stream reaches the client as an error", async () => {
    relay.vendor.next({ chunks: 6, cutAfterChunks: 3, chunkDelayMs: 10 });
    const stream = await client.chat.completions.create({
      model: MODEL,
      messages: [user("long")],
      stream: true,
    });
    let chunks = 0;
    const reading = async (): Promise<void> => {
      for await (const _ of stream) chunks++;
    };
    expect(await failure(reading())).toBeInstanceOf(OpenAI.APIError);
    expect(chunks).toBeGreaterThanOrEqual(3);
  });

  test("abort of a stream and of a plain call cancels the vendor", async () => {
    const mine = await relay.key();
    const other = await relay.key();
    const first = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: mine.key });
    const own = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: other.key });
    relay.vendor.next({ chunks: 100, chunkDelayMs: 20 });
    const stream = await first.chat.completions.create({
      model: MODEL,
      messages: [user("long")],
      stream: true,
    });
    for await (const _ of stream) break;
    stream.controller.abort();
    await relay.vendor.waitForRequest((request) => request.aborted);
    expect(await lastRequest(relay, mine)).toMatchObject({
      end_reason: "client_abort",
      status: 499,
      estimated: true,
    });

    relay.vendor.next({ latencyMs: 10_000 });
    const abort = new AbortController();
    const plain = own.chat.completions.create(
      { model: MODEL, messages: [user("slow")] },
      { signal: abort.signal },
    );
    await relay.vendor.waitForRequest((request) => request.bodyText.includes("slow"));
    abort.abort();
    expect(await failure(plain)).toBeInstanceOf(OpenAI.APIUserAbortError);
    await relay.vendor.waitForRequest(
      (request) => request.bodyText.includes("slow") && request.aborted,
    );
    expect(await lastRequest(relay, other)).toMatchObject({
      end_reason: "client_abort",
      cost_nano: 0,
    });
  });
});
