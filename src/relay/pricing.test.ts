import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { costLines } from "./cost-lines.ts";
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

describe("what few answers have", () => {
  const tokens = usage(1000, 200, 100);
  const base = { input: 150_000_000, output: 600_000_000, cached: 75_000_000 };
  const service = (times: number) => ({
    input: base.input * times,
    output: base.output * times,
    cached: base.cached * times,
    cacheWrite5m: base.input * times,
    cacheWrite1h: base.input * times,
    reasoning: base.output * times,
    tiers: [],
  });
  const rare = (rates: object): Price =>
    make(base.input, base.output, base.cached, { rare: rates });
  const plain = 800 * 150 + 200 * 75 + 100 * 600;

  test("priority and flex answers are billed at their own price, not the usual one", () => {
    const priced = rare({ services: { priority: service(2), flex: service(0.5) } });
    const bill = (name: string) => costOf({ ...tokens, special: { service: name } }, priced);
    expect(costOf(tokens, priced)).toBe(plain);
    expect(bill("priority")).toBe(2 * plain);
    expect(bill("flex")).toBe(plain / 2);
    // A class nobody has a price for, and no name of an object's own.
    expect(bill("scale")).toBe(plain);
    expect(bill("constructor")).toBe(plain);
    expect(costOf({ ...tokens, special: { service: "priority" } }, price)).toBe(plain);
  });

  test("a class of service has its own price of long prompts", () => {
    const tier = { above: 500, ...service(4) };
    const priced = rare({ services: { priority: { ...service(2), tiers: [tier] } } });
    expect(costOf({ ...tokens, special: { service: "priority" } }, priced)).toBe(4 * plain);
    expect(costOf({ ...usage(500, 0, 0), special: { service: "priority" } }, priced)).toBe(
      500 * 300,
    );
  });

  test("sound and pictures among the tokens have their own rates, within what their whole leaves", () => {
    const priced = rare({
      audioInput: 40e9,
      audioOutput: 80e9,
      imageInput: 10e9,
      imageOutput: 30e9,
    });
    const special = { audioInput: 100, imageInput: 50, audioOutput: 30, imageOutput: 20 };
    expect(costOf({ ...tokens, reasoning: 10, special }, priced)).toBe(
      200 * 75 +
        100 * 40_000 +
        50 * 10_000 +
        650 * 150 +
        (10 + 40) * 600 +
        30 * 80_000 +
        20 * 30_000,
    );
    const lies = { audioInput: 9_999_999, audioOutput: 9_999_999 };
    expect(costOf({ ...tokens, special: lies }, priced)).toBe(
      200 * 75 + 800 * 40_000 + 100 * 80_000,
    );
    // A price that names no rate for them.
    expect(costOf({ ...tokens, special }, price)).toBe(plain);
    expect(costOf({ ...tokens, special }, rare({ perImage: 1 }))).toBe(plain);
  });

  test("pictures, seconds, characters and requests are billed by the piece, to the nano-dollar", () => {
    const none = usage(0, 0, 0);
    const one = make(0, 0, 0, { rare: { perImage: 40e12, perSecond: 100e9, perCharacter: 15e9 } });
    expect(costOf({ ...none, special: { images: 3 } }, one)).toBe(120_000_000);
    expect(costOf({ ...none, special: { milliseconds: 1 } }, one)).toBe(100);
    expect(costOf({ ...none, special: { milliseconds: 12_345 } }, one)).toBe(1_234_500);
    expect(costOf({ ...none, special: { characters: 7 } }, one)).toBe(105_000);
    const half = make(0, 0, 0, { rare: { perSecond: 500_000 } });
    expect(costOf({ ...none, special: { milliseconds: 1000 } }, half)).toBe(1);
    expect(costOf({ ...none, special: { milliseconds: 999 } }, half)).toBe(0);
    const query = make(1_000_000, 0, 0, { rare: { perRequest: 2e12 } });
    expect(costOf(none, query)).toBe(2_000_000);
    expect(costOf({ ...usage(10, 0, 0), special: { requests: 3 } }, query)).toBe(6_000_010);
  });

  test("what multiplies a price multiplies all of it, once each", () => {
    const priced = rare({ multipliers: { fast: 6000, us: 1100 } });
    const bill = (...multipliers: string[]) =>
      costOf({ ...tokens, special: { multipliers } }, priced);
    expect(bill("fast")).toBe(6 * plain);
    expect(bill("fast", "us")).toBe(Math.round(6.6 * plain));
    expect(bill("eu", "toString")).toBe(plain);
  });

  test("the ordinary call costs the same whether or not its price names rare rates", () => {
    const counts = fc.integer({ min: 0, max: 1_000_000 });
    const priced = rare({ audioInput: 1, imageOutput: 2, services: { priority: service(2) } });
    fc.assert(
      fc.property(counts, counts, counts, (prompt, cached, completion) => {
        const call = usage(prompt, Math.min(cached, prompt), completion);
        expect(costOf(call, priced)).toBe(costOf(call, price));
        expect(costOf({ ...call, special: {} }, priced)).toBe(costOf(call, price));
      }),
    );
  });
});

