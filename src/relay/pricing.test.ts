import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { costOf, type Price, readPrice, worstCost } from "./pricing.ts";

const make = (input: number, output: number, cached: number, rates?: object): Price =>
  readPrice({
    id: "p",
    provider: "v",
    model: "m",
    input_nano: input,
    output_nano: output,
    cached_nano: cached,
    rates_json: rates ? JSON.stringify(rates) : null,
    free: 0,
    created_at: 0,
  });
const price = make(150_000_000, 600_000_000, 75_000_000);
const usage = (prompt: number, cached: number, completion: number) => ({
  prompt,
  cached,
  completion,
  reasoning: 0,
});

describe("costOf", () => {
  test("prices cached tokens apart", () => {
    expect(costOf(usage(1000, 400, 10), price)).toBe(600 * 150 + 400 * 75 + 10 * 600);
  });

  test("rounds once, half up, to the nano-dollar", () => {
    const half = make(37_500_000, 0, 0);
    expect(costOf(usage(1, 0, 0), half)).toBe(38);
    expect(costOf(usage(2, 0, 0), half)).toBe(75);
  });

  test("is exact beyond the range of exact floats", () => {
    const token = fc.integer({ min: 0, max: 1_000_000_000 });
    const rate = fc.integer({ min: 0, max: 10_000_000_000_000 });
    fc.assert(
      fc.property(token, token, rate, rate, (prompt, completion, input, output) => {
        const exact =
          (BigInt(prompt) * BigInt(input) + BigInt(completion) * BigInt(output) + 500_000n) /
          1_000_000n;
        fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER));
        expect(costOf(usage(prompt, 0, completion), make(input, output, 0))).toBe(Number(exact));
      }),
    );
  });
});

test("cache writes, reasoning and long prompts have rates of their own where the price names them", () => {
  const rich = make(1_000_000, 2_000_000, 100_000, {
    cacheWrite5m: 1_250_000,
    cacheWrite1h: 2_000_000,
    reasoning: 3_000_000,
    tiers: [{ above: 1000, input: 2_000_000, output: 4_000_000 }],
  });
  const tokens = {
    prompt: 100,
    cached: 10,
    cacheWrite: 50,
    cacheWriteHour: 20,
    completion: 30,
    reasoning: 10,
  };
  expect(costOf(tokens, rich)).toBe(Math.round(40 + 1 + 30 * 1.25 + 20 * 2 + 20 * 2 + 10 * 3));
  expect(costOf(usage(1000, 0, 1), rich)).toBe(1002);
  expect(costOf(usage(1001, 0, 1), rich)).toBe(2006);
  expect(costOf({ ...tokens, reasoning: 99 }, price)).toBeGreaterThan(0);
});

test("worstCost of a free model is nothing", () => {
  expect(worstCost(1000, 1000, 1, { ...make(0, 0, 0), free: true })).toBe(0);
});
