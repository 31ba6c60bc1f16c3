import { describe, expect, test } from "bun:test";
import { hi } from "../../../../test/llm/turns.ts";
import type { CanonicalRequest } from "../../canonical.ts";
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
const read = (body: Json | string): CanonicalRequest =>
  codec.readRequest(
    parseRequest("chat", typeof body === "string" ? body : JSON.stringify(body), {
      model: "m",
      stream: false,
    }),
  );

describe("output and thinking", () => {
  test("structured output", () => {
    const outputFormat = {
      type: "json-schema" as const,
      name: "n",
      schema: { type: "array", items: { type: ["string", "null"] } },
    };
    expect(write({ outputFormat })["generationConfig"]).toEqual({
      responseMimeType: "application/json",
      responseJsonSchema: outputFormat.schema,
    });
    expect(write({ outputFormat }, true)["generationConfig"]).toEqual({
      responseMimeType: "application/json",
      responseSchema: { type: "array", items: { type: "string", nullable: true } },
    });
  });

  test.each([
    ["gemini-2.5-flash", { effort: "none" }, { thinkingBudget: 0, includeThoughts: false }],
    ["gemini-2.5-pro", { effort: "none" }, { thinkingBudget: 128, includeThoughts: false }],
    ["gemini-2.5-flash", { effort: "low" }, { thinkingBudget: 1024, includeThoughts: true }],
    ["gemini-2.5-flash", { effort: "medium" }, { thinkingBudget: 8192, includeThoughts: true }],
    ["gemini-2.5-flash", { effort: "xhigh" }, { thinkingBudget: 24576, includeThoughts: true }],
    ["gemini-2.5-flash", { budgetTokens: 77 }, { thinkingBudget: 77, includeThoughts: true }],
    [
      "gemini-3-pro-preview",
      { effort: "minimal" },
      { thinkingLevel: "LOW", includeThoughts: true },
    ],
    [
      "gemini-3-pro-preview",
      { effort: "medium" },
      { thinkingLevel: "HIGH", includeThoughts: true },
    ],
    ["gemini-3.1-pro", { effort: "medium" }, { thinkingLevel: "MEDIUM", includeThoughts: true }],
    ["gemini-3-flash", { effort: "none" }, { thinkingLevel: "MINIMAL", includeThoughts: false }],
    ["gemini-3-flash", { budgetTokens: 5 }, { thinkingBudget: 5, includeThoughts: true }],
    ["gemini-flash-latest", { effort: "high" }, { thinkingBudget: 24576, includeThoughts: true }],
    ["gemini-2.5-flash", { effort: "odd" }, { includeThoughts: true }],
    ["gemini-2.0-flash", { effort: "high" }, undefined],
  ])("%s, %j", (model, reasoning, expected) => {
    const config = write({ model, reasoning })["generationConfig"] as Json | undefined;
    expect<unknown>(config?.["thinkingConfig"]).toEqual(expected);
  });

  test.each([
    [{ thinkingLevel: "HIGH" }, { effort: "high" }],
    [{ thinkingBudget: 0 }, { effort: "none" }],
    [{ thinkingBudget: 512 }, { budgetTokens: 512 }],
    [{ thinkingBudget: -1 }, undefined],
    [{ includeThoughts: true }, undefined],
  ])("reads %j as %j", (thinkingConfig, expected) => {
    const body = { contents: { parts: { text: "hi" } }, generationConfig: { thinkingConfig } };
    expect<unknown>(read(body).reasoning).toEqual(expected);
  });
});
