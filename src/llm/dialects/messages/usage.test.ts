import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { usage as arbitraryUsage } from "../../../../test/llm/canonical-arbitrary.ts";
import { mergeReports, NO_USAGE, readPromptUsage, readUsage, writeUsage } from "./usage.ts";

describe("readUsage", () => {
  test("the prompt is what was sent, read from the cache and written to it", () => {
    expect(
      readUsage({
        input_tokens: 10,
        cache_read_input_tokens: 100,
        cache_creation_input_tokens: 1000,
        cache_creation: { ephemeral_5m_input_tokens: 600, ephemeral_1h_input_tokens: 400 },
        output_tokens: 7,
        output_tokens_details: { thinking_tokens: 3 },
      }),
    ).toEqual({
      prompt: 1110,
      cached: 100,
      cacheWrite: 1000,
      cacheWriteHour: 400,
      completion: 7,
      reasoning: 3,
    });
  });

  test("a write that is not split is of the shorter kind; a split without a sum is summed", () => {
    expect(
      readUsage({ input_tokens: 1, cache_creation_input_tokens: 5, output_tokens: 1 }),
    ).toEqual({ prompt: 6, cached: 0, cacheWrite: 5, completion: 1, reasoning: 0 });
    expect(
      readUsage({
        input_tokens: 1,
        cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 3 },
        output_tokens: 1,
      }),
    ).toMatchObject({ prompt: 6, cacheWrite: 5, cacheWriteHour: 3 });
  });

  test("a summary the vendor made on the way is charged too", () => {
    expect(
      readUsage({
        input_tokens: 100,
        output_tokens: 10,
        iterations: [
          {
            type: "compaction",
            input_tokens: 5000,
            output_tokens: 300,
            cache_read_input_tokens: 50,
          },
          { type: "message", input_tokens: 100, output_tokens: 10 },
        ],
      }),
    ).toEqual({ prompt: 5150, cached: 50, completion: 310, reasoning: 0 });
  });

  test.each([
    [null],
    [{}],
    [{ input_tokens: 5 }],
    [{ input_tokens: 0, output_tokens: 0 }],
    [{ input_tokens: 0, output_tokens: 9 }],
    [{ input_tokens: "5", output_tokens: 1 }],
    [{ input_tokens: 5, output_tokens: -1 }],
    [{ input_tokens: 5, output_tokens: 2_000_000_000 }],
  ])("%j is no report", (report) => {
    expect(readUsage(report)).toBeUndefined();
  });

  test("more thinking than output cannot be", () => {
    expect(
      readUsage({
        input_tokens: 1,
        output_tokens: 2,
        output_tokens_details: { thinking_tokens: 9 },
      }),
    ).toMatchObject({ completion: 2, reasoning: 2 });
  });
});

describe("mergeReports: the report of message_delta over that of message_start", () => {
  const start = {
    input_tokens: 43,
    cache_read_input_tokens: 5,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 7 },
    cache_creation_input_tokens: 7,
    output_tokens: 1,
  };
  test.each<[string, unknown, unknown]>([
    [
      "output alone",
      { output_tokens: 9 },
      { prompt: 55, cached: 5, cacheWriteHour: 7, completion: 9 },
    ],
    ["input restated", { input_tokens: 61, output_tokens: 9 }, { prompt: 73, completion: 9 }],
    [
      "all restated",
      {
        input_tokens: 28,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 7,
        output_tokens: 9,
      },
      { prompt: 35, cached: 0, cacheWriteHour: 7 },
    ],
    [
      "nulls",
      { input_tokens: null, cache_read_input_tokens: null, output_tokens: 9 },
      { prompt: 55, cached: 5 },
    ],
    [
      "zeros for the prompt",
      { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 9 },
      { prompt: 55, cached: 5 },
    ],
    ["nothing", undefined, { prompt: 55, completion: 1 }],
  ])("%s", (_name, delta, expected) => {
    expect(readUsage(mergeReports(start, delta))).toMatchObject(expected as object);
  });

  test("zeros at the start are overridden", () => {
    const zeros = { input_tokens: 0, output_tokens: 0 };
    expect(readUsage(mergeReports(zeros, { input_tokens: 61, output_tokens: 2 }))).toMatchObject({
      prompt: 61,
      completion: 2,
    });
  });

  test("the prompt alone, as the start reports it", () => {
    expect(readPromptUsage(start)).toEqual({
      prompt: 55,
      cached: 5,
      cacheWrite: 7,
      cacheWriteHour: 7,
      completion: 0,
      reasoning: 0,
    });
    expect(readPromptUsage({ input_tokens: 5, speed: "fast" })?.special).toEqual({
      multipliers: ["fast"],
    });
    expect(readPromptUsage({ input_tokens: 0, output_tokens: 0 })).toBeUndefined();
    expect(readPromptUsage(undefined)).toBeUndefined();
  });
});

describe("writeUsage", () => {
  test("written and read again it is the same", () => {
    const split = fc.tuple(
      arbitraryUsage,
      fc.nat(1000),
      fc.nat(1000),
      fc.integer({ min: 1, max: 9 }),
    );
    fc.assert(
      fc.property(split, ([plain, short, hour, fresh]) => {
        const write = short + hour;
        const usage = {
          ...plain,
          prompt: plain.prompt + write + fresh,
          ...(write > 0 ? { cacheWrite: write } : {}),
          ...(hour > 0 ? { cacheWriteHour: hour } : {}),
        };
        expect(readUsage(writeUsage(usage))).toEqual(usage);
      }),
    );
  });

  test("nothing known is zeros, which nobody reads as a report", () => {
    expect(writeUsage(NO_USAGE)).toMatchObject({ input_tokens: 0, output_tokens: 0 });
    expect(readUsage(writeUsage(NO_USAGE))).toBeUndefined();
  });
});
