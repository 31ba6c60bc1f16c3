/** What an answer costs. Prices are integer nano-dollars per million tokens; a cost is rounded once, half up. */

import type { Asks, Usage } from "../llm/inbound.ts";
import type { PriceRow } from "../store/providers.ts";
import { type RareRates, rareCost, type Rates, ratesFor, type Tiered } from "./rare-rates.ts";

export {
  type RareRates,
  type Rates,
  ratesFor,
  type ServiceRates,
  type Tiered,
} from "./rare-rates.ts";

export interface Price extends Rates, Tiered<Rates> {
  /** Names this version of the price on every ledger line that used it. */
  readonly id: string;
  readonly free: boolean;
  /** Version of the catalogue it follows; absent: a person gave it. */
  readonly catalogue?: string;
  /** Rates of what few calls have; absent: none of them is named. */
  readonly rare?: RareRates;
}

const MILLION = 1_000_000;

/** On the hot path: the ordinary call takes plain arithmetic and makes nothing new. */
export function costOf(usage: Usage, price: Price): number {
  const { rare } = price;
  if (rare !== undefined && (usage.special !== undefined || rare.perRequest !== undefined))
    return rareCost(usage, price, rare);
  const rates: Rates = price.tiers.length === 0 ? price : ratesFor(price, usage.prompt);
  // A vendor's counts may contradict each other: a part is never larger than its whole, and nothing is paid back.
  const hour = usage.cacheWriteHour ?? 0;
  const short = Math.max(0, (usage.cacheWrite ?? 0) - hour);
  const fresh = Math.max(0, usage.prompt - usage.cached - short - hour);
  const reasoning = Math.min(usage.reasoning, usage.completion);
  const plain = usage.completion - reasoning;
  const products =
    fresh * rates.input +
    usage.cached * rates.cached +
    short * rates.cacheWrite5m +
    hour * rates.cacheWrite1h +
    plain * rates.output +
    reasoning * rates.reasoning;
  // Below this bound every product and sum was exact; above it, again without floats.
  if (products < Number.MAX_SAFE_INTEGER - MILLION)
    return Math.floor((products + MILLION / 2) / MILLION);
  const exact =
    BigInt(fresh) * BigInt(rates.input) +
    BigInt(usage.cached) * BigInt(rates.cached) +
    BigInt(short) * BigInt(rates.cacheWrite5m) +
    BigInt(hour) * BigInt(rates.cacheWrite1h) +
    BigInt(plain) * BigInt(rates.output) +
    BigInt(reasoning) * BigInt(rates.reasoning);
  return Number((exact + 500_000n) / 1_000_000n);
}

/** Output tokens assumed for a call that names no maximum. More can be billed; see docs/billing.md. */
export const ASSUMED_OUTPUT_TOKENS = 4096;

/** The most a call is expected to cost: what is held back while it runs. `asks`: what makes it dearer than its tokens. */
export function worstCost(
  promptTokens: number,
  maxOutputTokens: number | undefined,
  choices: number,
  price: Price,
  asks?: Asks,
): number {
  if (price.free) return 0;
  const completion = Math.min((maxOutputTokens ?? ASSUMED_OUTPUT_TOKENS) * choices, 1e9);
  const usage = { prompt: promptTokens, cached: 0, completion, reasoning: 0 };
  const plain = costOf(usage, price);
  const { rare } = price;
  if (rare === undefined || (asks === undefined && rare.imageOutput === undefined)) return plain;
  // A model that makes pictures may answer with nothing else, whatever was asked for.
  const dear = asks?.audio ? { audioOutput: completion } : { imageOutput: completion };
  return Math.max(plain, costOf({ ...usage, special: { ...asks, ...dear } }, price));
}

/** The rarer rates of a stored price: what is absent is as the kind it belongs to. */
export interface StoredRates {
  /** Version of the catalogue the price came from and follows; absent: a person gave it. */
  readonly catalogue?: string;
  readonly cacheWrite5m?: number;
  readonly cacheWrite1h?: number;
  readonly reasoning?: number;
  readonly tiers?: readonly (Partial<Rates> & { readonly above: number })[];
  readonly rare?: RareRates;
}

export function readPrice(row: PriceRow): Price {
  const stored = row.rates_json === null ? {} : (JSON.parse(row.rates_json) as StoredRates);
  const base = { input: row.input_nano, output: row.output_nano, cached: row.cached_nano };
  const { tiers = [], catalogue, rare, ...named } = stored;
  return {
    id: row.id,
    free: row.free === 1,
    ...(catalogue === undefined ? {} : { catalogue }),
    ...(rare === undefined ? {} : { rare }),
    ...fill({ ...base, ...named }),
    tiers: tiers.map((tier) => ({ above: tier.above, ...fill({ ...base, ...named, ...tier }) })),
  };
}

function fill(rates: Pick<Rates, "input" | "output" | "cached"> & Partial<Rates>): Rates {
  const { input, output, cached } = rates;
  const cacheWrite5m = rates.cacheWrite5m ?? input;
  return {
    input,
    output,
    cached,
    cacheWrite5m,
    cacheWrite1h: rates.cacheWrite1h ?? cacheWrite5m,
    reasoning: rates.reasoning ?? output,
  };
}
