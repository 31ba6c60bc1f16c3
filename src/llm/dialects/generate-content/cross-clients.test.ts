import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { type FakeVendor, startFakeVendor } from "../../../../test/fakes/vendor/server.ts";
import { translate } from "../../../../test/llm/translate.ts";
import type { Dialect } from "../../dialect.ts";
import { messages } from "../messages/index.ts";
import { responses } from "../responses/index.ts";
import { generateContent } from "./index.ts";

/** Clients that have no field for a signature, before a vendor that refuses a turn without it. */
const vendor: FakeVendor = await startFakeVendor({ record: 20 });
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

type Json = Record<string, unknown>;

const ask = async (client: Dialect, body: Json): Promise<Json> => {
  const pair = { client, vendor: generateContent, url: vendor.url, model: "gemini-3-pro-preview" };
  const response = await translate(pair, JSON.stringify({ model: "public", ...body }));
  const text = await response.text();
  expect([response.status, text]).toEqual([200, text]);
  return JSON.parse(text) as Json;
};
const question = 'call:weather({"n":12345678901234567890}) call:weather({"n":2})';
const schema = { type: "object", properties: { n: { type: "integer" } } };
const lastSent = (): string => vendor.requests.at(-1)?.bodyText ?? "";

describe("a tool loop with Gemini 3", () => {
  test("from a messages client that keeps only blocks it knows", async () => {
    const body = { max_tokens: 100, tools: [{ name: "weather", input_schema: schema }] };
    const user = { role: "user", content: question };
    const first = await ask(messages, { ...body, messages: [user] });
    expect(first["stop_reason"]).toBe("tool_use");
    const calls = (first["content"] as Json[]).filter((block) => block["type"] === "tool_use");
    const kept = calls.map(({ type, id, name, input }) => ({ type, id, name, input }));
    expect(kept).toMatchObject([{ name: "weather" }, { name: "weather", input: { n: 2 } }]);
    const results = kept.map(({ id }, i) => ({
      type: "tool_result",
      tool_use_id: id,
      content: `r${i}`,
      is_error: i === 1,
    }));
    const second = await ask(messages, {
      ...body,
      messages: [
        user,
        { role: "assistant", content: kept },
        { role: "user", content: [...results, { type: "text", text: "and?" }] },
      ],
    });
    // The results are a turn of their own, right behind the calls; what the user says comes after them.
    expect(second["content"]).toEqual([{ type: "text", text: "Echo: and?" }]);
    expect(lastSent()).toContain('"response":{"output":"r0"}');
    expect(lastSent()).toContain('"response":{"error":"r1"}');
    expect(lastSent()).not.toContain("parley");
  });

  test("from a responses client that keeps only items it knows", async () => {
    const tools = [{ type: "function", name: "weather", parameters: schema }];
    const user = { role: "user", content: question };
    const first = await ask(responses, { input: [user], tools, store: false });
    const calls = (first["output"] as Json[]).filter((item) => item["type"] === "function_call");
    const kept = calls.map(({ type, call_id, name, arguments: args }) => ({
      type,
      call_id,
      name,
      arguments: args,
    }));
    expect(kept.map((call) => call.arguments)).toEqual(['{"n":12345678901234567890}', '{"n":2}']);
    const results = kept.map(({ call_id }, i) => ({
      type: "function_call_output",
      call_id,
      output: `r${i}`,
    }));
    const second = await ask(responses, {
      input: [user, ...kept, ...results],
      tools,
      store: false,
    });
    expect(JSON.stringify(second["output"])).toContain(
      "Tool results: weather -> r0; weather -> r1",
    );
    expect(lastSent()).toContain('"args":{"n":12345678901234567890}');
    expect(lastSent()).not.toContain("parley");
  });
});
