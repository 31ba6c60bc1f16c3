import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { sniffResponse } from "./sniff-response.ts";

const fixture = (name: string) => Bun.file(new URL(`fixtures/${name}`, import.meta.url)).text();

describe("sniffResponse", () => {
  test("a recorded answer with a tool call", async () => {
    const { usage, output } = sniffResponse("chat", await fixture("xai-tool-call.json"));
    expect(usage).toEqual({ prompt: 307, cached: 244, completion: 281, reasoning: 255 });
    expect(output).toEndWith('weather{"location":"San Francisco"}');
    expect(output).toStartWith("First, the user");
  });

  test("a vendor that reports zero tokens reports nothing", () => {
    const usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    const choices = [{ message: { content: "hello" }, finish_reason: "stop" }];
    expect(sniffResponse("chat", JSON.stringify({ choices, usage })).usage).toBeUndefined();
    expect(sniffResponse("embeddings", JSON.stringify({ data: [], usage })).usage).toBeUndefined();
  });

  test("completions and embeddings", () => {
    expect(sniffResponse("completions", '{"choices":[{"text":"a"},{"text":"b"}]}').output).toBe(
      "ab",
    );
    expect(
      sniffResponse("embeddings", '{"data":[],"usage":{"prompt_tokens":3,"total_tokens":3}}').usage
        ?.prompt,
    ).toBe(3);
  });

  test.each([
    ["", "it is empty"],
    ["<html>", "not JSON"],
    ["[]", "not an object"],
    ["{}", "no `choices`"],
    ['{"choices":[]}', "no `choices`"],
    ['{"error":{"message":"boom"}}', "boom"],
    ['{"object":"error","message":"too long"}', "too long"],
    ['{"choices":[{"finish_reason":"error","message":{"content":"half"}}]}', "ended in `error`"],
  ])("%s is not an answer", (text, message) => {
    expect(() => sniffResponse("chat", text)).toThrow(AppError);
    expect(() => sniffResponse("chat", text)).toThrow(message);
  });
});
