import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { codec } from "./codec.ts";
import { readResponse, writeResponse } from "./response.ts";

const answer = (candidate: object, rest: object = {}): string =>
  JSON.stringify({ candidates: [candidate], responseId: "answer-1", ...rest });
const said = (parts: unknown[], finishReason = "STOP"): string =>
  answer({ content: { parts, role: "model" }, finishReason });
const fixture = async (name: string): Promise<string> =>
  Bun.file(new URL(`fixtures/${name}.json`, import.meta.url)).text();

describe("reading recorded answers", () => {
  test("a call with its signature, and no space the vendor printed", async () => {
    const response = codec.readResponse(await fixture("google-tool-call-gemini3"));
    expect(response.choices[0]?.parts).toEqual([
      {
        type: "tool-call",
        id: "call_g_JniLacKqGqH0xs0P0O776As_0_0",
        name: "weather",
        arguments: '{"location":"San Francisco"}',
        signature: expect.stringMatching(/^Eqo\+/) as unknown as string,
      },
    ]);
    expect(response.choices[0]?.finish).toBe("tool-calls");
    expect(response.usage).toEqual({ prompt: 29, cached: 0, completion: 1816, reasoning: 1801 });
    expect(response.choices[0]?.extras).toEqual({
      "generate-content": { finishMessage: "Model generated function call(s)." },
    });
  });

  test("a text with its signature", async () => {
    const response = codec.readResponse(await fixture("google-reasoning-gemini3"));
    expect(response).toMatchObject({
      id: "DniLab2dFPeSxN8PpqXY4Ag",
      model: "gemini-3-pro-preview",
    });
    expect(response.choices[0]).toMatchObject({
      parts: [{ type: "text", signature: expect.stringMatching(/^EswFCskFAb4/) as unknown }],
      finish: "stop",
    });
  });
});

describe("reading", () => {
  test.each([
    ["STOP", "stop"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content-filter"],
    ["RECITATION", "content-filter"],
    ["LANGUAGE", "content-filter"],
    ["BLOCKLIST", "content-filter"],
    ["PROHIBITED_CONTENT", "content-filter"],
    ["SPII", "content-filter"],
    ["IMAGE_SAFETY", "content-filter"],
    ["IMAGE_PROHIBITED_CONTENT", "content-filter"],
    ["IMAGE_RECITATION", "content-filter"],
    ["IMAGE_OTHER", "content-filter"],
    ["CONTINUATION", "pause"],
  ])("%s is %s", (finishReason, expected) => {
    expect<unknown>(
      codec.readResponse(said([{ text: "a" }], finishReason)).choices[0]?.finish,
    ).toBe(expected);
  });

  test.each([
    "MALFORMED_FUNCTION_CALL",
    "MALFORMED_RESPONSE",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "OTHER",
    "NO_IMAGE",
    "MISSING_THOUGHT_SIGNATURE",
    "SOLAR_FLARE",
    "constructor",
  ])("%s is a failure that may be tried again, never a stop", (finishReason) => {
    const text = answer({
      content: { parts: [{ text: "a" }] },
      finishReason,
      finishMessage: "Malformed: print(x)",
    });
    const read = (): unknown => codec.readResponse(text);
    expect(read).toThrow(`The vendor ended the answer with ${finishReason}: Malformed: print(x)`);
    try {
      read();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: "upstream_error", retryable: true });
    }
  });

  test("a refused prompt is an answer without words, ended by the filter", () => {
    const text =
      '{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":5,"totalTokenCount":5}}';
    expect(codec.readResponse(text)).toMatchObject({
      choices: [{ parts: [], finish: "content-filter" }],
      usage: { prompt: 5, completion: 0 },
    });
    expect(() => codec.readResponse("{}")).toThrow("no `candidates`");
  });

  test("a candidate the filter stopped has no content", () => {
    expect(codec.readResponse(answer({ finishReason: "SAFETY", index: 0 })).choices).toEqual([
      { parts: [], finish: "content-filter" },
    ]);
  });

  test("a part equal to a line break survives, an empty one says nothing, missing arguments are {}", () => {
    const parts = [{ text: "a" }, { text: "\n" }, { text: "" }, { functionCall: { name: "f" } }];
    expect(codec.readResponse(said(parts)).choices[0]?.parts).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "\n" },
      { type: "tool-call", id: "call_g_answer-1_0_0", name: "f", arguments: "{}" },
    ]);
  });

  test("parallel calls of one name have ids of their own, and answers without an id differ", () => {
    const call = { functionCall: { name: "f" } };
    const ids = (text: string): string[] =>
      codec
        .readResponse(text)
        .choices.flatMap(({ parts }) =>
          parts.flatMap((part) => (part.type === "tool-call" ? [part.id] : [])),
        );
    expect(ids(said([call, call]))).toEqual(["call_g_answer-1_0_0", "call_g_answer-1_0_1"]);
    const nameless = JSON.stringify({
      candidates: [{ content: { parts: [call] }, finishReason: "STOP" }],
    });
    expect(ids(nameless)).not.toEqual(ids(nameless));
    // Short enough for every vendor.
    expect(ids(said([call]).replace("answer-1", "a".repeat(60)))[0]?.length).toBeLessThanOrEqual(
      40,
    );
  });

  test("a field named like one of ours inside arguments leads nobody astray", () => {
    const inner = '{"functionCall":{"args":{"a":1}},"parts":[{"functionCall":{"args":2}}]}';
    const text = `{"candidates":[{"content":{"role":"model","parts":[{"text":"x"},{"functionCall":{"args":${inner},"name":"f"}}]},"finishReason":"STOP"}]}`;
    expect(codec.readResponse(text).choices[0]?.parts[1]).toMatchObject({ arguments: inner });
  });

  test("the time is the vendor's where it says one", () => {
    expect(readResponse(said([{ text: "a" }]), 9000).created).toBe(9);
    const dated = answer({ finishReason: "STOP" }, { createTime: "2026-04-02T17:03:50.399550Z" });
    expect(readResponse(dated, 9000).created).toBe(Date.parse("2026-04-02T17:03:50Z") / 1000);
  });
});

describe("writing", () => {
  const choice = (args: string, finish: "tool-calls" | "length"): string =>
    writeResponse({
      id: "x",
      model: "m",
      created: 0,
      choices: [{ parts: [{ type: "tool-call", id: "1", name: "f", arguments: args }], finish }],
    });

  test("arguments stay as they are; broken ones are said in the dialect's own word", () => {
    expect(choice('{"n":12345678901234567890}', "tool-calls")).toContain(
      '"args":{"n":12345678901234567890}',
    );
    expect(JSON.parse(choice("{", "tool-calls"))).toMatchObject({
      candidates: [{ content: { parts: [{ text: "" }] }, finishReason: "MALFORMED_FUNCTION_CALL" }],
    });
    expect(JSON.parse(choice("{", "length"))).toMatchObject({
      candidates: [{ finishReason: "MAX_TOKENS" }],
    });
  });
});
