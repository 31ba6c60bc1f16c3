import { afterAll, afterEach, describe, expect, test } from "bun:test";
import OpenAI from "openai";
import { startFakeVendor } from "../server.ts";

const vendor = await startFakeVendor();
const client = new OpenAI({ baseURL: `${vendor.url}/v1`, apiKey: "k", maxRetries: 0 });
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

const model = "gpt-5.1";
const tool = {
  type: "function" as const,
  name: "weather",
  strict: false,
  parameters: { type: "object", properties: {} },
};

async function failure(work: PromiseLike<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof OpenAI.APIError) return error.message;
  }
  throw new Error("it did not fail");
}

describe("the fake responses vendor, read by the official client", () => {
  test("plain and streamed, with usage", async () => {
    vendor.setDefaults({ usage: { prompt: 9, cached: 4, completion: 5, reasoning: 2 } });
    const plain = await client.responses.create({ model, input: "hello" });
    const stream = client.responses.stream({ model, input: "hello" });
    const streamed = await stream.finalResponse();
    expect(plain.output_text).toBe("Echo: hello");
    expect(streamed.output_text).toBe("Echo: hello");
    expect(streamed.usage).toMatchObject({ input_tokens: 9, output_tokens: 5 });
  });

  test("a call, its result, and thoughts that must come back as they were", async () => {
    const request = {
      model,
      store: false,
      tools: [tool],
      reasoning: { effort: "low" as const },
      include: ["reasoning.encrypted_content" as const],
    };
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "call:weather" }];
    const first = await client.responses.stream({ ...request, input }).finalResponse();
    const call = first.output.find((item) => item.type === "function_call");
    if (!call) throw new Error("no call");
    input.push(...(first.output as OpenAI.Responses.ResponseInputItem[]));
    input.push({ type: "function_call_output", call_id: call.call_id, output: "sunny" });
    const second = await client.responses.create({ ...request, input });
    expect(second.output_text).toBe("Tool results: weather -> sunny");
    const spoilt = input.map((item) =>
      item.type === "reasoning" ? { ...item, encrypted_content: "other" } : item,
    );
    const refused = client.responses.create({ ...request, input: spoilt });
    expect(await failure(refused)).toContain("could not be verified");
  });

  test("refuses what the vendor refuses", async () => {
    const output = { type: "function_call_output" as const, call_id: "call_1", output: "x" };
    expect(await failure(client.responses.create({ model, input: [output] }))).toContain(
      "No tool call",
    );
    expect(
      await failure(client.responses.create({ model, input: "x", max_output_tokens: 3 })),
    ).toContain("below minimum");
  });

  test("an error inside a stream, and an answer cut by its limit", async () => {
    vendor.next({ errorInStream: 1 }, { finish: "length" });
    expect(
      await failure(client.responses.stream({ model, input: "a b" }).finalResponse()),
    ).toContain("server had an error");
    const cut = await client.responses.create({ model, input: "x" });
    expect(cut).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
    });
  });
});
