/**
 * Prices that few calls have: sound and pictures in tokens, what is not counted in tokens at all, other classes of
 * service. Computed exactly, with one rounding; speed is no concern here.
 */

import type { SpecialUsage, Usage } from "../llm/inbound.ts";

/** Nano-dollars per million tokens of each kind. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly cacheWrite5m: number;
  readonly cacheWrite1h: number;
  readonly reasoning: number;
}

export interface Tiered<Kind> {
  /** Rates of the whole call once its prompt has more than `above` tokens; rising. */
  readonly tiers: readonly (Kind & { readonly above: number })[];
}

/** What is absent costs as the kind of token it belongs to; a unit without a rate costs nothing. */
export interface RareRates {
  /** Nano-dollars per million tokens. */
  readonly audioInput?: number;
  readonly audioOutput?: number;
  readonly imageInput?: number;
  readonly imageOutput?: number;
  /** Nano-dollars per million of them; beside the tokens, if the price has both. */
  readonly perRequest?: number;
  readonly perImage?: number;
  readonly perSecond?: number;
  readonly perCharacter?: number;
  /** Prices of other classes of service, by the name that the vendor's answer gives. */
  readonly services?: Readonly<Record<string, ServiceRates>>;
  /** What the whole price is multiplied by, in thousandths, by the name that the vendor's answer gives. */
  readonly multipliers?: Readonly<Record<string, number>>;
}

export interface ServiceRates extends Rates, Tiered<Rates> {
  /** Absent: as without the service. */
  readonly audioInput?: number;
}

/** The rates that hold for a prompt of this size. A prompt exactly as long as the bound is still below it. */
export function ratesFor(price: Rates & Tiered<Rates>, promptTokens: number): Rates {
  return price.tiers.findLast((tier) => promptTokens > tier.above) ?? price;
}

const NOTHING: SpecialUsage = {};

export function rareCost(usage: Usage, price: Rates & Tiered<Rates>, rare: RareRates): number {
  const special = usage.special ?? NOTHING;
  const service = find(rare.services, special.service);
  const rates = ratesFor(service ?? price, usage.prompt);
  const nano =
    tokenCost(usage, special, rates, {
      ...rare,
      ...(service?.audioInput === undefined ? {} : { audioInput: service.audioInput }),
    }) + unitCost(special, rare);
  let above = 1000n * nano + multiply(special.milliseconds, rare.perSecond);
  let below = 1_000_000n * 1000n;
  for (const name of special.multipliers ?? []) {
    const thousandths = find(rare.multipliers, name);
    if (thousandths === undefined) continue;
    above *= BigInt(thousandths);
    below *= 1000n;
  }
  return Number((2n * above + below) / (2n * below));
}

/** Parts are taken out of what is left of their whole, so that contradicting counts are never paid twice or back. */
function tokenCost(usage: Usage, special: SpecialUsage, rates: Rates, rare: RareRates): bigint {
  const hour = usage.cacheWriteHour ?? 0;
  const short = Math.max(0, (usage.cacheWrite ?? 0) - hour);
  const input = new Pool(usage.prompt - usage.cached - short - hour);
  const output = new Pool(usage.completion);
  return (
    multiply(usage.cached, rates.cached) +
    multiply(short, rates.cacheWrite5m) +
    multiply(hour, rates.cacheWrite1h) +
    multiply(input.take(special.audioInput), rare.audioInput ?? rates.input) +
    multiply(input.take(special.imageInput), rare.imageInput ?? rates.input) +
    multiply(input.left, rates.input) +
    multiply(output.take(usage.reasoning), rates.reasoning) +
    multiply(output.take(special.audioOutput), rare.audioOutput ?? rates.output) +
    multiply(output.take(special.imageOutput), rare.imageOutput ?? rates.output) +
    multiply(output.left, rates.output)
  );
}

/** A call of a model that is paid by the request is one request, unless the vendor counts otherwise. */
function unitCost(special: SpecialUsage, rare: RareRates): bigint {
  return (
    multiply(special.requests ?? 1, rare.perRequest) +
    multiply(special.images, rare.perImage) +
    multiply(special.characters, rare.perCharacter)
  );
}

class Pool {
  left: number;

  constructor(size: number) {
    this.left = Math.max(0, size);
  }

  take(part = 0): number {
    const taken = Math.min(part, this.left);
    this.left -= taken;
    return taken;
  }
}

function multiply(count = 0, rate = 0): bigint {
  return BigInt(count) * BigInt(rate);
}

/** Names come from vendors: only an object's own count. */
function find<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string | undefined,
): Value | undefined {
  return record !== undefined && name !== undefined && Object.hasOwn(record, name)
    ? record[name]
    : undefined;
}
