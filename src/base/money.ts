/**
 * Money is integer nano-dollars in plain numbers. A number is exact to 9,007,199,254,740,991 nano-dollars
 * (9,007,199 dollars), so amounts are bounded at the border and products that could pass it are made in BigInt.
 */

export const NANO_PER_USD = 1_000_000_000;

/** The most one account may hold: a round figure well inside exact numbers. */
export const MAX_USD = 1_000_000;

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,9}))?$/;

/** Reads a decimal dollar text ("0.15") into nano-dollars without going through a float; undefined if it is not one. */
export function parseUsd(text: string): number | undefined {
  const match = DECIMAL.exec(text.trim());
  if (!match) return undefined;
  const nano = BigInt(match[1] ?? "0") * 1_000_000_000n + BigInt((match[2] ?? "").padEnd(9, "0"));
  return nano <= BigInt(MAX_USD) * 1_000_000_000n ? Number(nano) : undefined;
}

/** Writes nano-dollars as a decimal dollar text with at least two decimals: 1_500_000_000 -> "1.50". */
export function formatUsd(nano: number): string {
  const sign = nano < 0 ? "-" : "";
  const digits = Math.abs(nano).toString().padStart(10, "0");
  const decimals = digits.slice(-9).replace(/0+$/, "").padEnd(2, "0");
  return `${sign}${digits.slice(0, -9)}.${decimals}`;
}
