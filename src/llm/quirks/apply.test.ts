import { describe, expect, test } from "bun:test";
import { mergeQuirks, type Quirks, readQuirkWords, writeQuirkWords } from "../quirks.ts";
import { applyQuirks } from "./apply.ts";

/** Spacing, a number past 2^53 and an unknown field: bytes that a parse and a print would change. */
const TEXT = `{ "model" : "m",
  "seed": 12345678901234567890,"x_new":1e2, "temperature":1.0,
  "messages": [ {"role":"developer","content":[{"type":"text","text":"A"},{"type":"text","text":"B"}]},
    {"role":"user", "content":"Hi", "weird":1.50} ], "max_completion_tokens": 10,
  "stream":true,"stream_options":{"include_usage":true} }`;

const parse = (text: string): Record<string, unknown> =>
  JSON.parse(text) as Record<string, unknown>;
const turnsOf = (text: string): unknown => parse(text)["messages"];
const chat = (messages: unknown[], rest: object = {}): string =>
  JSON.stringify({ model: "m", messages, ...rest });

describe("text that no quirk concerns", () => {
  test.each<readonly [name: string, quirks: Quirks]>([
    ["has no quirks", {}],
    ["is what the vendor wants already", { max_tokens_field: "max_completion_tokens" }],
    ["ends with the user", { no_prefill: true }],
    ["has no format", { no_response_schema: true, no_json_mode: true }],
    ["has no calls", { no_parallel_tool_calls: true }],
    [
      "has no such fields",
      { rejected_fields: ["user", "messages[].name", "a.b.c", "model.x", "seed[].y"] },
    ],
    ["has no thoughts", { reasoning_field: "reasoning" }],
    ["is judged by other means", { no_tools: true, no_vision: true, gemini_plain_schema: true }],
    [
      "has flags that are off",
      { string_content: false, no_developer_role: false, no_system_role: false },
    ],
  ])("%s: every byte stays", (_, quirks) => {
    expect(applyQuirks(TEXT, quirks)).toBe(TEXT);
  });
});

test("values beside an edit keep their bytes", () => {
  const edited = applyQuirks(TEXT, {
    no_developer_role: true,
    max_tokens_field: "max_tokens",
    no_stream_usage: true,
    rejected_fields: ["temperature"],
  });
  expect(edited).toContain('"seed": 12345678901234567890');
  expect(edited).toContain('"x_new":1e2');
  expect(edited).toContain('{"role":"user", "content":"Hi", "weird":1.50}');
  expect(edited).toContain('"max_tokens":10');
  expect(parse(edited)).not.toHaveProperty("temperature");
  expect(parse(edited)).not.toHaveProperty("stream_options");
  expect(parse(edited)).not.toHaveProperty("max_completion_tokens");
});

test("every quirk applied twice is as applied once", () => {
  const text = chat(
    [
      { role: "developer", content: [{ type: "text", text: "A" }] },
      { role: "user", content: "Q" },
      { role: "assistant", content: "Begin", reasoning: "hm" },
    ],
    {
      max_tokens: 1,
      response_format: { type: "json_schema", json_schema: { schema: {} } },
      seed: 1,
    },
  );
  const quirks: Quirks = {
    string_content: true,
    no_developer_role: true,
    no_system_role: true,
    max_tokens_field: "max_completion_tokens",
    no_parallel_tool_calls: true,
    no_prefill: true,
    no_response_schema: true,
    no_json_mode: true,
    reasoning_field: "reasoning_content",
    rejected_fields: ["seed"],
  };
  const once = applyQuirks(text, quirks);
  expect(applyQuirks(once, quirks)).toBe(once);
});

test("max_tokens_field: of two limits the one under the kept name counts", () => {
  const text = chat([], { max_tokens: 5, max_completion_tokens: 9 });
  expect(parse(applyQuirks(text, { max_tokens_field: "max_tokens" }))).toEqual({
    model: "m",
    messages: [],
    max_tokens: 5,
  });
});

describe("formats in words", () => {
  const schema = { type: "object", properties: { a: { type: "string" } } };
  const text = chat([{ role: "user", content: "Q" }], {
    response_format: { type: "json_schema", json_schema: { name: "n", schema } },
  });

  test("no_response_schema: plain JSON, and the schema as an instruction", () => {
    const body = parse(applyQuirks(text, { no_response_schema: true }));
    expect(body["response_format"]).toEqual({ type: "json_object" });
    expect(body["messages"]).toMatchObject([
      { role: "system", content: expect.stringContaining(JSON.stringify(schema)) },
      { role: "user", content: "Q" },
    ]);
  });

  test("no_json_mode beside it: no format at all", () => {
    const body = parse(applyQuirks(text, { no_response_schema: true, no_json_mode: true }));
    expect(body).not.toHaveProperty("response_format");
    expect(JSON.stringify(body["messages"])).toContain("JSON Schema");
  });

  test("no_json_mode alone leaves a schema and lengthens the system turn for JSON", () => {
    expect(applyQuirks(text, { no_json_mode: true })).toBe(text);
    const plain = chat([{ role: "system", content: "S" }], {
      response_format: { type: "json_object" },
    });
    expect(turnsOf(applyQuirks(plain, { no_json_mode: true }))).toEqual([
      { role: "system", content: expect.stringMatching(/^S\n\nAnswer with one valid JSON/) },
    ]);
  });
});

test("rejected_fields leave through lists and objects", () => {
  const text = chat(
    [{ role: "user", content: [{ type: "text", text: "Q", cache_control: {} }], name: "n" }],
    {
      output_config: { effort: "low", format: 1 },
    },
  );
  expect(
    parse(
      applyQuirks(text, {
        rejected_fields: [
          "messages[].content[].cache_control",
          "messages[].name",
          "output_config.effort",
        ],
      }),
    ),
  ).toEqual({
    model: "m",
    messages: [{ role: "user", content: [{ type: "text", text: "Q" }] }],
    output_config: { format: 1 },
  });
});

describe("flags", () => {
  test("merge: lists add up, the later value counts", () => {
    expect(
      mergeQuirks(
        { max_tokens_field: "max_tokens", rejected_fields: ["a", "b"] },
        { max_tokens_field: "max_completion_tokens", rejected_fields: ["b", "c"] },
      ),
    ).toEqual({ max_tokens_field: "max_completion_tokens", rejected_fields: ["a", "b", "c"] });
    expect(mergeQuirks({}, { no_prefill: true })).toEqual({ no_prefill: true });
  });

  test("go to words and back", () => {
    const quirks: Quirks = {
      no_prefill: true,
      max_tokens_field: "max_completion_tokens",
      rejected_fields: ["seed", "messages[].name"],
    };
    const words = writeQuirkWords({ ...quirks, no_tools: false });
    expect(words).toEqual([
      "no_prefill",
      "max_tokens_field=max_completion_tokens",
      "rejected_fields=seed,messages[].name",
    ]);
    expect(readQuirkWords(words)).toEqual({ ...quirks });
    expect(
      readQuirkWords(["rejected_fields=a", "rejected_fields=b", "no_tools=false", "what"]),
    ).toEqual({
      rejected_fields: ["a", "b"],
      no_tools: false,
      what: true,
    });
  });
});
