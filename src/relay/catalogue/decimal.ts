/** Decimal text to integer prices, without a float in between. */

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{0,40}))?(?:[eE]([+-]?\d{1,3}))?$/;

/** US dollars times a billion nano-dollars times a million units. */
const SCALE = 15;

/**
 * Dollars per unit ("1.5e-07") as nano-dollars per million units (150000000n). Exact down to 1e-15 dollars; below that
 * it rounds once, half away from zero. Undefined if the text is not a decimal number.
 */
export function findNanoPerMillion(text: string): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  const digits = BigInt(whole + fraction);
  const shift = Number(exponent) - fraction.length + SCALE;
  const magnitude = shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, -shift);
  return sign === "-" ? -magnitude : magnitude;
}

function divideHalfUp(digits: bigint, places: number): bigint {
  const divisor = 10n ** BigInt(places);
  return (digits + divisor / 2n) / divisor;
}

/** `JSON.parse` that keeps numbers under the named keys as the text they were written in. */
export function parseKeepingText(text: string, keepsText: (key: string) => boolean): unknown {
  return JSON.parse(text, (key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" && keepsText(key) ? (context?.source ?? String(value)) : value,
  );
}
