/**
 * From what the catalogue knows to what a call costs: every rate filled in, the tier chosen by the prompt, one rounding.
 * Rates are integer nano-dollars per million tokens; a cost is integer nano-dollars.
 */

import type { CatalogueEntry, EntryPrice, Tier, TierRate } from "./entry.ts";

/** The rates of one call. Nothing is absent. */
export type TokenPrices = { readonly [Rate in TierRate]: number };

export interface CataloguePrice extends TokenPrices {
  /** Rates of the whole call once its prompt has more than `above` tokens; rising. */
  readonly tiers: readonly (TokenPrices & { readonly above: number })[];
}

/** Tokens of one call. `prompt` includes what was read from and written to the cache, `completion` includes `reasoning`. */
export interface PricedUsage {
  readonly prompt: number;
  readonly cached: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly completion: number;
  readonly reasoning: number;
}

/**
 * The token price of an entry; undefined when it is unknown or is not counted in tokens (see `perImage` and the like).
 * A rate nobody wrote down is the one it is a kind of: cached and written input as input, an hour's write as a five
 * minutes' one, reasoning as output. A tier takes what it does not name from the price without it.
 */
export function priceFromEntry(entry: CatalogueEntry): CataloguePrice | undefined {
  const price = entry.price;
  if (price?.input === undefined) return undefined;
  return {
    ...fillRates(price, {}),
    tiers: (price.tiers ?? []).map((tier) => ({ above: tier.above, ...fillRates(tier, price) })),
  };
}

function fillRates(rates: Tier | EntryPrice, base: EntryPrice): TokenPrices {
  const named = (rate: TierRate): number | undefined => rates[rate] ?? base[rate];
  const input = named("input") ?? 0;
  // Embeddings and reranking have no output to bill.
  const output = named("output") ?? 0;
  const cacheWrite5m = named("cacheWrite5m") ?? input;
  return {
    input,
    output,
    cached: named("cached") ?? input,
    cacheWrite5m,
    cacheWrite1h: named("cacheWrite1h") ?? cacheWrite5m,
    reasoning: named("reasoning") ?? output,
  };
}

/** The rates that hold for a prompt of this size. A prompt exactly as long as the bound is still below it. */
export function ratesFor(price: CataloguePrice, promptTokens: number): TokenPrices {
  return price.tiers.findLast((tier) => promptTokens > tier.above) ?? price;
}

const MILLION = 1_000_000;

/** Exact, rounded once, half up. Tokens must be integers of at least zero. */
export function costOfCall(usage: PricedUsage, price: CataloguePrice): number {
  const rates = ratesFor(price, usage.prompt);
  const { cached, cacheWrite5m, cacheWrite1h } = usage;
  // A vendor's counts may contradict each other; a part is never larger than its whole, and nothing is paid back.
  const fresh = Math.max(0, usage.prompt - cached - cacheWrite5m - cacheWrite1h);
  const reasoning = Math.min(usage.reasoning, usage.completion);
  const parts: readonly (readonly [tokens: number, rate: number])[] = [
    [fresh, rates.input],
    [cached, rates.cached],
    [cacheWrite5m, rates.cacheWrite5m],
    [cacheWrite1h, rates.cacheWrite1h],
    [usage.completion - reasoning, rates.output],
    [reasoning, rates.reasoning],
  ];
  const sum = parts.reduce((total, [tokens, rate]) => total + tokens * rate, 0);
  // Below this bound every product and sum was exact; above it, do it again without floats.
  if (sum < Number.MAX_SAFE_INTEGER - MILLION) return Math.floor((sum + MILLION / 2) / MILLION);
  const exact = parts.reduce((total, [tokens, rate]) => total + BigInt(tokens) * BigInt(rate), 0n);
  return Number((exact + 500_000n) / 1_000_000n);
}
