import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findNanoPerMillion, parseKeepingText } from "./decimal.ts";

describe("dollars per unit as nano-dollars per million units", () => {
  const known: readonly (readonly [text: string, nano: bigint])[] = [
    ["1.5e-07", 150_000_000n],
    ["0.00000015", 150_000_000n],
    ["15E-8", 150_000_000n],
    ["3e-06", 3_000_000_000n],
    ["0.04", 40_000_000_000_000n],
    ["1", 1_000_000_000_000_000n],
    ["1e1", 10_000_000_000_000_000n],
    ["0", 0n],
    ["0.0", 0n],
    ["1e-15", 1n],
    // What a float made of 3e-06 when somebody multiplied: rounded, not carried along.
    ["0.0000029999900000000002", 2_999_990_000n],
    ["5e-16", 1n],
    ["4.9e-16", 0n],
    ["-1.5e-07", -150_000_000n],
    ["0.0002833333333333333", 283_333_333_333n],
  ];
  test.each(known)("%s", (text, nano) => {
    expect(findNanoPerMillion(text)).toBe(nano);
  });

  test.each(["", "abc", "1,5", "0x10", "NaN", "Infinity", "1e", "1e9999", " 1", ".5", "--1"])(
    "%p is not a number",
    (text) => {
      expect(findNanoPerMillion(text)).toBeUndefined();
    },
  );

  test("is exact for every number that has a whole nano-dollar, however it is written", () => {
    const writings = fc.record({
      nano: fc.bigInt({ min: 0n, max: 10n ** 16n }),
      exponent: fc.integer({ min: -20, max: 20 }),
    });
    fc.assert(
      fc.property(writings, ({ nano, exponent }) => {
        expect(findNanoPerMillion(writeShifted(nano, -15, exponent))).toBe(nano);
      }),
    );
  });

  test("rounds what is smaller to the nearest, half up", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 22n }), (tiny) => {
        const nano = findNanoPerMillion(writeShifted(tiny, -20, 0)) ?? -1n;
        const distance = nano * 100_000n - tiny;
        expect(distance > -50_000n && distance <= 50_000n).toBe(true);
      }),
    );
  });
});

/** `digits` × 10^`scale`, written with an exponent of `exponent`. */
function writeShifted(digits: bigint, scale: number, exponent: number): string {
  const places = exponent - scale;
  if (places <= 0) return `${digits}${"0".repeat(-places)}e${exponent}`;
  const padded = digits.toString().padStart(places + 1, "0");
  return `${padded.slice(0, -places)}.${padded.slice(-places)}e${exponent}`;
}

test("numbers under chosen keys keep the text they were written in", () => {
  const text = `{"cost": 0.0000029999900000000002, "other": 0.10, "list": [{"cost": 1e-7}]}`;
  expect(parseKeepingText(text, (key) => key === "cost")).toEqual({
    cost: "0.0000029999900000000002",
    other: 0.1,
    list: [{ cost: "1e-7" }],
  });
});
