import { describe, expect, test } from "bun:test";
import { sniffResponse } from "./sniff-response.ts";

const fixture = (name: string): Promise<string> =>
  Bun.file(new URL(`fixtures/${name}`, import.meta.url)).text();

describe("sniffResponse", () => {
  test.each([
    [
      "anthropic-text.json",
      { prompt: 12, cached: 0, completion: 29, reasoning: 0 },
      "Hello! I'm doing well",
    ],
    ["anthropic-tool-no-args.json", { prompt: 602, completion: 93 }, "updateIssueList"],
    [
      "anthropic-claude-opus-5-reasoning-high.1.json",
      { prompt: 51, completion: 1699, reasoning: 139 },
      "I need to find",
    ],
    ["anthropic-refusal.json", { prompt: 18, completion: 5 }, ""],
  ])("%s", async (name, usage, output) => {
    const sniffed = sniffResponse("chat", await fixture(name));
    expect(sniffed.usage).toMatchObject(usage);
    expect(sniffed.output).toContain(output);
  });

  test("arguments are part of the output", async () => {
    const { output } = sniffResponse("chat", await fixture("anthropic-json-tool.1.json"));
    expect(output).toContain("San Francisco");
  });

  test("counting is free", () => {
    expect(sniffResponse("count-tokens", '{"input_tokens":2095}')).toEqual({
      usage: { prompt: 0, cached: 0, completion: 0, reasoning: 0 },
      output: "",
    });
    expect(() => sniffResponse("count-tokens", "{}")).toThrow("input_tokens");
  });

  test.each([
    ["", "it is empty"],
    ["<html>", "it is not JSON"],
    ["[]", "it is not an object"],
    ["{}", "it has no `content`"],
    ['{"choices":[]}', "it has no `content`"],
    ['{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}', "Overloaded"],
  ])("%j is not an answer", (text, why) => {
    expect(() => sniffResponse("chat", text)).toThrow(why);
  });

  test("an answer without usage", () => {
    expect(sniffResponse("chat", '{"content":[{"type":"text","text":"x"}]}')).toEqual({
      usage: undefined,
      output: "x",
    });
  });
});
