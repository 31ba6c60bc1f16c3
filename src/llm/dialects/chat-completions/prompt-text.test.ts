import { describe, expect, test } from "bun:test";
import type { Operation } from "../../dialect.ts";
import { promptText } from "./prompt-text.ts";
import { parseRequest } from "./validate.ts";

const read = (operation: Operation, body: object): string =>
  promptText(parseRequest(operation, JSON.stringify({ model: "m", ...body })));

describe("promptText", () => {
  test("every text of a chat, tools included, pictures not", () => {
    const tools = [{ type: "function", function: { name: "f" } }];
    const call = { id: "c", type: "function", function: { name: "f", arguments: '{"a":1}' } };
    const text = read("chat", {
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image_url", image_url: { url: "data:,x" } },
          ],
        },
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "c", content: "42" },
      ],
      tools,
    });
    expect(text.split("\n")).toEqual([
      "system",
      "Be brief.",
      "user",
      "Look",
      "assistant",
      "f",
      '{"a":1}',
      "tool",
      "42",
      JSON.stringify(tools),
    ]);
  });

  test.each([
    ["completions", { prompt: "a b" }, "a b"],
    ["completions", { prompt: ["a", "b"] }, "a\nb"],
    ["embeddings", { input: [5, 6, 7] }, "a\na\na"],
    ["embeddings", { input: [[5, 6], [7]] }, "a a\na"],
  ] as const)("%s %j", (operation, body, expected) => {
    expect(read(operation, body)).toBe(expected);
  });
});
