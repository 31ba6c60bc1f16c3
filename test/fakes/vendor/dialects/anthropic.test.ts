import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { ask, eventsOf } from "../probe.ts";
import { startFakeVendor } from "../server.ts";

const vendor = await startFakeVendor();
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

interface Message {
  content: Record<string, unknown>[];
  stop_reason: string;
  usage: Record<string, unknown>;
}

const tools = ["weather", "time"].map((name) => ({ name, input_schema: { type: "object" } }));
const thinking = { type: "enabled", budget_tokens: 1024 };
const json = async (extra: object, text?: string): Promise<Message> => {
  const response = await ask(vendor, "anthropic", { extra, ...(text !== undefined && { text }) });
  expect(response.status).toBe(200);
  return (await response.json()) as Message;
};

test("a plain message", async () => {
  expect(await json({ system: "be kind now" }, "hello")).toMatchObject({
    type: "message",
    role: "assistant",
    content: [{ type: "text", text: "Echo: hello" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 4, output_tokens: 2, cache_read_input_tokens: 0 },
  });
});

test("a stream: events in the vendor's order, each named, with a ping, thinking, signature and tool input in pieces", async () => {
  const response = await ask(vendor, "anthropic", {
    stream: true,
    text: 'call:weather({"city":"Bern"}) call:time',
    extra: { tools, thinking },
  });
  const events = eventsOf(await response.text());
  for (const { event, data } of events)
    expect((JSON.parse(data) as { type: string }).type).toBe(event ?? "");
  const names = events.map(({ event, data }) => {
    const { delta } = JSON.parse(data) as { delta?: { type?: string } };
    return delta?.type ?? event ?? "";
  });
  const thought = ["thinking_delta", "thinking_delta", "thinking_delta", "signature_delta"];
  expect(names).toEqual([
    "message_start",
    "content_block_start",
    "ping",
    ...thought,
    "content_block_stop",
    "content_block_start",
    ...Array<string>(4).fill("input_json_delta"),
    "content_block_stop",
    "content_block_start",
    "input_json_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
  const input = events
    .map(({ data }) => JSON.parse(data) as { index?: number; delta?: { partial_json?: string } })
    .filter(({ index }) => index === 1)
    .map(({ delta }) => delta?.partial_json ?? "");
  expect(input.join("")).toBe('{"city":"Bern"}');
});

test("a tool loop with thinking: the blocks come back as they were, and the results are in the answer", async () => {
  const messages: object[] = [
    { role: "user", content: 'call:weather({"n":12345678901234567890}) call:time' },
  ];
  const first = await ask(vendor, "anthropic", { extra: { messages, tools, thinking } });
  const text = await first.text();
  expect(text).toContain('"input":{"n":12345678901234567890}');
  const { content, stop_reason } = JSON.parse(text) as Message;
  expect(stop_reason).toBe("tool_use");
  const results = content
    .filter((block) => block["type"] === "tool_use")
    .map((block) => ({
      type: "tool_result",
      tool_use_id: block["id"],
      content: `${String(block["name"])} ok`,
    }));
  const loop = [...messages, { role: "assistant", content }, { role: "user", content: results }];
  const last = await json({ messages: loop, tools, thinking });
  expect(last.content.at(-1)).toMatchObject({
    text: "Tool results: weather -> weather ok; time -> time ok",
  });

  const lost = [
    ...messages,
    { role: "assistant", content: content.slice(1) },
    { role: "user", content: results },
  ];
  expect(await refusal({ messages: lost, tools, thinking })).toContain(
    "Expected `thinking` or `redacted_thinking`, but found `tool_use`",
  );
  const forged = content.map((block) =>
    block["type"] === "thinking" ? { ...block, signature: "x" } : block,
  );
  const bent = [
    ...messages,
    { role: "assistant", content: forged },
    { role: "user", content: results },
  ];
  expect(await refusal({ messages: bent, tools, thinking })).toContain(
    "Invalid `signature` in `thinking` block",
  );
});

test("stop_sequences and max_tokens", async () => {
  expect(await json({ stop_sequences: ["b"] }, "a b c")).toMatchObject({
    content: [{ text: "Echo: a " }],
    stop_reason: "stop_sequence",
    stop_sequence: "b",
  });
  expect(await json({ max_tokens: 2 }, "a b c")).toMatchObject({
    content: [{ text: "Echo: a" }],
    stop_reason: "max_tokens",
  });
});

test("tool choice and structured output", async () => {
  const names = async (extra: object, text = "hi"): Promise<unknown[]> =>
    (await json({ tools, ...extra }, text)).content
      .filter((block) => block["type"] === "tool_use")
      .map((block) => block["name"]);
  expect(await names({ tool_choice: { type: "any" } })).toEqual(["weather"]);
  expect(await names({ tool_choice: { type: "tool", name: "time" } })).toEqual(["time"]);
  expect(await names({ tool_choice: { type: "none" } }, "call:time")).toEqual([]);
  expect(
    await names(
      { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      "call:time call:weather",
    ),
  ).toEqual(["time"]);
  const format = {
    type: "json_schema",
    schema: { type: "object", properties: { a: { type: "boolean" } } },
  };
  expect((await json({ output_config: { format } })).content).toEqual([
    { type: "text", text: '{"a":true}' },
  ]);
});

test("count_tokens and models, told apart from OpenAI by the headers", async () => {
  const headers = { "x-api-key": "k", "anthropic-version": "2023-06-01" };
  const body = JSON.stringify({
    model: "c",
    messages: [{ role: "user", content: "one two three" }],
  });
  const counted = await fetch(`${vendor.url}/v1/messages/count_tokens`, {
    method: "POST",
    headers,
    body,
  });
  expect(await counted.json()).toEqual({ input_tokens: 3 });
  const models = (await (await fetch(`${vendor.url}/v1/models`, { headers })).json()) as {
    data: object[];
  };
  expect(models).toMatchObject({ has_more: false, data: [{ type: "model" }, { type: "model" }] });
});

async function refusal(extra: object): Promise<string> {
  const response = await ask(vendor, "anthropic", { extra });
  expect(response.status).toBe(400);
  return ((await response.json()) as { error: { message: string } }).error.message;
}

describe("refuses", () => {
  const use = { type: "tool_use", id: "toolu_1", name: "weather", input: {} };
  const result = { type: "tool_result", tool_use_id: "toolu_1", content: "ok" };
  const hi = { role: "user", content: "hi" };
  const rows: [string, object, string][] = [
    ["no max_tokens", { max_tokens: undefined }, "max_tokens: Field required"],
    ["a system role", { messages: [{ role: "system", content: "x" }] }, 'Unexpected role "system"'],
    [
      "an empty text block",
      { messages: [{ role: "user", content: [{ type: "text", text: "" }] }] },
      "text content blocks must be non-empty",
    ],
    [
      "a first turn that is not the user's",
      { messages: [{ role: "assistant", content: "x" }, hi] },
      "first message must use",
    ],
    [
      "a tool_use without its result",
      { messages: [hi, { role: "assistant", content: [use] }, hi] },
      "without `tool_result` blocks immediately after: toolu_1",
    ],
    [
      "a result after text",
      {
        messages: [
          hi,
          { role: "assistant", content: [use] },
          { role: "user", content: [{ type: "text", text: "x" }, result] },
        ],
      },
      "immediately after",
    ],
    [
      "a result without its use",
      { messages: [{ role: "user", content: [result] }] },
      "unexpected `tool_use_id`",
    ],
    [
      "input as text",
      {
        messages: [
          hi,
          { role: "assistant", content: [{ ...use, input: "{}" }] },
          { role: "user", content: [result] },
        ],
      },
      "valid dictionary",
    ],
    [
      "an id with dots",
      { messages: [hi, { role: "assistant", content: [{ ...use, id: "a.b" }] }] },
      "should match pattern",
    ],
    ["temperature above 1", { temperature: 1.5 }, "temperature: range: 0..1"],
  ];
  for (const [what, extra, message] of rows) {
    test(what, async () => {
      expect(await refusal(extra)).toContain(message);
    });
  }

  test("a missing anthropic-version", async () => {
    const response = await fetch(`${vendor.url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "k" },
      body: "{}",
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("anthropic-version: header is required");
  });

  test("a prefill and unknown fields, when told to", async () => {
    const prefill = { messages: [hi, { role: "assistant", content: "Sure," }] };
    expect((await ask(vendor, "anthropic", { extra: prefill })).status).toBe(200);
    vendor.next({ rejectPrefill: true }, { strictFields: true });
    expect(await refusal(prefill)).toContain("does not support assistant message prefill");
    expect(await refusal({ frequency_penalty: 1 })).toBe(
      "frequency_penalty: Extra inputs are not permitted",
    );
  });

  test("two user turns in a row may share the results", async () => {
    const split = [
      hi,
      { role: "assistant", content: [use, { ...use, id: "toolu_2" }] },
      { role: "user", content: [result] },
      { role: "user", content: [{ ...result, tool_use_id: "toolu_2" }] },
    ];
    expect((await ask(vendor, "anthropic", { extra: { messages: split } })).status).toBe(200);
  });
});
