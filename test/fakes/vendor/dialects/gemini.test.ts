import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { ask, eventsOf } from "../probe.ts";
import { startFakeVendor } from "../server.ts";

const vendor = await startFakeVendor();
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

interface Content {
  candidates: [
    { content: { parts: Record<string, unknown>[]; role: string }; finishReason?: string },
  ];
  usageMetadata: Record<string, unknown>;
}

const tools = [{ functionDeclarations: [{ name: "weather" }, { name: "time" }] }];
const json = async (extra: object, text = "hi", model = "gemini-2.5-flash"): Promise<Content> => {
  const response = await ask(vendor, "gemini", { extra, text, model });
  expect(response.status).toBe(200);
  return (await response.json()) as Content;
};
const refusal = async (extra: object, model = "gemini-2.5-flash"): Promise<string> => {
  const response = await ask(vendor, "gemini", { extra, model });
  const body = (await response.json()) as {
    error: { code: number; message: string; status: string };
  };
  expect(body.error).toMatchObject({ code: 400, status: "INVALID_ARGUMENT" });
  return body.error.message;
};

test("a plain answer", async () => {
  expect(await json({ systemInstruction: { parts: [{ text: "be kind" }] } })).toMatchObject({
    candidates: [
      { content: { parts: [{ text: "Echo: hi" }], role: "model" }, finishReason: "STOP", index: 0 },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
    modelVersion: "gemini-2.5-flash",
  });
});

test("a stream: CRLF, cumulative usage on every chunk, the finish on the last only, no end mark", async () => {
  const response = await ask(vendor, "gemini", { stream: true, text: "one two" });
  const text = await response.text();
  expect(text).not.toMatch(/[^\r]\n/);
  const chunks = eventsOf(text).map(({ data }) => JSON.parse(data) as Content);
  expect(chunks.map((chunk) => chunk.usageMetadata["candidatesTokenCount"])).toEqual([1, 2, 3, 3]);
  expect(chunks.map((chunk) => chunk.candidates[0].finishReason)).toEqual([
    undefined,
    undefined,
    undefined,
    "STOP",
  ]);
});

test("thoughts when asked for", async () => {
  const { candidates, usageMetadata } = await json({
    generationConfig: { thinkingConfig: { includeThoughts: true } },
  });
  expect(candidates[0].content.parts.map((part) => part["thought"] === true)).toEqual([
    true,
    false,
  ]);
  expect(usageMetadata["thoughtsTokenCount"]).toBe(10);
});

test("a tool loop: parallel calls without ids, a signature on the first, which Gemini 3 wants back", async () => {
  const model = "gemini-3-pro-preview";
  const ask1 = {
    role: "user",
    parts: [{ text: 'call:weather({"n":12345678901234567890}) call:time' }],
  };
  const response = await ask(vendor, "gemini", { model, extra: { contents: [ask1], tools } });
  const text = await response.text();
  expect(text).toContain('"args":{"n":12345678901234567890}');
  const { content, finishReason } = (JSON.parse(text) as Content).candidates[0];
  expect(finishReason).toBe("STOP");
  expect(content.parts.map((part) => "thoughtSignature" in part)).toEqual([true, false]);
  const results = {
    role: "user",
    parts: ["weather", "time"].map((name) => ({
      functionResponse: { name, response: { output: `${name} ok` } },
    })),
  };
  const last = await json({ contents: [ask1, content, results], tools }, "", model);
  expect(last.candidates[0].content.parts).toEqual([
    { text: "Tool results: weather -> weather ok; time -> time ok" },
  ]);

  const stripped = {
    ...content,
    parts: content.parts.map(({ functionCall }) => ({ functionCall })),
  };
  expect(await refusal({ contents: [ask1, stripped, results], tools }, model)).toContain(
    "missing a thought_signature",
  );
  expect(
    (await ask(vendor, "gemini", { extra: { contents: [ask1, stripped, results], tools } })).status,
  ).toBe(200);
  const half = { ...results, parts: results.parts.slice(0, 1) };
  expect(await refusal({ contents: [ask1, content, half], tools }, model)).toContain(
    "number of function response parts",
  );
});

test("tool choice and JSON answers", async () => {
  const mode = (config: object): object => ({
    tools,
    toolConfig: { functionCallingConfig: config },
  });
  const names = async (extra: object, text?: string): Promise<unknown[]> =>
    (await json(extra, text)).candidates[0].content.parts.map(
      (part) => (part["functionCall"] as { name: string } | undefined)?.name,
    );
  expect(await names(mode({ mode: "ANY" }))).toEqual(["weather"]);
  expect(await names(mode({ mode: "ANY", allowedFunctionNames: ["time"] }))).toEqual(["time"]);
  expect(await names(mode({ mode: "NONE" }), "call:time")).toEqual([undefined]);
  const responseSchema = { type: "OBJECT", properties: { n: { type: "NUMBER", minimum: 4 } } };
  const { candidates } = await json({
    generationConfig: { responseMimeType: "application/json", responseSchema },
  });
  expect(candidates[0].content.parts).toEqual([{ text: '{"n":4}' }]);
});

test("countTokens, embeddings and models", async () => {
  const call = async (path: string, body?: object): Promise<unknown> =>
    (
      await fetch(`${vendor.url}/v1beta/models${path}`, {
        headers: { "x-goog-api-key": "k" },
        ...(body && { method: "POST", body: JSON.stringify(body) }),
      })
    ).json();
  expect(
    await call("/g:countTokens", { contents: [{ parts: [{ text: "one two" }] }] }),
  ).toMatchObject({ totalTokens: 2 });
  const content = { parts: [{ text: "apple" }] };
  const one = (await call("/e:embedContent", { content, outputDimensionality: 8 })) as {
    embedding: { values: number[] };
  };
  expect(one.embedding.values).toHaveLength(8);
  const many = await call("/e:batchEmbedContents", {
    requests: [{ content, outputDimensionality: 8 }, { content }],
  });
  expect(many).toMatchObject({ embeddings: [one.embedding, { values: expect.any(Array) }] });
  expect(await call("")).toMatchObject({ models: [{ name: "models/gemini-2.5-flash" }, {}, {}] });
  expect(await call("/gemini-2.5-flash")).toMatchObject({ name: "models/gemini-2.5-flash" });
  expect(await call("/nope")).toMatchObject({ error: { code: 404, status: "NOT_FOUND" } });
});

describe("refuses", () => {
  const declare = (parameters: object): object => ({
    tools: [{ functionDeclarations: [{ name: "f", parameters }] }],
  });
  const say = (part: object, role = "user"): object => ({ contents: [{ role, parts: [part] }] });
  const rows: [string, object, string][] = [
    ["no contents", { contents: [] }, "contents is not specified"],
    ["an empty part", say({}), "required oneof field 'data'"],
    ["an assistant role", say({ text: "x" }, "assistant"), "Please use a valid role"],
    [
      "additionalProperties",
      declare({ type: "object", additionalProperties: false }),
      "Unknown name \"additionalProperties\" at 'tools[0].function_declarations[0].parameters'",
    ],
    [
      "$ref deep inside",
      declare({ type: "object", properties: { a: { type: "array", items: { $ref: "#" } } } }),
      'Unknown name "$ref"',
    ],
    ["a list of types", declare({ type: ["string", "null"] }), "cannot start list"],
    ["an array without items", declare({ type: "array" }), "items: missing field"],
    ["a number in an enum", declare({ type: "integer", enum: [1] }), ".enum"],
    [
      "a function name that starts with a digit",
      { tools: [{ functionDeclarations: [{ name: "1f" }] }] },
      "Invalid function name",
    ],
    [
      "a response that is text",
      say({ functionResponse: { name: "f", response: "ok" } }),
      "function_response.response",
    ],
    [
      "a response to nothing",
      say({ functionResponse: { name: "f", response: {} } }),
      "immediately after a function call turn",
    ],
  ];
  for (const [what, extra, message] of rows) {
    test(what, async () => {
      expect(await refusal(extra)).toContain(message);
    });
  }

  test("parametersJsonSchema takes plain JSON Schema", async () => {
    const extra = {
      tools: [
        {
          functionDeclarations: [
            { name: "f", parametersJsonSchema: { type: "object", additionalProperties: false } },
          ],
        },
      ],
    };
    expect((await ask(vendor, "gemini", { extra })).status).toBe(200);
  });
});
