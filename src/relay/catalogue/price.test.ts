import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { costOf, ratesFor } from "../pricing.ts";
import { loadCatalogue } from "./catalogue.ts";
import { type CatalogueEntry, type EntryPrice, UNIT_RATES } from "./entry.ts";
import { type CataloguePrice, priceFromEntry } from "./price.ts";

interface PricedUsage {
  readonly prompt: number;
  readonly cached: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly completion: number;
  readonly reasoning: number;
}

/** The bill as the relay writes it, for a price that comes from the catalogue. */
function costOfCall(usage: PricedUsage, price: CataloguePrice): number {
  const { cacheWrite5m, cacheWrite1h, ...rest } = usage;
  const written = { cacheWrite: cacheWrite5m + cacheWrite1h, cacheWriteHour: cacheWrite1h };
  return costOf({ ...rest, ...written }, { id: "p", free: false, ...price });
}

const USD = 1_000_000_000;
const none: PricedUsage = {
  prompt: 0,
  cached: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  completion: 0,
  reasoning: 0,
};

function entry(
  price: EntryPrice | undefined,
  mode: CatalogueEntry["mode"] = "chat",
): CatalogueEntry {
  return { vendor: "v", id: "m", mode, can: [], ...(price && { price }) };
}

function priceOf(price: EntryPrice): CataloguePrice {
  const made = priceFromEntry(entry(price));
  if (!made) throw new Error("the entry has no price");
  return made;
}

describe("priceFromEntry", () => {
  test("fills what nobody wrote down with the rate it is a kind of", () => {
    expect(priceOf({ input: 3, output: 15 })).toEqual({
      input: 3,
      output: 15,
      cached: 3,
      cacheWrite5m: 3,
      cacheWrite1h: 3,
      reasoning: 15,
      tiers: [],
    });
    expect(priceOf({ input: 3, output: 15, cacheWrite5m: 4 }).cacheWrite1h).toBe(4);
  });

  test("a tier takes what it does not name from the price without it, then from its own kind", () => {
    const { tiers } = priceOf({
      input: 2,
      output: 5,
      cached: 1,
      tiers: [{ above: 128_000, input: 4, output: 10 }],
    });
    expect(tiers).toEqual([
      {
        above: 128_000,
        input: 4,
        output: 10,
        cached: 1,
        cacheWrite5m: 4,
        cacheWrite1h: 4,
        reasoning: 10,
      },
    ]);
  });

  test("an unknown price is undefined and never zero", () => {
    expect(priceFromEntry(entry(undefined))).toBeUndefined();
    expect(priceFromEntry(entry({ output: 1 }))).toBeUndefined();
  });

  test("what is paid by the piece has a price, and no tokens to pay", () => {
    const price = priceFromEntry(entry({ perImage: 7 }, "image_generation"));
    expect(price).toMatchObject({ input: 0, output: 0, rare: { perImage: 7 } });
  });

  test("a class of service names its rates; what it does not name is in proportion", () => {
    const { rare } = priceOf({
      input: 100,
      output: 1000,
      cached: 10,
      reasoning: 2000,
      audioInput: 500,
      tiers: [{ above: 9, input: 200, output: 1500, cached: 20 }],
      services: {
        priority: { input: 200, output: 3000, audioInput: 900 },
        flex: { input: 50, output: 500, cached: 6, tiers: [{ above: 9, input: 99 }] },
      },
    });
    const six = (input: number, output: number, cached: number, reasoning: number) => ({
      input,
      output,
      cached,
      cacheWrite5m: input,
      cacheWrite1h: input,
      reasoning,
    });
    expect(rare).toEqual({
      audioInput: 500,
      services: {
        priority: {
          ...six(200, 3000, 20, 6000),
          audioInput: 900,
          tiers: [{ above: 9, ...six(400, 4500, 40, 6000) }],
        },
        flex: { ...six(50, 500, 6, 1000), tiers: [{ above: 9, ...six(99, 500, 6, 1000) }] },
      },
    });
  });

  test("every shipped price that has tokens is whole, exact and above zero", () => {
    for (const models of loadCatalogue().vendors.values()) {
      for (const shipped of models.values()) {
        const price = priceFromEntry(shipped);
        if (!price) continue;
        const services = Object.values(price.rare?.services ?? {});
        const all = [price, ...services].flatMap((rates) => [rates, ...rates.tiers]);
        for (const rates of all) {
          const { input, output, cached, cacheWrite5m, cacheWrite1h, reasoning } = rates;
          const each = [input, output, cached, cacheWrite5m, cacheWrite1h, reasoning];
          expect(each.every((rate) => Number.isSafeInteger(rate) && rate >= 0)).toBe(true);
          const pieces = UNIT_RATES.some((unit) => (price.rare?.[unit] ?? 0) > 0);
          expect(input > 0 || pieces).toBe(true);
        }
      }
    }
  });
});

