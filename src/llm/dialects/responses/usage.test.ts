import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { usage } from "../../../../test/llm/canonical-arbitrary.ts";
import { readUsage, writeUsage } from "./usage.ts";

describe("usage", () => {
  test.each([
    [
      {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 40, cache_write_tokens: 10 },
        output_tokens: 50,
        output_tokens_details: { reasoning_tokens: 30 },
        total_tokens: 150,
      },
      { prompt: 100, cached: 40, completion: 50, reasoning: 30, cacheWrite: 10 },
    ],
    // As older answers have it: no details.
    [
      { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
      { prompt: 1, cached: 0, completion: 2, reasoning: 0 },
    ],
    // Reasoning counted beside the output.
    [
      {
        input_tokens: 10,
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 20 },
        total_tokens: 35,
      },
      { prompt: 10, cached: 0, completion: 25, reasoning: 20 },
    ],
    // More from the cache than there was.
    [
      { input_tokens: 5, output_tokens: 0, input_tokens_details: { cached_tokens: 9 } },
      { prompt: 5, cached: 5, completion: 0, reasoning: 0 },
    ],
    [null, undefined],
    [{ input_tokens: 1 }, undefined],
    [{ input_tokens: -1, output_tokens: 1 }, undefined],
    [{ input_tokens: "1", output_tokens: 1 }, undefined],
    [{ input_tokens: 1e12, output_tokens: 1 }, undefined],
  ])("%j", (wire, expected) => {
    expect(readUsage(wire)).toEqual(expected);
  });

  test("written and read again is the same", () => {
    fc.assert(
      fc.property(usage, (counted) => {
        expect(readUsage(writeUsage(counted))).toEqual(counted);
      }),
    );
  });
});
