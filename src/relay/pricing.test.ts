import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { costOf, worstCost } from "./pricing.ts";

const price = { id: "p", input: 150_000_000, output: 600_000_000, cached: 75_000_000, free: false };
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
    const half = { ...price, input: 37_500_000, output: 0 };
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
        expect(costOf(usage(prompt, 0, completion), { ...price, input, output })).toBe(
          Number(exact),
        );
      }),
    );
  });
});

test("worstCost of a free model is nothing", () => {
  expect(worstCost(1000, 1000, 1, { ...price, input: 0, output: 0, free: true })).toBe(0);
});
