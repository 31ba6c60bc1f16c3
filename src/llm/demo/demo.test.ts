import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import OpenAI, { APIError, NotFoundError } from "openai";
import type {
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from "openai/resources/chat/completions";
import { AppError } from "../../base/errors.ts";
import { sendUpstream } from "../upstream.ts";
import { makeVector } from "./embedding.ts";
import { answerDemo } from "./index.ts";

/** The official client judges: the demo behind a real port, nothing of the relay in between. */
let server: Bun.Server<undefined>;
let client: OpenAI;

beforeAll(() => {
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) =>
      answerDemo({
        path: new URL(request.url).pathname.replace(/^\/v1/, ""),
        body: await request.text(),
        signal: request.signal,
      }),
  });
  client = new OpenAI({
    apiKey: "none",
    baseURL: `http://127.0.0.1:${server.port}/v1`,
    maxRetries: 0,
  });
});
afterAll(() => server.stop(true));

const weather: ChatCompletionTool = {
  type: "function",
  function: {
    name: "get_weather",
    parameters: {
      type: "object",
      properties: { city: { type: "string" }, unit: { enum: ["celsius", "fahrenheit"] } },
      required: ["city"],
    },
  },
};
const time: ChatCompletionTool = { type: "function", function: { name: "get_time" } };
const ask = (content: string): ChatCompletionMessageParam[] => [{ role: "user", content }];

