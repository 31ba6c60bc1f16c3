import { describe, expect, test } from "bun:test";
import { call, result, say } from "../../../../test/llm/canonical-words.ts";
import type { CanonicalRequest, Tool } from "../../canonical.ts";
import { writeRequest } from "./request.ts";

type Body = Record<string, unknown> & { messages: { role: string; content: unknown }[] };

const hi = say("user", "hi");
const tool: Tool = { type: "function", name: "f", parameters: { type: "object" } };

function write(fields: Partial<CanonicalRequest>): Body {
  const base = { model: "claude-sonnet-4-5", messages: [hi], stream: false };
  return JSON.parse(writeRequest({ ...base, ...fields })) as Body;
}

describe("tools", () => {
  test("definitions: a schema always has a type; strict ones are closed", () => {
    const tools: Tool[] = [
      { type: "function", name: "a", description: "does a", cacheControl: { type: "ephemeral" } },
      {
        type: "function",
        name: "b",
        parameters: { properties: { x: { type: "string", minLength: 2 } } },
      },
      { type: "function", name: "c", parameters: { type: "object", properties: {} }, strict: true },
      { type: "function", name: "d", parameters: { type: "object" }, strict: false },
      {
        type: "opaque",
        dialect: "messages",
        value: { type: "web_search_20250305", name: "web_search" },
      },
      { type: "opaque", dialect: "chat-completions", value: { type: "web_search" } },
    ];
    expect(write({ tools })["tools"]).toEqual([
      {
        name: "a",
        description: "does a",
        input_schema: { type: "object", properties: {} },
        cache_control: { type: "ephemeral" },
      },
      {
        name: "b",
        input_schema: { type: "object", properties: { x: { type: "string", minLength: 2 } } },
      },
      {
        name: "c",
        input_schema: { type: "object", properties: {}, additionalProperties: false },
        strict: true,
      },
      { name: "d", input_schema: { type: "object" } },
      { type: "web_search_20250305", name: "web_search" },
    ]);
  });

  test.each<[Partial<CanonicalRequest>, unknown]>([
    [{ toolChoice: { type: "auto" } }, { type: "auto" }],
    [{ toolChoice: { type: "none" } }, { type: "none" }],
    [{ toolChoice: { type: "required" } }, { type: "any" }],
    [{ toolChoice: { type: "tool", name: "f" } }, { type: "tool", name: "f" }],
    [{ parallelToolCalls: false }, { type: "auto", disable_parallel_tool_use: true }],
    [
      { toolChoice: { type: "required" }, parallelToolCalls: false },
      { type: "any", disable_parallel_tool_use: true },
    ],
    [{ toolChoice: { type: "none" }, parallelToolCalls: false }, { type: "none" }],
    [{ parallelToolCalls: true }, undefined],
    [{}, undefined],
  ])("choice %j", (fields, expected) => {
    const body = write({ tools: [tool], ...fields });
    expect(body["tool_choice"]).toEqual(expected);
    expect(body["tools"]).toHaveLength(1);
  });

  test("only some tools allowed: the others are not offered", () => {
    const tools: Tool[] = [tool, { type: "function", name: "g" }];
    const body = write({ tools, toolChoice: { type: "allowed", mode: "required", names: ["g"] } });
    expect(body["tools"]).toMatchObject([{ name: "g" }]);
    expect(body["tool_choice"]).toEqual({ type: "any" });
  });

  test("no choice without tools", () => {
    const body = write({ toolChoice: { type: "required" }, parallelToolCalls: false, tools: [] });
    expect(body).not.toHaveProperty("tools");
    expect(body).not.toHaveProperty("tool_choice");
  });

  test("calls in the history without a tool on offer: they are named, and forbidden", () => {
    const messages = [
      hi,
      say("assistant", call("a", "{}", "f"), call("b", "{}", "g"), call("c", "{}", "f")),
      say("tool", result("a"), result("b"), result("c")),
    ];
    const body = write({ messages });
    expect(body["tools"]).toMatchObject([{ name: "f" }, { name: "g" }]);
    expect(body["tool_choice"]).toEqual({ type: "none" });
  });

  test("a tool that takes free text is refused by name", () => {
    expect(() => write({ tools: [{ type: "custom", name: "patch" }] })).toThrow(
      "`patch` takes free text",
    );
  });
});
