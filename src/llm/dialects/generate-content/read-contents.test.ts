import { describe, expect, test } from "bun:test";
import { hi } from "../../../../test/llm/turns.ts";
import type { CanonicalRequest, Message } from "../../canonical.ts";
import { codec } from "./codec.ts";
import { writeRequest } from "./request.ts";
import { parseRequest } from "./validate.ts";

type Json = Record<string, unknown>;

const write = (fields: Partial<CanonicalRequest>, plainSchema = false): Json =>
  JSON.parse(
    writeRequest(
      { model: "gemini-2.5-flash", stream: false, messages: [hi], ...fields },
      { plainSchema },
    ),
  ) as Json;
const contents = (messages: readonly Message[], model = "gemini-2.5-flash"): unknown =>
  write({ messages, model })["contents"];
const read = (body: Json | string): CanonicalRequest =>
  codec.readRequest(
    parseRequest("chat", typeof body === "string" ? body : JSON.stringify(body), {
      model: "m",
      stream: false,
    }),
  );
const readContents = (list: unknown): readonly Message[] => read({ contents: list }).messages;

describe("reading turns", () => {
  const user = { role: "user", parts: [{ text: "hi" }] };

  test("both spellings, one object for a list, and no role at all", () => {
    expect(
      read({
        system_instruction: { parts: { text: "be kind" } },
        contents: { parts: { text: "hi" } },
        generation_config: {
          max_output_tokens: "5",
          top_p: 0,
          response_mime_type: "application/json",
        },
      }),
    ).toEqual({
      model: "m",
      stream: false,
      messages: [{ role: "system", parts: [{ type: "text", text: "be kind" }] }, hi],
      maxOutputTokens: 5,
      topP: 0,
      outputFormat: { type: "json" },
    });
  });

  test("calls and results without ids find each other, also when tools share a name", () => {
    const functionCall = (n: number): object => ({ functionCall: { name: "f", args: { n } } });
    const functionResponse = (text: string): object => ({
      functionResponse: { name: "f", response: { output: text } },
    });
    const [, turn, one, two, next] = readContents([
      user,
      { role: "model", parts: [functionCall(1), functionCall(2)] },
      { role: "user", parts: [{ text: "and?" }, functionResponse("a"), functionResponse("b")] },
    ]);
    const ids = turn?.parts.map((part) => (part.type === "tool-call" ? part.id : ""));
    expect(new Set(ids).size).toBe(2);
    expect([one, two].map((message) => message?.parts[0])).toMatchObject([
      { callId: ids?.[0], name: "f", parts: [{ text: "a" }] },
      { callId: ids?.[1], name: "f", parts: [{ text: "b" }] },
    ]);
    // Other dialects want results right behind their calls.
    expect(next).toEqual({ role: "user", parts: [{ type: "text", text: "and?" }] });
  });

  test("results in another order are told by their ids", () => {
    const got = readContents([
      user,
      {
        role: "model",
        parts: [{ functionCall: { id: "x", name: "f" } }, { functionCall: { id: "y", name: "f" } }],
      },
      {
        role: "function",
        parts: [
          { functionResponse: { id: "y", name: "f", response: {} } },
          { functionResponse: { name: "f", response: { error: "no" } } },
        ],
      },
    ]);
    expect(got.slice(2).map((message) => message.parts[0])).toMatchObject([
      { callId: "y", parts: [{ text: "{}" }] },
      { callId: "x", parts: [{ text: "no" }], isError: true },
    ]);
  });

  test("a streamed answer in pieces is one message, and its thoughts get their signature back", () => {
    const got = readContents([
      user,
      { role: "model", parts: [{ text: "h", thought: true }] },
      { role: "model", parts: [{ text: "m", thought: true }] },
      { role: "model", parts: [{ text: "", thought: true, thoughtSignature: "parley_s_SIG" }] },
      { role: "model", parts: [{ text: "", thought: true, thoughtSignature: "parley_d_DATA" }] },
      { role: "model", parts: [{ text: "s" }] },
      { role: "model", parts: [{ text: "o" }] },
      { role: "model", parts: [{ text: "", thoughtSignature: "c2ln" }] },
      { role: "model", parts: [{ text: "then" }] },
      { role: "model", parts: [{ text: "" }] },
    ]);
    expect(got).toEqual([
      hi,
      {
        role: "assistant",
        parts: [
          { type: "reasoning", text: "hm", signature: "SIG" },
          { type: "reasoning", text: "", redacted: "DATA" },
          { type: "text", text: "so", signature: "c2ln" },
          { type: "text", text: "then" },
        ],
      },
    ]);
  });

  test("arguments and results are read as text, numbers included", () => {
    const text = `{"contents":[{"role":"model","parts":[{"functionCall":{"id":"1","name":"f","args":{ "n": 12345678901234567890,
      "s": "a  b" }}}]},{"parts":[{"functionResponse":{"id":"1","name":"f","response":{"output": {"x": 1e400}}}}]}]}`;
    const { messages } = read(text);
    expect(messages[0]?.parts[0]).toMatchObject({
      arguments: '{"n":12345678901234567890,"s":"a  b"}',
    });
    expect(messages[1]?.parts[0]).toMatchObject({ parts: [{ text: '{"x":1e400}' }] });
  });

  test("parts nobody knows are kept for this dialect's own vendor", () => {
    const odd = { executableCode: { language: "PYTHON", code: "1" } };
    const [message] = readContents([{ role: "user", parts: [odd] }]);
    expect(message?.parts).toEqual([{ type: "opaque", dialect: "generate-content", value: odd }]);
    expect(contents([message as Message])).toEqual([{ role: "user", parts: [odd] }]);
  });

  test("fields nobody knows are kept, and given back", () => {
    const body = {
      contents: [user],
      safetySettings: [{ category: "X", threshold: "Y" }],
      cachedContent: "cachedContents/1",
      toolConfig: { retrievalConfig: { languageCode: "de" } },
      generationConfig: {
        responseModalities: ["TEXT"],
        temperature: 0,
        responseMimeType: "text/x.enum",
        responseSchema: { type: "STRING" },
      },
    };
    const request = read(body);
    expect(request.temperature).toBe(0);
    expect(JSON.parse(codec.writeRequest(request))).toEqual(body);
  });
});