describe("with the official client", () => {
  test("answers, says what it is, and counts", async () => {
    const answer = await client.chat.completions.create({
      model: "demo",
      messages: ask("What is love?"),
    });
    expect(answer.choices[0]?.message.content).toContain("demo model");
    expect(answer.choices[0]?.message.content).toContain("What is love?");
    expect(answer.choices[0]?.finish_reason).toBe("stop");
    expect(answer.usage?.prompt_tokens).toBeGreaterThan(3);
    expect(answer.usage?.total_tokens).toBe(
      (answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0),
    );
  });

  test("streams word by word, with usage when asked", async () => {
    const stream = await client.chat.completions.create({
      model: "demo",
      messages: ask("Hi"),
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = "";
    let pieces = 0;
    let usage: OpenAI.CompletionUsage | null | undefined;
    for await (const chunk of stream) {
      const piece = chunk.choices[0]?.delta.content ?? "";
      if (piece !== "") pieces++;
      text += piece;
      usage = chunk.usage ?? usage;
    }
    expect(pieces).toBeGreaterThan(10);
    expect(text).toContain("You said: “Hi”");
    expect(usage?.completion_tokens).toBeGreaterThan(10);
  });

  test("a whole tool exchange: call, result, answer", async () => {
    const messages = ask("How is the weather in New York today?");
    const first = await client.chat.completions.create({
      model: "demo",
      messages,
      tools: [weather],
    });
    const message = first.choices[0]?.message;
    const call = message?.tool_calls?.[0];
    if (message === undefined || call?.type !== "function") throw new Error("no call");
    expect(first.choices[0]?.finish_reason).toBe("tool_calls");
    expect(JSON.parse(call.function.arguments)).toEqual({ city: "New York" });
    const second = await client.chat.completions.create({
      model: "demo",
      messages: [
        ...messages,
        message,
        { role: "tool", tool_call_id: call.id, content: "Sunny, 21 degrees" },
      ],
      tools: [weather],
    });
    expect(second.choices[0]?.message.content).toContain("get_weather answered: Sunny, 21 degrees");
    expect(second.choices[0]?.finish_reason).toBe("stop");
  });

  test("parallel calls streamed in pieces are gathered by the client's own helper", async () => {
    const runner = client.chat.completions.stream({
      model: "demo",
      messages: ask("Use get_weather and get time for Oslo"),
      tools: [weather, time],
    });
    const calls = (await runner.finalChatCompletion()).choices[0]?.message.tool_calls;
    expect(
      calls?.map((call) => (call.type === "function" ? call.function : undefined)),
    ).toMatchObject([
      { name: "get_weather", arguments: '{"city":"Oslo"}' },
      { name: "get_time", arguments: "{}" },
    ]);
  });

  test.each([
    ["none", "use get_weather", 0],
    ["required", "nothing of note", 1],
    [{ type: "function" as const, function: { name: "get_time" } }, "weather", 1],
    ["auto", "just talk", 0],
  ] as const)("tool_choice %j", async (tool_choice, text, count) => {
    const answer = await client.chat.completions.create({
      model: "demo",
      messages: ask(text),
      tools: [weather, time],
      tool_choice,
    });
    expect(answer.choices[0]?.message.tool_calls?.length ?? 0).toBe(count);
  });

  test("one call at a time when parallel calls are off", async () => {
    const answer = await client.chat.completions.create({
      model: "demo",
      messages: ask("get_weather, get_time"),
      tools: [weather, time],
      parallel_tool_calls: false,
    });
    expect(answer.choices[0]?.message.tool_calls).toHaveLength(1);
  });

  test("keeps to a JSON schema and to json_object", async () => {
    const schema = {
      type: "object",
      properties: {
        mood: { enum: ["sad", "glad"] },
        score: { type: "integer", minimum: 7 },
        tags: { type: "array", items: { type: "string" } },
      },
      required: ["mood"],
    };
    const strict = await client.chat.completions.create({
      model: "demo",
      messages: ask("I am so glad"),
      response_format: { type: "json_schema", json_schema: { name: "mood", schema } },
    });
    expect(JSON.parse(strict.choices[0]?.message.content ?? "")).toEqual({
      mood: "glad",
      score: 7,
      tags: ["demo"],
    });
    const loose = await client.chat.completions.create({
      model: "demo",
      messages: ask("x"),
      response_format: { type: "json_object" },
    });
    expect(JSON.parse(loose.choices[0]?.message.content ?? "")).toHaveProperty("answer", "x");
  });

  test("n, max_tokens and stop", async () => {
    const answer = await client.chat.completions.create({
      model: "demo",
      messages: ask("x"),
      n: 2,
      max_tokens: 4,
    });
    expect(answer.choices.map((choice) => choice.finish_reason)).toEqual(["length", "length"]);
    expect(answer.usage?.completion_tokens).toBe(8);
    const stopped = await client.chat.completions.create({
      model: "demo",
      messages: ask("x"),
      stop: [" from"],
    });
    expect(stopped.choices[0]?.message.content).toBe("Hello");
  });

  test("old completions, whole and streamed", async () => {
    const whole = await client.completions.create({ model: "demo", prompt: ["a", "b"] });
    expect(whole.choices.map((choice) => choice.finish_reason)).toEqual(["stop", "stop"]);
    let text = "";
    for await (const chunk of await client.completions.create({
      model: "demo",
      prompt: "a",
      stream: true,
    })) {
      text += chunk.choices[0]?.text ?? "";
    }
    expect(text).toBe(whole.choices[0]?.text ?? "");
  });

  test("embeddings: floats, base64, dimensions", async () => {
    const input = ["the cat sat", "a cat sits", "stock market"];
    const floats = await client.embeddings.create({
      model: "demo-embedding",
      input,
      encoding_format: "float",
    });
    const packed = await client.embeddings.create({ model: "demo-embedding", input });
    const vectors = floats.data.map((row) => row.embedding);
    expect(packed.data.map((row) => row.embedding)).toEqual(vectors);
    expect(vectors[0]).toHaveLength(256);
    const dot = (a: readonly number[] = [], b: readonly number[] = []) =>
      a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
    expect(dot(vectors[0], vectors[0])).toBeCloseTo(1);
    expect(dot(vectors[0], vectors[1])).toBeGreaterThan(dot(vectors[0], vectors[2]) + 0.1);
    const short = await client.embeddings.create({
      model: "demo-embedding",
      input: "x",
      dimensions: 8,
    });
    expect(short.data[0]?.embedding).toHaveLength(8);
    expect(short.usage.prompt_tokens).toBe(1);
  });

  test("models, and errors by type", async () => {
    expect((await client.models.list()).data.map((model) => model.id)).toEqual([
      "demo",
      "demo-embedding",
    ]);
    const wrong = client.chat.completions.create({ model: "gpt-4o", messages: ask("x") });
    expect(await wrong.catch((error: unknown) => error)).toBeInstanceOf(NotFoundError);
    const bad = await client.chat.completions
      .create({ model: "demo", messages: [] })
      .catch((error: unknown) => error);
    expect(bad).toMatchObject({ status: 400, param: "messages", code: "invalid_request" });
  });
});

describe("as a vendor", () => {
  const body = JSON.stringify({ model: "demo", messages: ask("hi"), stream: true });

  test("is reached through builtin:demo without a socket", async () => {
    const response = await sendUpstream({
      url: "builtin:demo/chat/completions",
      headers: {},
      body,
      stream: true,
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(await response.text()).toEndWith("data: [DONE]\n\n");
  });

  test("an unknown path is an answer with a status", async () => {
    const response = await sendUpstream({
      url: "builtin:demo/audio/speech",
      headers: {},
      body,
      stream: false,
    });
    expect(response.status).toBe(404);
  });

  test("an abort ends the stream at once with the signal's reason", async () => {
    const controller = new AbortController();
    const response = await sendUpstream({
      url: "builtin:demo/chat/completions",
      headers: {},
      body,
      stream: true,
      signal: controller.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    const reason = new AppError("client_closed_request", "gone");
    controller.abort(reason);
    const outcome = async (): Promise<unknown> => {
      for (;;) if ((await reader?.read())?.done !== false) return "ended";
    };
    expect(await outcome().catch((error: unknown) => error)).toBe(reason);
  });

  test("a reader that leaves stops it", async () => {
    const response = await answerDemo({ path: "/chat/completions", body, signal: undefined });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await Bun.sleep(40);
    expect((await reader?.read())?.done).toBe(true);
  });

  test("an error in the stream makes the official client throw APIError", async () => {
    const { writeStreamError } = await import("../dialects/chat-completions/errors.ts");
    const failing = Bun.serve({
      port: 0,
      fetch: () =>
        new Response(
          `data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n${writeStreamError(new AppError("upstream_cut", "cut short"))}`,
          { headers: { "content-type": "text/event-stream" } },
        ),
    });
    const other = new OpenAI({
      apiKey: "x",
      baseURL: `http://127.0.0.1:${failing.port}/v1`,
      maxRetries: 0,
    });
    const run = async (): Promise<void> => {
      const stream = await other.chat.completions.create({
        model: "m",
        messages: ask("x"),
        stream: true,
      });
      for await (const _chunk of stream);
    };
    const thrown: unknown = await run().catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(APIError);
    expect(thrown).toMatchObject({ code: "upstream_cut", type: "upstream_error" });
    await failing.stop(true);
  });
});

test("vectors are of unit length, whatever the text", () => {
  for (const text of ["", " ", "!!!", "ünïcödé 漢字", "a".repeat(1000)]) {
    const square = makeVector(text, 64).reduce((sum, value) => sum + value * value, 0);
    expect(square).toBeCloseTo(1);
  }
});
