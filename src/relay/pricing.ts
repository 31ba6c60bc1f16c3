/** What an answer costs. Prices are integer nano-dollars per million tokens; a cost is rounded once, half up. */

import type { Usage } from "../llm/dialect.ts";

export interface Price {
  /** Names this version of the price on every ledger line that used it. */
  readonly id: string;
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly free: boolean;
}

const MILLION = 1_000_000;

export function costOf(usage: Usage, price: Price): number {
  const fresh = Math.max(0, usage.prompt - usage.cached);
  const products =
    fresh * price.input + usage.cached * price.cached + usage.completion * price.output;
  if (products < Number.MAX_SAFE_INTEGER - MILLION)
    return Math.floor((products + MILLION / 2) / MILLION);
  const exact =
    BigInt(fresh) * BigInt(price.input) +
    BigInt(usage.cached) * BigInt(price.cached) +
    BigInt(usage.completion) * BigInt(price.output);
  return Number((exact + 500_000n) / 1_000_000n);
}

/** Output tokens assumed for a call that names no maximum. More can be billed; see docs/billing.md. */
export const ASSUMED_OUTPUT_TOKENS = 4096;

/** The most a call is expected to cost: what is held back while it runs. */
export function worstCost(
  promptTokens: number,
  maxOutputTokens: number | undefined,
  choices: number,
  price: Price,
): number {
  if (price.free) return 0;
  const completion = Math.min((maxOutputTokens ?? ASSUMED_OUTPUT_TOKENS) * choices, 1e9);
  return costOf({ prompt: promptTokens, cached: 0, completion, reasoning: 0 }, price);
}
