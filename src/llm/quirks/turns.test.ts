import { describe, expect, test } from "bun:test";
import type { Quirks } from "../quirks.ts";
import { applyQuirks } from "./apply.ts";

const parse = (text: string): Record<string, unknown> =>
  JSON.parse(text) as Record<string, unknown>;
const turnsOf = (text: string): unknown => parse(text)["messages"];
const chat = (messages: unknown[]): string => JSON.stringify({ model: "m", messages });

describe("string_content", () => {
  test("joins parts that are all text", () => {
    const parts = [
      { type: "text", text: "A" },
      { type: "text", text: "B" },
    ];
    const text = chat([
      { role: "developer", content: parts },
      { role: "user", content: "Hi" },
    ]);
    expect(turnsOf(applyQuirks(text, { string_content: true }))).toEqual([
      { role: "developer", content: "A\nB" },
      { role: "user", content: "Hi" },
    ]);
  });

  test("leaves a turn with a picture, and one without content", () => {
    const text = chat([
      {
        role: "user",
        content: [
          { type: "text", text: "?" },
          { type: "image_url", image_url: { url: "data:" } },
        ],
      },
      { role: "assistant", content: null, tool_calls: [{ id: "1" }] },
      { role: "user", content: [] },
    ]);
    expect(applyQuirks(text, { string_content: true })).toBe(text);
  });
});

describe("no_system_role", () => {
  test("opens the user's next turn with the instructions", () => {
    const text = chat([
      { role: "system", content: "A" },
      { role: "developer", content: [{ type: "text", text: "B" }] },
      { role: "user", content: "Q" },
      { role: "assistant", content: "R" },
      { role: "system", content: "C" },
      { role: "user", content: [{ type: "image_url", image_url: { url: "u" } }] },
    ]);
    expect(turnsOf(applyQuirks(text, { no_system_role: true }))).toEqual([
      { role: "user", content: "A\n\nB\n\nQ" },
      { role: "assistant", content: "R" },
      {
        role: "user",
        content: [
          { type: "text", text: "C" },
          { type: "image_url", image_url: { url: "u" } },
        ],
      },
    ]);
  });

  test("makes a turn of its own where none follows", () => {
    const text = chat([
      { role: "system", content: "A" },
      { role: "assistant", content: "R" },
      { role: "system", content: "Z" },
    ]);
    expect(turnsOf(applyQuirks(text, { no_system_role: true }))).toEqual([
      { role: "user", content: "A" },
      { role: "assistant", content: "R" },
      { role: "user", content: "Z" },
    ]);
  });

  test("moves Gemini's instruction into the first turn", () => {
    const text = JSON.stringify({
      systemInstruction: { parts: [{ text: "A" }] },
      contents: [{ role: "user", parts: [{ text: "Q" }] }],
    });
    expect(parse(applyQuirks(text, { no_system_role: true }))).toEqual({
      contents: [{ role: "user", parts: [{ text: "A" }, { text: "Q" }] }],
    });
  });
});

describe("no_parallel_tool_calls", () => {
  const call = (id: string): object => ({
    id,
    type: "function",
    function: { name: "f", arguments: "{}" },
  });
  const result = (id: string): object => ({ role: "tool", tool_call_id: id, content: `of ${id}` });

  test("gives each call and its result a turn", () => {
    const text = chat([
      { role: "user", content: "Q" },
      { role: "assistant", content: "Both:", tool_calls: [call("a"), call("b")] },
      result("b"),
      result("a"),
      { role: "user", content: "Go on" },
    ]);
    expect(turnsOf(applyQuirks(text, { no_parallel_tool_calls: true }))).toEqual([
      { role: "user", content: "Q" },
      { role: "assistant", content: "Both:", tool_calls: [call("a")] },
      result("a"),
      { role: "assistant", content: "", tool_calls: [call("b")] },
      result("b"),
      { role: "user", content: "Go on" },
    ]);
  });

  test("leaves calls whose results are missing", () => {
    const text = chat([{ role: "assistant", tool_calls: [call("a"), call("b")] }, result("a")]);
    expect(applyQuirks(text, { no_parallel_tool_calls: true })).toBe(text);
  });
});

describe("no_prefill", () => {
  test("asks to go on after the begun answer", () => {
    const text = chat([
      { role: "user", content: "Q" },
      { role: "assistant", content: "It is" },
    ]);
    expect(turnsOf(applyQuirks(text, { no_prefill: true }))).toMatchObject([
      { role: "user" },
      { role: "assistant", content: "It is" },
      { role: "user", content: expect.stringContaining("Continue") },
    ]);
  });

  test("knows the turns of generate-content", () => {
    const model = { role: "model", parts: [{ text: "It is" }] };
    const text = JSON.stringify({ contents: [model] });
    expect(parse(applyQuirks(text, { no_prefill: true }))["contents"]).toMatchObject([
      model,
      { role: "user" },
    ]);
    const calling = JSON.stringify({
      contents: [{ role: "model", parts: [{ functionCall: { name: "f" } }] }],
    });
    expect(applyQuirks(calling, { no_prefill: true })).toBe(calling);
  });

  test("leaves a turn that waits for a tool", () => {
    for (const turn of [
      { role: "assistant", tool_calls: [{ id: "1" }] },
      { role: "assistant", content: [{ type: "tool_use", id: "1" }] },
    ]) {
      const text = chat([turn]);
      expect(applyQuirks(text, { no_prefill: true })).toBe(text);
    }
  });
});

test("reasoning_field renames earlier thoughts and never doubles them", () => {
  const turn = { role: "assistant", content: "A", reasoning_content: "hm" };
  const quirks: Quirks = { reasoning_field: "reasoning" };
  expect(turnsOf(applyQuirks(chat([turn]), quirks))).toEqual([
    { role: "assistant", content: "A", reasoning: "hm" },
  ]);
  const both = chat([{ ...turn, reasoning: "hm" }]);
  expect(applyQuirks(both, quirks)).toBe(both);
});
