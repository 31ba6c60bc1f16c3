import { afterAll, afterEach, describe, expect, test } from "bun:test";
import OpenAI, { APIError, AuthenticationError, BadRequestError, RateLimitError } from "openai";
import type {
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from "openai/resources/chat/completions";
import { ask, eventsOf } from "../probe.ts";
import { startFakeVendor } from "../server.ts";

const vendor = await startFakeVendor();
const client = new OpenAI({ baseURL: `${vendor.url}/v1`, apiKey: "key-1", maxRetries: 0 });
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

const hello: ChatCompletionMessageParam[] = [{ role: "user", content: "hello world" }];
const tools: ChatCompletionTool[] = ["weather", "time"].map((name) => ({
  type: "function",
  function: { name, parameters: {} },
}));

describe("the official client", () => {
  test("plain call", async () => {
    const answer = await client.chat.completions.create({ model: "gpt-4o", messages: hello });
    expect(answer.choices[0]?.message).toMatchObject({
      role: "assistant",
      content: "Echo: hello world",
      refusal: null,
    });
    expect(answer.choices[0]?.finish_reason).toBe("stop");
    expect(answer.usage).toMatchObject({ prompt_tokens: 2, completion_tokens: 3, total_tokens: 5 });
    expect(answer._request_id).toStartWith("req_");
  });

  test("stream, and the same with bytes one by one", async () => {
    for (const model of ["gpt-4o", "gpt-4o;oneByteWrites", "gpt-4o;splitUtf8;crlf"]) {
      const final = await client.chat.completions
        .stream({ model, messages: [{ role: "user", content: "größe 你好 🙂" }] })
        .finalChatCompletion();
      expect(final.choices[0]?.message.content).toBe("Echo: größe 你好 🙂");
    }
  });

  test("a three-step tool exchange with parallel calls", async () => {
    const messages: ChatCompletionMessageParam[] = [
      {
        role: "user",
        content: 'call:weather({"city":"Bern (BE)","n":12345678901234567890}) and call:time',
      },
    ];
    const first = await client.chat.completions
      .stream({ model: "gpt-4o", messages, tools })
      .finalChatCompletion();
    const calls = (first.choices[0]?.message.tool_calls ?? []).filter(
      (call) => call.type === "function",
    );
    expect(first.choices[0]?.finish_reason).toBe("tool_calls");
    expect(calls.map((call) => [call.function.name, call.function.arguments])).toEqual([
      ["weather", '{"city":"Bern (BE)","n":12345678901234567890}'],
      ["time", "{}"],
    ]);
    messages.push({ role: "assistant", tool_calls: calls });
    for (const call of calls)
      messages.push({
        role: "tool",
        tool_call_id: call.id,
        content: `${call.function.name} is fine`,
      });
    const last = await client.chat.completions.create({ model: "gpt-4o", messages, tools });
    expect(last.choices[0]?.message.content).toBe(
      "Tool results: weather -> weather is fine; time -> time is fine",
    );
  });

  test("errors by type", async () => {
    const create = async (model: string): Promise<unknown> =>
      client.chat.completions.create({ model, messages: hello }).catch((error: unknown) => error);
    expect(await create("m;status=429")).toBeInstanceOf(RateLimitError);
    expect(await create("m;status=401")).toBeInstanceOf(AuthenticationError);
    expect(await create("m;errorKind=context_length")).toBeInstanceOf(BadRequestError);
    const inBand = client.chat.completions
      .stream({ model: "m;errorInStream=2", messages: hello })
      .finalChatCompletion();
    expect(await inBand.catch((error: unknown) => error)).toBeInstanceOf(APIError);
  });

  test("embeddings: floats and base64 are the same unit vectors, near when words are shared", async () => {
    const create = async (encoding_format: "float" | "base64" | undefined): Promise<number[][]> => {
      const input = ["red apple pie", "red apple tart", "quantum field theory"];
      const answer = await client.embeddings.create({
        model: "e",
        input,
        dimensions: 32,
        ...(encoding_format === "float" && { encoding_format }),
      });
      return answer.data.map((item) => item.embedding);
    };
    const floats = await create("float");
    expect(await create(undefined)).toEqual(floats);
    expect(vendor.requests.at(-1)?.body).toMatchObject({ encoding_format: "base64" });
    const dot = (a: number[] = [], b: number[] = []): number =>
      a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
    expect(dot(floats[0], floats[0])).toBeCloseTo(1, 5);
    expect(dot(floats[0], floats[1])).toBeGreaterThan(dot(floats[0], floats[2]));
  });

  test("legacy completions and models", async () => {
    const answer = await client.completions.create({ model: "m", prompt: "say it" });
    expect(answer.choices[0]?.text).toBe("Echo: say it");
    let text = "";
    for await (const chunk of await client.completions.create({
      model: "m",
      prompt: "say it",
      stream: true,
    })) {
      text += chunk.choices[0]?.text ?? "";
    }
    expect(text).toBe("Echo: say it");
    expect((await client.models.list()).data.map((model) => model.id)).toContain("gpt-4o");
    expect((await client.models.retrieve("gpt-4o")).object).toBe("model");
    expect(await client.models.retrieve("nope").catch((error: unknown) => error)).toMatchObject({
      status: 404,
    });
  });
});

describe("the wire", () => {
  const chunks = async (extra: object, text = "hi"): Promise<Record<string, unknown>[]> => {
    const events = eventsOf(
      await (await ask(vendor, "openai", { stream: true, text, extra })).text(),
    );
    expect(events.at(-1)?.data).toBe("[DONE]");
    return events.slice(0, -1).map(({ data }) => JSON.parse(data) as Record<string, unknown>);
  };

  test("include_usage: null on every chunk and one extra chunk; without it no usage at all", async () => {
    const asked = await chunks({ stream_options: { include_usage: true } });
    expect(asked.slice(0, -1).every((chunk) => chunk["usage"] === null)).toBe(true);
    expect(asked.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 1, completion_tokens: 2 },
    });
    for (const chunk of await chunks({})) {
      expect(chunk).not.toHaveProperty("usage");
      expect(chunk["choices"]).toHaveLength(1);
    }
  });

  test("parallel calls: opening pieces first, then arguments in turn by index", async () => {
    const made = await chunks({ tools }, 'call:weather({"city":"Bern"}) call:time({"zone":"CET"})');
    const pieces = made.flatMap((chunk) => {
      const [choice] = chunk["choices"] as {
        delta: { tool_calls?: { index: number; id?: string }[] };
      }[];
      return choice?.delta.tool_calls ?? [];
    });
    expect(pieces.map((piece) => piece.index)).toEqual([0, 1, 0, 1, 0, 1, 0, 1]);
    expect(pieces.map((piece) => piece.id !== undefined)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("tool choice, parallel_tool_calls and a tool that was not offered", async () => {
    const names = async (extra: object, text = "hi"): Promise<string[]> => {
      const body = (await (await ask(vendor, "openai", { text, extra })).json()) as {
        choices: [{ message: { tool_calls?: { function: { name: string } }[] } }];
      };
      return (body.choices[0].message.tool_calls ?? []).map((call) => call.function.name);
    };
    expect(await names({ tools, tool_choice: "required" })).toEqual(["weather"]);
    expect(
      await names({ tools, tool_choice: { type: "function", function: { name: "time" } } }),
    ).toEqual(["time"]);
    expect(await names({ tools, tool_choice: "none" }, "call:time")).toEqual([]);
    expect(await names({ tools, parallel_tool_calls: false }, "call:time call:weather")).toEqual([
      "time",
    ]);
    expect(await names({ tools }, "call:rocket")).toEqual([]);
  });

  test("max_tokens, stop, n and JSON answers", async () => {
    const body = async (extra: object): Promise<unknown> =>
      (await ask(vendor, "openai", { text: "a b c d", extra })).json();
    expect(await body({ max_tokens: 3 })).toMatchObject({
      choices: [{ message: { content: "Echo: a b" }, finish_reason: "length" }],
    });
    expect(await body({ stop: ["d"] })).toMatchObject({
      choices: [{ message: { content: "Echo: a b c " }, finish_reason: "stop" }],
    });
    expect(await body({ n: 3 })).toMatchObject({
      choices: [{ index: 0 }, { index: 1 }, { index: 2 }],
    });
    const schema = {
      type: "object",
      properties: {
        name: { type: "string" },
        n: { type: "integer" },
        list: { type: "array", items: { enum: ["x"] } },
      },
    };
    expect(
      await body({ response_format: { type: "json_schema", json_schema: { name: "s", schema } } }),
    ).toMatchObject({
      choices: [{ message: { content: '{"name":"a b c d","n":1,"list":["x"]}' } }],
    });
  });

  const call = { id: "c1", type: "function", function: { name: "weather", arguments: "{}" } };
  const refusals: [string, object, string][] = [
    ["no messages", { messages: undefined }, "Missing required parameter: 'messages'."],
    ["an empty list", { messages: [] }, "empty array"],
    [
      "a role it does not know",
      { messages: [{ role: "bot", content: "" }] },
      "Invalid value: 'bot'",
    ],
    [
      "null content without calls",
      { messages: [{ role: "user", content: null }] },
      "messages[0].content",
    ],
    [
      "a tool message that answers nothing",
      { messages: [{ role: "tool", tool_call_id: "x", content: "" }] },
      "must be a response to a preceeding message",
    ],
    [
      "a call without its answer",
      {
        messages: [
          { role: "assistant", tool_calls: [call] },
          { role: "user", content: "?" },
        ],
      },
      "did not have response messages: c1",
    ],
    [
      "arguments as an object",
      {
        messages: [
          { role: "assistant", tool_calls: [{ ...call, function: { name: "x", arguments: {} } }] },
        ],
      },
      "function.arguments",
    ],
  ];
  for (const [what, extra, message] of refusals) {
    test(`refuses ${what}`, async () => {
      const response = await ask(vendor, "openai", { extra });
      expect(response.status).toBe(400);
      expect(((await response.json()) as { error: { message: string } }).error.message).toContain(
        message,
      );
    });
  }
});
