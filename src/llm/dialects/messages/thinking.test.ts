import { describe, expect, test } from "bun:test";
import type { CanonicalRequest, Message, Reasoning } from "../../canonical.ts";
import { readRequest, writeRequest } from "./request.ts";
import { parseRequest } from "./validate.ts";

const hi: Message = { role: "user", parts: [{ type: "text", text: "hi" }] };
const OLD = "claude-sonnet-4-5";
const NEW = "claude-opus-5";
const ADAPTIVE = { type: "adaptive", display: "summarized" };

function write(
  reasoning: Reasoning,
  fields: Partial<CanonicalRequest> = {},
): Record<string, unknown> {
  const request: CanonicalRequest = {
    model: OLD,
    messages: [hi],
    stream: false,
    maxOutputTokens: 64_000,
    reasoning,
    ...fields,
  };
  return JSON.parse(writeRequest(request)) as Record<string, unknown>;
}

describe("writing", () => {
  test.each([
    ["minimal", 1024],
    ["low", 2048],
    ["medium", 8192],
    ["high", 24_576],
    ["xhigh", 32_768],
    ["max", 51_200],
    ["something new", 8192],
  ])("effort %s is a budget of %p where the model wants one", (effort, budget_tokens) => {
    expect(write({ effort })["thinking"]).toEqual({ type: "enabled", budget_tokens });
  });

  test.each([
    ["minimal", { effort: "low" }],
    ["low", { effort: "low" }],
    ["high", { effort: "high" }],
    ["max", { effort: "max" }],
    ["something new", undefined],
  ])("effort %s is said in words where the model wants them", (effort, config) => {
    const body = write({ effort }, { model: NEW });
    expect(body["thinking"]).toEqual(ADAPTIVE);
    expect(body["output_config"]).toEqual(config);
  });

  test("a budget is sent as it is, within what the vendor takes", () => {
    expect(write({ budgetTokens: 10_000 })["thinking"]).toMatchObject({ budget_tokens: 10_000 });
    expect(write({ budgetTokens: 10 })["thinking"]).toMatchObject({ budget_tokens: 1024 });
    expect(write({ budgetTokens: 1e9 })["thinking"]).toMatchObject({ budget_tokens: 51_200 });
  });

  test("no room for thought, no thought", () => {
    expect(write({ effort: "high" }, { maxOutputTokens: 1000 })).not.toHaveProperty("thinking");
  });

  test("none is no thinking: said to models that would think by themselves", () => {
    expect(write({ effort: "none" })).not.toHaveProperty("thinking");
    expect(write({ effort: "none" }, { model: NEW })["thinking"]).toEqual({ type: "disabled" });
    for (const model of ["claude-opus-4-7", "claude-fable-5", "claude-mythos-preview"]) {
      expect(write({ effort: "none" }, { model })).not.toHaveProperty("thinking");
    }
  });

  test("sampling the vendor refuses beside thinking is left out", () => {
    const sampling = { temperature: 0.2, topK: 5, topP: 0.5 };
    const body = write({ effort: "low" }, sampling);
    for (const field of ["temperature", "top_k", "top_p"]) expect(body).not.toHaveProperty(field);
    expect(write({ effort: "low" }, { topP: 0.97 })["top_p"]).toBe(0.97);
    expect(write({ effort: "none" }, sampling)).toMatchObject({
      temperature: 0.2,
      top_k: 5,
      top_p: 0.5,
    });
  });

  const tools: CanonicalRequest["tools"] = [{ type: "function", name: "f" }];
  test.each<[string, Partial<CanonicalRequest>]>([
    ["the model is made to call", { tools, toolChoice: { type: "required" } }],
    ["the model is made to call one tool", { tools, toolChoice: { type: "tool", name: "f" } }],
    [
      "the answer is begun for it",
      { messages: [hi, { role: "assistant", parts: [{ type: "text", text: "(" }] }] },
    ],
  ])("thinking is given up when %s", (_when, fields) => {
    expect(write({ effort: "high" }, fields)).not.toHaveProperty("thinking");
    expect(write({ effort: "high" }, { ...fields, model: NEW })["thinking"]).toEqual({
      type: "disabled",
    });
    expect(write({ effort: "high" }, { ...fields, temperature: 0.5 })["temperature"]).toBe(0.5);
  });

  const loop = (thoughts: Message["parts"]): Message[] => [
    hi,
    {
      role: "assistant",
      parts: [...thoughts, { type: "tool-call", id: "a", name: "f", arguments: "{}" }],
    },
    { role: "tool", parts: [{ type: "tool-result", callId: "a", parts: [] }] },
  ];
  test("with a budget, a tool loop that lost its thoughts goes on without; one that kept them thinks on", () => {
    expect(write({ effort: "high" }, { tools, messages: loop([]) })).not.toHaveProperty("thinking");
    expect(
      write({ effort: "high" }, { tools, messages: loop([]), model: NEW })["thinking"],
    ).toEqual(ADAPTIVE);
    const kept = loop([{ type: "reasoning", text: "hm", signature: "s" }]);
    expect(write({ effort: "high" }, { tools, messages: kept })["thinking"]).toMatchObject({
      type: "enabled",
    });
  });
});

describe("reading", () => {
  const read = (fields: object): Reasoning | undefined => {
    const body = {
      model: "m",
      max_tokens: 9,
      messages: [{ role: "user", content: "x" }],
      ...fields,
    };
    return readRequest(parseRequest("chat", JSON.stringify(body))).reasoning;
  };
  test.each<[object, Reasoning | undefined]>([
    [{}, undefined],
    [{ thinking: { type: "disabled" } }, { effort: "none" }],
    [{ thinking: { type: "enabled", budget_tokens: 2000 } }, { budgetTokens: 2000, effort: "low" }],
    [
      { thinking: { type: "enabled", budget_tokens: 10_000 } },
      { budgetTokens: 10_000, effort: "medium" },
    ],
    [
      { thinking: { type: "enabled", budget_tokens: 31_999 } },
      { budgetTokens: 31_999, effort: "high" },
    ],
    [{ thinking: { type: "adaptive" } }, {}],
    [{ thinking: { type: "adaptive" }, output_config: { effort: "xhigh" } }, { effort: "xhigh" }],
    [{ output_config: { effort: "low" } }, { effort: "low" }],
  ])("%j", (fields, expected) => {
    expect(read(fields)).toEqual(expected);
  });
});