describe("what is held covers what may be billed", () => {
  const rates = { input: 2e9, output: 4e9, cached: 2e9, cacheWrite5m: 2e9, cacheWrite1h: 2e9 };
  const priced = make(1e9, 2e9, 1e9, {
    rare: {
      audioOutput: 80e9,
      perRequest: 5e12,
      perImage: 40e12,
      multipliers: { fast: 6000 },
      services: {
        priority: { ...rates, reasoning: 4e9, tiers: [] },
        flex: { ...rates, input: 1, output: 1, reasoning: 1, tiers: [] },
      },
    },
  });
  const plain = 100 * 1000 + 50 * 2000 + 5_000_000;

  test.each([
    ["nothing", undefined, plain],
    ["priority", { service: "priority" }, 2 * (plain - 5_000_000) + 5_000_000],
    ["flex, which a vendor may not have", { service: "flex" }, plain],
    ["a spoken answer", { audio: true }, 100 * 1000 + 50 * 80_000 + 5_000_000],
    ["speed", { multipliers: ["fast"] }, 6 * plain],
    ["pictures", { images: 2 }, plain + 80_000_000],
  ] as const)("of a call that asks for %s", (_what, asks, expected) => {
    expect(worstCost(100, 50, 1, priced, asks)).toBe(expected);
  });

  test("of a model that makes pictures: all of its output may be one", () => {
    const maker = make(1e9, 2e9, 1e9, { rare: { imageOutput: 30e9 } });
    expect(worstCost(100, 50, 1, maker)).toBe(100 * 1000 + 50 * 30_000);
  });
});

test("the lines of a cost add up to it, whatever is rounded", () => {
  const count = fc.integer({ min: 0, max: 100_000 });
  const rate = fc.integer({ min: 0, max: 100_000_000_000 });
  const special = fc.record({
    audioInput: count,
    imageOutput: count,
    milliseconds: count,
    multipliers: fc.constantFrom([], ["fast"], ["fast", "us"]),
  });
  fc.assert(
    fc.property(
      count,
      count,
      count,
      special,
      rate,
      rate,
      (prompt, cached, completion, rest, a, b) => {
        const dear = make(a, b, a % 977, {
          reasoning: b + 1,
          rare: { audioInput: b, perSecond: a, multipliers: { fast: 6000, us: 1100 } },
        });
        const tokens = { prompt, cached, completion, reasoning: completion % 7 };
        for (const used of [tokens, { ...tokens, special: rest }]) {
          const lines = costLines(used, dear);
          expect(lines.every((line) => line.quantity > 0 && line.amount_nano >= 0)).toBe(true);
          expect(lines.reduce((sum, line) => sum + line.amount_nano, 0)).toBe(costOf(used, dear));
        }
      },
    ),
  );
});

test("the lines of a cost say what was paid for, how much and at which rate", () => {
  const plain = make(400_000_000, 1_200_000_000, 40_000_000);
  const tokens = { prompt: 820, cached: 20, completion: 380, reasoning: 0 };
  expect(costLines(tokens, plain)).toEqual([
    { billed: "input", quantity: 800, rate_nano: 400_000_000, amount_nano: 320_000 },
    { billed: "cached", quantity: 20, rate_nano: 40_000_000, amount_nano: 800 },
    { billed: "output", quantity: 380, rate_nano: 1_200_000_000, amount_nano: 456_000 },
  ]);
});
