/** Nano-dollars as dollars. Amounts of a fraction of a cent keep the digits that matter. */

import type { Language } from "../preferences.ts";
import { localeOf } from "./number.ts";

const NANO_PER_USD = 1_000_000_000;
const CENT = NANO_PER_USD / 100;

/** $12.50; $0.000123 for what would otherwise read as nothing. */
export function formatMoney(nano: number, language: Language): string {
  const size = Math.abs(nano);
  const isSmall = size > 0 && size < CENT;
  return new Intl.NumberFormat(localeOf(language), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    ...(isSmall ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 }),
  }).format(nano / NANO_PER_USD);
}

/** Short enough for an axis, and long enough that no two ticks read alike. */
export function formatAxisMoney(nano: number, language: Language): string {
  const size = Math.abs(nano);
  if (size < CENT) return formatMoney(Number(nano.toPrecision(2)), language);
  return new Intl.NumberFormat(localeOf(language), {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: size < NANO_PER_USD ? 4 : 2,
    minimumFractionDigits: 2,
  }).format(nano / NANO_PER_USD);
}

/** Every digit there is: 1_500_000_001 -> "$1.500000001". */
export function formatExactMoney(nano: number): string {
  const sign = nano < 0 ? "-" : "";
  const digits = Math.abs(nano).toString().padStart(10, "0");
  const decimals = digits.slice(-9).replace(/0+$/, "").padEnd(2, "0");
  return `${sign}$${digits.slice(0, -9)}.${decimals}`;
}
