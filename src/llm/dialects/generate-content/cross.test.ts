import { afterAll, afterEach, describe, expect, test } from "bun:test";
import {
  type FakeVendor,
  type Faults,
  startFakeVendor,
} from "../../../../test/fakes/vendor/server.ts";
import { translate } from "../../../../test/llm/translate.ts";
import { chatCompletions } from "../chat-completions/index.ts";
import { generateContent } from "./index.ts";

/** The fake vendor refuses what the real one would: it judges what is written. */
const vendor: FakeVendor = await startFakeVendor({ record: 20 });
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

type Json = Record<string, unknown>;
interface Completion {
  choices: {
    message: { content: string | null; tool_calls?: Call[]; reasoning_content?: string };
    finish_reason: string;
  }[];
  usage: Json;
}
interface Call {
  id: string;
  type: string;
  function: { name: string; arguments: string };
}

const GEMINI3 = "gemini-3-pro-preview";
const ask = async (body: Json, model = "gemini-2.5-flash"): Promise<Response> =>
  translate(
    { client: chatCompletions, vendor: generateContent, url: vendor.url, model },
    JSON.stringify({ model: "public", ...body }),
  );
const complete = async (body: Json, model?: string): Promise<Completion> => {
  const response = await ask(body, model);
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  return JSON.parse(text) as Completion;
};
const chunksOf = (text: string): Json[] =>
  text
    .split("\n\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)) as Json);
const stream = async (body: Json, model?: string): Promise<string> =>
  (await ask({ stream: true, stream_options: { include_usage: true }, ...body }, model)).text();

const user = (content: unknown = "hello"): Json => ({ role: "user", content });
const tools = ["weather", "time", "1st-tool"].map((name) => ({
  type: "function",
  function: {
    name,
    parameters: { type: "object", properties: { n: { type: ["integer", "null"] } } },
  },
}));

/** A client that keeps what the dialect has a field for, and drops the rest. */
const plainCall = ({ id, type, function: { name, arguments: args } }: Call): Call => ({
  id,
  type,
  function: { name, arguments: args },
});

/** A streamed answer, put together as the official clients do. */
function gather(text: string): { content: string; calls: Call[]; finish: unknown; usage: unknown } {
  const calls: Call[] = [];
  let content = "";
  let finish: unknown;
  let usage: unknown;
  for (const chunk of chunksOf(text)) {
    usage = chunk["usage"] ?? usage;
    for (const choice of chunk["choices"] as { delta: Json; finish_reason: unknown }[]) {
      content += (choice.delta["content"] as string | undefined) ?? "";
      finish = choice.finish_reason ?? finish;
      for (const part of (choice.delta["tool_calls"] ?? []) as (Call & { index: number })[]) {
        const call = (calls[part.index] ??= {
          id: "",
          type: "",
          function: { name: "", arguments: "" },
        });
        call.id ||= part.id ?? "";
        call.type ||= part.type ?? "";
        call.function.name ||= part.function.name ?? "";
        call.function.arguments += part.function.arguments ?? "";
      }
    }
  }
  return { content, calls, finish, usage };
}

describe("a chat-completions client before Gemini", () => {
  test("plain: text, finish, usage with cached and reasoning tokens", async () => {
    vendor.next({ usage: { prompt: 20, completion: 9, cached: 12, reasoning: 4 }, thinking: "hm" });
    const answer = await complete({ messages: [{ role: "system", content: "be kind" }, user()] });
    expect(answer.choices[0]).toMatchObject({
      message: { content: "Echo: hello", reasoning_content: "hm" },
      finish_reason: "stop",
    });
    expect(answer.usage).toMatchObject({
      prompt_tokens: 20,
      completion_tokens: 9,
      total_tokens: 29,
      prompt_tokens_details: { cached_tokens: 12 },
      completion_tokens_details: { reasoning_tokens: 4 },
    });
  });

  test.each([
    ["whole", {}],
    ["byte by byte", { oneByteWrites: true }],
    ["letters split", { splitUtf8: true }],
    ["CRLF", { crlf: true }],
  ] as [string, Faults][])("a stream, %s", async (_how, faults) => {
    vendor.next({ ...faults, reply: "grüße 👋\n\n world" });
    const text = await stream({ messages: [user()] });
    expect(gather(text)).toMatchObject({ content: "grüße 👋\n\n world", finish: "stop" });
    expect(text).toEndWith("data: [DONE]\n\n");
  });

  // The model calls the tool by the name it was told: `1st-tool` is no name there.
  test.each([[false], [true]])(
    "a tool loop with Gemini 3 (stream %p): parallel calls, raw numbers, signatures in ids",
    async (streamed) => {
      const question = user(
        'call:weather({"n":12345678901234567890}) call:_n_1st-tool() call:weather({"n":1})',
      );
      const body = { messages: [question], tools };
      const calls = streamed
        ? gather(await stream(body, GEMINI3)).calls
        : ((await complete(body, GEMINI3)).choices[0]?.message.tool_calls ?? []);
      expect(calls.map((call) => [call.function.name, call.function.arguments])).toEqual([
        ["weather", '{"n":12345678901234567890}'],
        ["1st-tool", "{}"],
        ["weather", '{"n":1}'],
      ]);
      expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
      const results = calls.map(({ id }, i) => ({
        role: "tool",
        tool_call_id: id,
        content: `r${i}`,
      }));
      const history = [
        question,
        { role: "assistant", content: "", tool_calls: calls.map(plainCall) },
        ...results,
      ];
      const answer = await complete({ messages: history, tools }, GEMINI3);
      expect(answer.choices[0]?.message.content).toBe(
        "Tool results: weather -> r0; _n_1st-tool -> r1; weather -> r2",
      );
      const sent = vendor.requests.at(-1)?.bodyText ?? "";
      expect(sent).toContain('"args":{"n":12345678901234567890}');
      expect(sent).not.toContain("parley");
    },
  );

  test("every choice of tools", async () => {
    const called = async (tool_choice: unknown): Promise<string[]> =>
      (
        (await complete({ messages: [user()], tools, tool_choice })).choices[0]?.message
          .tool_calls ?? []
      ).map((call) => call.function.name);
    expect(await called("none")).toEqual([]);
    expect(await called("required")).toEqual(["weather"]);
    expect(await called({ type: "function", function: { name: "1st-tool" } })).toEqual([
      "1st-tool",
    ]);
  });

  test("structured output, pictures, several system messages", async () => {
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const answer = await complete({
      messages: [user(), { role: "system", content: "late" }],
      response_format: { type: "json_schema", json_schema: { name: "x", schema, strict: true } },
    });
    expect(JSON.parse(answer.choices[0]?.message.content ?? "")).toEqual({ city: "hello" });
    const url = "data:image/png;base64,AAAA";
    await complete({
      messages: [
        user([
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url } },
        ]),
      ],
    });
    expect(vendor.requests.at(-1)?.body).toMatchObject({
      contents: [
        { parts: [{ text: "see" }, { inlineData: { mimeType: "image/png", data: "AAAA" } }] },
      ],
    });
  });

  test.each([
    ["length", "length"],
    ["content_filter", "content_filter"],
    ["stop", "stop"],
  ] as const)("the vendor's end %s is %s", async (finish, expected) => {
    vendor.next({ finish });
    expect((await complete({ messages: [user()] })).choices[0]?.finish_reason).toBe(expected);
  });

  test("a refused prompt is an answer ended by the filter, plain and streamed", async () => {
    vendor.next(
      { errorKind: "content_filter" },
      { errorKind: "content_filter", errorAfter200First: true },
    );
    expect((await complete({ messages: [user()] })).choices[0]).toMatchObject({
      message: { content: "" },
      finish_reason: "content_filter",
    });
    expect(gather(await stream({ messages: [user()] })).finish).toBe("content_filter");
  });

  test.each([
    ["cut off", { cutAfterChunks: 1 }, "upstream_cut"],
    ["cut off inside an event", { cutAfterChunks: 1, cutMidFrame: true }, /^upstream_/],
    ["reset", { cutAfterChunks: 1, cutReset: true }, "upstream_cut"],
    ["ended without a finish", { missingFinish: true }, "upstream_cut"],
    ["broken JSON", { malformedAfterChunks: 1 }, "upstream_cut"],
    ["an error in band", { errorInStream: 1 }, "upstream_error"],
    ["an error after 200", { errorAfter200First: true }, "upstream_error"],
  ] as [string, Faults, string | RegExp][])(
    "a stream that is %s ends in one typed error",
    async (_what, faults, code) => {
      vendor.next(faults);
      const text = await stream({ messages: [user("one two three four")] });
      const last = chunksOf(text).at(-1) as { error: Json };
      expect(last.error["code"]).toMatch(code);
      expect(text).not.toContain("[DONE]");
      expect(text).not.toContain('"finish_reason":"stop"');
      expect(chunksOf(text).filter((chunk) => "error" in chunk)).toHaveLength(1);
    },
  );

  test("a vendor's refusal is said in the client's words, with its wait", async () => {
    vendor.next({ status: 429, retryAfter: 27 });
    const response = await ask({ messages: [user()] });
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining("quota") as unknown },
    });
    vendor.next({ errorKind: "invalid_key" });
    expect((await ask({ messages: [user()] })).status).toBe(401);
  });

  test("a call without arguments is {} at its end, and missing usage is missing", async () => {
    vendor.next({ calls: [{ name: "weather", arguments: "" }], missingUsage: true });
    const { calls, usage } = gather(await stream({ messages: [user()], tools }));
    expect(calls[0]?.function.arguments).toBe("{}");
    expect(usage).toBeUndefined();
  });
});
