/** The official client as judge, in front of a vendor of every other dialect that keeps the real ones' rules. */

import { afterAll, afterEach, describe, expect, test } from "bun:test";
import OpenAI, { APIError } from "openai";
import { zodResponsesFunction, zodTextFormat } from "openai/helpers/zod";
import type { ResponseInput, Tool } from "openai/resources/responses/responses";
import { z } from "zod";
import { startFakeVendor } from "../../../../test/fakes/vendor/server.ts";
import { startBridge, type Vendor } from "../../../../test/llm/responses-bridge.ts";
import { chatCompletions } from "../chat-completions/index.ts";
import { generateContent } from "../generate-content/index.ts";
import { messages } from "../messages/index.ts";

const vendor = await startFakeVendor();
afterEach(() => vendor.clear());

const VENDORS: ReadonlyArray<readonly [name: string, vendor: Vendor]> = [
  ["chat-completions", { dialect: chatCompletions, baseUrl: `${vendor.url}/v1`, model: "gpt-4o" }],
  [
    "messages",
    { dialect: messages, baseUrl: `${vendor.url}/v1`, model: "claude-sonnet-4-5-20250929" },
  ],
  [
    "generate-content",
    { dialect: generateContent, baseUrl: `${vendor.url}/v1beta`, model: "gemini-3-pro-preview" },
  ],
];

let current: Vendor | undefined;
const bridge = startBridge(() => {
  if (current === undefined) throw new Error("no vendor was chosen");
  return current;
});
const client = new OpenAI({
  baseURL: `http://127.0.0.1:${bridge.port}/v1`,
  apiKey: "k",
  maxRetries: 0,
});
afterAll(async () => {
  await bridge.stop(true);
  await vendor.stop();
});

const city = z.object({ city: z.string() });
const tools: Tool[] = ["weather", "time"].map((name) => ({
  type: "function",
  name,
  parameters: { type: "object", properties: { city: { type: "string" } } },
  strict: false,
}));

async function failure(work: PromiseLike<unknown>): Promise<APIError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof APIError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

describe.each(VENDORS)("in front of %s", (_name, served) => {
  const base = { model: "public", store: false } as const;
  const use = (): void => {
    current = served;
  };

  test("plain", async () => {
    use();
    vendor.next({ reply: "Hello there", usage: { prompt: 12, completion: 3, cached: 4 } });
    const answer = await client.responses.create({
      ...base,
      input: "Hi",
      instructions: "Be kind.",
    });
    expect(answer.output_text).toBe("Hello there");
    expect(answer).toMatchObject({ object: "response", model: "public", status: "completed" });
    expect(answer.usage).toMatchObject({
      input_tokens: 12,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 3,
      total_tokens: 15,
    });
  });

  test("stream, with characters split over writes", async () => {
    use();
    vendor.next({ reply: "Grüß dich, 你好 🙂", splitUtf8: true });
    const stream = client.responses.stream({ ...base, input: "Hi" });
    let said = "";
    for await (const event of stream) {
      if (event.type === "response.output_text.delta") said += event.delta;
    }
    const answer = await stream.finalResponse();
    expect(said).toBe("Grüß dich, 你好 🙂");
    expect(answer.output_text).toBe(said);
    expect(answer.status).toBe("completed");
    expect(answer.usage?.output_tokens).toBeGreaterThan(0);
  });

  test.each([[false], [true]])(
    "a tool loop with parallel calls and thoughts, stream %p",
    async (isStreamed) => {
      use();
      const ask = async (input: ResponseInput) => {
        const body = { ...base, input, tools, reasoning: { effort: "medium" as const } };
        if (!isStreamed) return client.responses.create(body);
        return client.responses.stream(body).finalResponse();
      };
      const input: ResponseInput = [
        {
          role: "user",
          content: 'call:weather({"city":"Bern","n":12345678901234567890}) call:time',
        },
      ];
      const first = await ask(input);
      const calls = first.output.flatMap((item) => (item.type === "function_call" ? [item] : []));
      expect(calls.map(({ name }) => name)).toEqual(["weather", "time"]);
      expect(calls[0]?.arguments).toContain("12345678901234567890");
      expect(JSON.parse(calls[1]?.arguments ?? "")).toEqual({});
      const second = await ask([
        ...input,
        ...(first.output as ResponseInput),
        ...calls.map(({ call_id, name }) => ({
          type: "function_call_output" as const,
          call_id,
          output: `${name} is fine`,
        })),
      ]);
      expect(second.output_text).toContain("weather -> weather is fine; time -> time is fine");
    },
  );

  test("a forced tool, its arguments parsed by the client", async () => {
    use();
    vendor.next({ calls: [{ name: "weather", arguments: '{"city":"Bern"}' }] });
    const answer = await client.responses.parse({
      ...base,
      input: "go",
      tools: [zodResponsesFunction({ name: "weather", parameters: city })],
      tool_choice: { type: "function", name: "weather" },
      parallel_tool_calls: false,
    });
    expect(answer.output).toMatchObject([
      { type: "function_call", name: "weather", parsed_arguments: { city: "Bern" } },
    ]);
  });

  test("structured output, parsed by the client", async () => {
    use();
    const answer = await client.responses.parse({
      ...base,
      input: "go",
      text: { format: zodTextFormat(city, "place") },
    });
    expect(answer.output_parsed).toEqual({ city: expect.any(String) });
  });

  test("cut at the limit", async () => {
    use();
    vendor.next({ reply: "half", finish: "length" });
    const answer = await client.responses.stream({ ...base, input: "Hi" }).finalResponse();
    expect(answer.status).toBe("incomplete");
    expect(answer.incomplete_details).toEqual({ reason: "max_output_tokens" });
    expect(answer.output_text).toBe("half");
  });

  test("an error before the answer, and one in the middle of it", async () => {
    use();
    vendor.next({ status: 429 });
    expect((await failure(client.responses.create({ ...base, input: "Hi" }))).status).toBe(429);
    vendor.next({ chunks: 5, errorInStream: 2 });
    const broken = await failure(client.responses.stream({ ...base, input: "Hi" }).finalResponse());
    expect(broken.message).not.toBe("");
    vendor.next({ chunks: 5, cutAfterChunks: 2 });
    const cut = await failure(client.responses.stream({ ...base, input: "Hi" }).finalResponse());
    expect(cut.code).toBe("upstream_cut");
  });

  test("what needs the vendor's memory is refused by name", async () => {
    use();
    const error = await failure(
      client.responses.create({ ...base, input: "Hi", previous_response_id: "resp_1" }),
    );
    expect(error.status).toBe(400);
    expect(error.param).toBe("previous_response_id");
  });
});
