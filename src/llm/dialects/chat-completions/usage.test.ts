import { describe, expect, test } from "bun:test";
import { readUsage } from "./usage.ts";

describe("readUsage", () => {
  test("reads cached and reasoning tokens", () => {
    expect(
      readUsage({
        prompt_tokens: 10,
        completion_tokens: 20,
        total_tokens: 30,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 15 },
      }),
    ).toEqual({ prompt: 10, cached: 4, completion: 20, reasoning: 15 });
  });

  test("DeepSeek's own name for cached tokens", () => {
    expect(
      readUsage({ prompt_tokens: 10, completion_tokens: 1, prompt_cache_hit_tokens: 8 })?.cached,
    ).toBe(8);
  });

  test("xAI leaves reasoning out of the completion and adds it to the total only", () => {
    const usage = readUsage({
      prompt_tokens: 307,
      completion_tokens: 26,
      total_tokens: 560,
      completion_tokens_details: { reasoning_tokens: 227 },
    });
    expect(usage).toEqual({ prompt: 307, cached: 0, completion: 253, reasoning: 227 });
  });

  test("embeddings report a prompt and a total", () => {
    expect(readUsage({ prompt_tokens: 5, total_tokens: 5 })).toEqual({
      prompt: 5,
      cached: 0,
      completion: 0,
      reasoning: 0,
    });
  });

  test.each([
    [null],
    [undefined],
    [[]],
    [{}],
    [{ prompt_tokens: 1 }],
    [{ prompt_tokens: null, completion_tokens: 2 }],
    [{ prompt_tokens: "12", completion_tokens: 2 }],
    [{ prompt_tokens: -1, completion_tokens: 2 }],
    [{ prompt_tokens: 1, completion_tokens: 2e9 }],
    [{ prompt_tokens: 1.5, completion_tokens: 2 }],
    [{ prompt_tokens: 5, total_tokens: 3 }],
  ])("%j is no report", (value) => {
    expect(readUsage(value)).toBeUndefined();
  });

  test("absurd details do not spoil a good report, and cached never passes the prompt", () => {
    expect(
      readUsage({
        prompt_tokens: 3,
        completion_tokens: 2,
        prompt_tokens_details: { cached_tokens: 9 },
        completion_tokens_details: { reasoning_tokens: "many" },
      }),
    ).toEqual({ prompt: 3, cached: 3, completion: 2, reasoning: 0 });
  });
});
