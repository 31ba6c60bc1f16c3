/** What a price can never be, whoever says so. */

import {
  type EntryPrice,
  isGenerating,
  type Mode,
  SERVICE_RATES,
  SERVICES,
  TIER_RATES,
  TOKEN_RATES,
  UNIT_RATES,
} from "./entry.ts";

const NANO_PER_USD = 1_000_000_000;

/** $10,000 per million tokens: more than ten times the dearest model ever sold. */
export const MAX_TOKEN_RATE = 10_000 * NANO_PER_USD;

/** $5 for one image, request, second or character. Keeps every rate inside exact numbers. */
export const MAX_UNIT_RATE = 5_000_000 * NANO_PER_USD;

/** Output may be cheaper than input, but not a thousand times. */
const MAX_INPUT_TO_OUTPUT = 1000;

/** A field of a price and what is wrong with it. */
export interface Absurdity {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Everything that cannot be true of a price. `maxTokenRate` may be stricter than the bound for all. */
export function findAbsurdities(
  price: EntryPrice,
  mode: Mode,
  maxTokenRate: number = MAX_TOKEN_RATE,
): Absurdity[] {
  const found: Absurdity[] = [];
  const check = (rate: number | undefined, most: number, ...path: (string | number)[]): void => {
    if (rate === undefined) return;
    if (rate < 0) found.push({ path, message: "must not be negative" });
    if (rate > most) found.push({ path, message: `is more than ${formatRate(most)}` });
  };
  for (const name of TOKEN_RATES) check(price[name], maxTokenRate, name);
  for (const name of UNIT_RATES) check(price[name], MAX_UNIT_RATE, name);
  price.tiers?.forEach((tier, index) => {
    for (const name of TIER_RATES) check(tier[name], maxTokenRate, "tiers", index, name);
  });
  for (const service of SERVICES) {
    const rates = price.services?.[service];
    for (const name of SERVICE_RATES) check(rates?.[name], maxTokenRate, "services", service, name);
    rates?.tiers?.forEach((tier, index) => {
      for (const name of TIER_RATES)
        check(tier[name], maxTokenRate, "services", service, "tiers", index, name);
    });
  }
  const { input, output } = price;
  if (isGenerating(mode) && input !== undefined && output !== undefined) {
    if (output * MAX_INPUT_TO_OUTPUT < input) {
      found.push({ path: ["output"], message: "is less than a thousandth of the input price" });
    }
  }
  return found;
}

function formatRate(rate: number): string {
  return `$${(rate / NANO_PER_USD).toLocaleString("en-US")} per million`;
}
