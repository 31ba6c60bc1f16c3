import { describe, expect, test } from "bun:test";
import type { CanonicalRequest } from "../../canonical.ts";
import { readRequest, writeRequest } from "./request.ts";
import { parseRequest } from "./validate.ts";

const base = { model: "m", max_tokens: 9, messages: [{ role: "user", content: "hi" }] };

function read(fields: object): CanonicalRequest {
  return readRequest(parseRequest("chat", JSON.stringify({ ...base, ...fields })));
}
describe("options", () => {
  test("everything the wire has a field for", () => {
    expect(
      read({
        stream: true,
        temperature: 0,
        top_p: 0.5,
        top_k: 7,
        stop_sequences: ["END"],
        metadata: { user_id: "user_abc_session_1" },
        output_config: { format: { type: "json_schema", schema: { type: "object" } } },
        context_management: { edits: [] },
        service_tier: "standard_only",
      }),
    ).toEqual({
      model: "m",
      messages: [{ role: "user", parts: [{ type: "text", text: "hi" }] }],
      stream: true,
      maxOutputTokens: 9,
      temperature: 0,
      topP: 0.5,
      topK: 7,
      stop: ["END"],
      user: "user_abc_session_1",
      outputFormat: { type: "json-schema", name: "answer", schema: { type: "object" } },
      extras: { messages: { context_management: { edits: [] }, service_tier: "standard_only" } },
    });
  });

  test("null is absent", () => {
    expect(
      read({ temperature: null, metadata: null, tools: null, system: null, thinking: null }),
    ).toEqual({
      model: "m",
      messages: [{ role: "user", parts: [{ type: "text", text: "hi" }] }],
      stream: false,
      maxOutputTokens: 9,
    });
  });

  test("tools: the client's own are functions, the vendor's are kept as they are", () => {
    const search = { type: "web_search_20250305", name: "web_search", max_uses: 3 };
    const input_schema = { type: "object" };
    const request = read({
      tools: [
        {
          name: "f",
          description: "d",
          input_schema,
          strict: true,
          cache_control: { type: "ephemeral" },
        },
        { type: "custom", name: "g", input_schema },
        search,
      ],
    });
    expect(request.tools).toEqual([
      {
        type: "function",
        name: "f",
        description: "d",
        parameters: input_schema,
        strict: true,
        cacheControl: { type: "ephemeral" },
      },
      { type: "function", name: "g", parameters: input_schema },
      { type: "opaque", dialect: "messages", value: search },
    ]);
    expect(JSON.parse(writeRequest(request))).toMatchObject({ tools: [{}, {}, search] });
  });

  test.each([
    [{ type: "auto" }, { toolChoice: { type: "auto" } }],
    [{ type: "any" }, { toolChoice: { type: "required" } }],
    [{ type: "none" }, { toolChoice: { type: "none" } }],
    [{ type: "tool", name: "f" }, { toolChoice: { type: "tool", name: "f" } }],
    [
      { type: "auto", disable_parallel_tool_use: true },
      { toolChoice: { type: "auto" }, parallelToolCalls: false },
    ],
    [
      { type: "any", disable_parallel_tool_use: false },
      { toolChoice: { type: "required" }, parallelToolCalls: true },
    ],
    [{ type: "of next year" }, {}],
    [{ type: "constructor" }, {}],
  ])("choice %j", (tool_choice, expected) => {
    const { toolChoice, parallelToolCalls } = read({ tool_choice });
    expect({
      ...(toolChoice === undefined ? {} : { toolChoice }),
      ...(parallelToolCalls === undefined ? {} : { parallelToolCalls }),
    } as unknown).toEqual(expected);
  });
});
