import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { sniffResponse } from "./sniff-response.ts";

const answer = (fields: Record<string, unknown>) =>
  JSON.stringify({ id: "resp_1", status: "completed", output: [], ...fields });
const usage = { input_tokens: 3, output_tokens: 2 };

describe("a whole answer that passes through", () => {
  test("usage and the text for counting", () => {
    const output = [
      { type: "reasoning", summary: [{ type: "summary_text", text: "hm " }] },
      {
        type: "message",
        content: [
          { type: "output_text", text: "a" },
          { type: "refusal", refusal: "b" },
        ],
      },
      { type: "function_call", name: "f", arguments: "{}" },
      { type: "custom_tool_call", name: "g", input: "free" },
      { type: "web_search_call", action: { query: "x" } },
    ];
    expect(sniffResponse("chat", answer({ output, usage }))).toEqual({
      usage: { prompt: 3, cached: 0, completion: 2, reasoning: 0 },
      output: "hm abf{}gfree",
    });
  });

  test("incomplete is billed as it is", () => {
    const text = answer({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      usage,
    });
    expect(sniffResponse("chat", text).usage?.completion).toBe(2);
  });

  test("queued in the background is an answer without a bill", () => {
    expect(sniffResponse("chat", answer({ status: "queued", usage: null }))).toEqual({
      usage: undefined,
      output: "",
    });
  });

  test("zero tokens for a real answer count as no report", () => {
    const output = [{ type: "message", content: [{ type: "output_text", text: "a" }] }];
    const zero = { input_tokens: 0, output_tokens: 0 };
    expect(sniffResponse("chat", answer({ output, usage: zero })).usage).toBeUndefined();
  });

  test.each([
    ["", "it is empty"],
    ["<html>", "it is not JSON"],
    ["[]", "it is not an object"],
    ["{}", "it has no `output`"],
    ['{"choices":[]}', "it has no `output`"],
    [answer({ status: "failed", error: { code: "server_error", message: "boom" } }), "boom"],
    ['{"error":{"message":"quota"}}', "quota"],
  ])("%s is not an answer", (text, message) => {
    try {
      sniffResponse("chat", text);
      throw new Error("it was one");
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect(String(error)).toContain(message);
    }
  });
});