describe("the cost of a call at a price of the catalogue", () => {
  const claude = priceOf({
    input: 3 * USD,
    output: 15 * USD,
    cached: 0.3 * USD,
    cacheWrite5m: 3.75 * USD,
    cacheWrite1h: 6 * USD,
    tiers: [{ above: 200_000, input: 6 * USD, output: 22.5 * USD, cached: 0.6 * USD }],
  });

  test("prices cache writes of five minutes and of an hour apart", () => {
    const usage = { ...none, prompt: 10_000, cached: 4000, cacheWrite5m: 2000, cacheWrite1h: 1000 };
    // 3000 × 3 + 4000 × 0.3 + 2000 × 3.75 + 1000 × 6 dollars per million = 0.0237 dollars
    expect(costOfCall(usage, claude)).toBe(23_700_000);
  });

  test("a tier begins one token above its bound and holds for the whole call", () => {
    expect(ratesFor(claude, 200_000).input).toBe(3 * USD);
    expect(ratesFor(claude, 200_001).input).toBe(6 * USD);
    const long = { ...none, prompt: 200_001, completion: 1000 };
    expect(costOfCall(long, claude)).toBe(200_001 * 6000 + 1000 * 22_500);
  });

  test("the highest tier that a prompt passes holds", () => {
    const price = priceOf({
      input: 1,
      output: 1,
      tiers: [
        { above: 10, input: 2 },
        { above: 20, input: 3 },
      ],
    });
    expect([5, 10, 11, 20, 21].map((tokens) => ratesFor(price, tokens).input)).toEqual([
      1, 1, 2, 2, 3,
    ]);
  });

  test("reasoning has its own price where the vendor has one", () => {
    const price = priceOf({ input: 400_000_000, output: 1_200_000_000, reasoning: 4_000_000_000 });
    expect(costOfCall({ ...none, completion: 100, reasoning: 60 }, price)).toBe(
      40 * 1200 + 60 * 4000,
    );
  });

  test("counts that contradict each other never pay money back", () => {
    expect(
      costOfCall({ ...none, prompt: 10, cached: 50, completion: 5, reasoning: 90 }, claude),
    ).toBe(50 * 300 + 5 * 15_000);
  });

  test("is the exact sum, rounded once, half up, for any tokens and rates", () => {
    const tokens = fc.integer({ min: 0, max: 1_000_000_000 });
    const rate = fc.integer({ min: 0, max: 10_000 * USD });
    const usages = fc.record({
      fresh: tokens,
      cached: tokens,
      cacheWrite5m: tokens,
      cacheWrite1h: tokens,
      spoken: tokens,
      reasoning: tokens,
    });
    const rates = fc.record({
      input: rate,
      output: rate,
      cached: rate,
      cacheWrite5m: rate,
      cacheWrite1h: rate,
      reasoning: rate,
    });
    fc.assert(
      fc.property(usages, rates, fc.constantFrom(1, 1000, 1_000_000), (use, price, shrink) => {
        const part = (count: number): number => Math.floor(count / shrink);
        const usage: PricedUsage = {
          prompt:
            part(use.fresh) + part(use.cached) + part(use.cacheWrite5m) + part(use.cacheWrite1h),
          cached: part(use.cached),
          cacheWrite5m: part(use.cacheWrite5m),
          cacheWrite1h: part(use.cacheWrite1h),
          completion: part(use.spoken) + part(use.reasoning),
          reasoning: part(use.reasoning),
        };
        const exact =
          BigInt(part(use.fresh)) * BigInt(price.input) +
          BigInt(usage.cached) * BigInt(price.cached) +
          BigInt(usage.cacheWrite5m) * BigInt(price.cacheWrite5m) +
          BigInt(usage.cacheWrite1h) * BigInt(price.cacheWrite1h) +
          BigInt(part(use.spoken)) * BigInt(price.output) +
          BigInt(usage.reasoning) * BigInt(price.reasoning);
        const cost = costOfCall(usage, { ...price, tiers: [] });
        expect(cost).toBe(Number((2n * exact + 1_000_000n) / 2_000_000n));
      }),
      { numRuns: 500 },
    );
  });
});
