import { describe, expect, test } from "bun:test";
import { assistant, hi, toolResult } from "../../../../test/llm/turns.ts";
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

describe("tools", () => {
  const schema = {
    type: "object",
    properties: { a: { $ref: "#/$defs/A" } },
    $defs: { A: { const: "x" } },
  };

  test("functions are written with JSON Schema, or in the narrow dialect where a quirk asks for it", () => {
    const tools = [
      { type: "function" as const, name: "f", description: "d", parameters: schema, strict: true },
      { type: "function" as const, name: "g", parameters: {} },
      { type: "opaque" as const, dialect: "generate-content", value: { googleSearch: {} } },
      { type: "opaque" as const, dialect: "messages", value: { type: "bash" } },
    ];
    expect(write({ tools })["tools"]).toEqual([
      {
        functionDeclarations: [
          { name: "f", description: "d", parametersJsonSchema: schema },
          { name: "g" },
        ],
      },
      { googleSearch: {} },
    ]);
    expect(write({ tools }, true)["tools"]).toMatchObject([
      {
        functionDeclarations: [
          {
            name: "f",
            parameters: { type: "object", properties: { a: { type: "string", enum: ["x"] } } },
          },
          {},
        ],
      },
      {},
    ]);
  });

  test("both schema fields are read", () => {
    const { tools } = read({
      contents: { parts: { text: "hi" } },
      tools: {
        function_declarations: [
          { name: "a", parametersJsonSchema: schema },
          {
            name: "b",
            parameters: { type: "OBJECT", properties: { x: { type: "STRING", nullable: true } } },
          },
        ],
        codeExecution: {},
      },
    });
    expect(tools).toEqual([
      { type: "function", name: "a", parameters: schema },
      {
        type: "function",
        name: "b",
        parameters: { type: "object", properties: { x: { type: ["string", "null"] } } },
      },
      { type: "opaque", dialect: "generate-content", value: { codeExecution: {} } },
    ]);
  });

  test("a tool of free text is a function of one text, and comes back as one", () => {
    const format = { type: "grammar", grammar: { syntax: "lark", definition: "start: A" } };
    const body = write({
      tools: [{ type: "custom", name: "sql", format }],
      toolChoice: { type: "tool", name: "sql", custom: true },
      messages: [
        hi,
        assistant({ type: "tool-call", id: "1", name: "sql", arguments: "SELECT 1", custom: true }),
        toolResult("1", "ok"),
      ],
    });
    expect(body).toMatchObject({
      contents: [
        {},
        { parts: [{ functionCall: { name: "_c_sql", args: { input: "SELECT 1" } } }] },
        { parts: [{ functionResponse: { name: "_c_sql" } }] },
      ],
      tools: [
        {
          functionDeclarations: [
            {
              name: "_c_sql",
              parametersJsonSchema: {
                properties: { input: { description: "Text of this grammar (lark):\nstart: A" } },
              },
            },
          ],
        },
      ],
      toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["_c_sql"] } },
    });
    const part = { functionCall: { name: "_c_sql", args: { input: "SELECT 1" } } };
    const answer = JSON.stringify({
      responseId: "abcdefgh",
      candidates: [{ content: { parts: [part] }, finishReason: "STOP" }],
    });
    expect(codec.readResponse(answer).choices[0]?.parts).toEqual([
      {
        type: "tool-call",
        id: "call_g_abcdefgh_0_0",
        name: "sql",
        custom: true,
        arguments: "SELECT 1",
      },
    ]);
  });

  test.each([
    [{ type: "auto" }, { mode: "AUTO" }],
    [{ type: "none" }, { mode: "NONE" }],
    [{ type: "required" }, { mode: "ANY" }],
    [
      { type: "tool", name: "f" },
      { mode: "ANY", allowedFunctionNames: ["f"] },
    ],
    [
      { type: "allowed", mode: "required", names: ["f", "g"] },
      { mode: "ANY", allowedFunctionNames: ["f", "g"] },
    ],
    [
      { type: "allowed", mode: "auto", names: ["f"] },
      { mode: "VALIDATED", allowedFunctionNames: ["f"] },
    ],
  ] as const)("choice %j", (toolChoice, expected) => {
    const tools = [{ type: "function" as const, name: "f" }];
    const body = write({ tools, toolChoice });
    expect<unknown>(body["toolConfig"]).toEqual({ functionCallingConfig: expected });
    expect<unknown>(
      read({ contents: body["contents"], toolConfig: body["toolConfig"] }).toolChoice,
    ).toEqual(toolChoice);
  });

  test("a choice without functions is left out: the vendor refuses it", () => {
    expect(write({ toolChoice: { type: "auto" } })["toolConfig"]).toBeUndefined();
  });
});
