/**
 * Prices that few calls have: sound and pictures in tokens, what is not counted in tokens at all, other classes of
 * service. Computed exactly, with one rounding; speed is no concern here.
 */

import type { CostLine } from "../contract/request.ts";
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

/** What is paid for. */
export type Billed = CostLine["billed"];

/** So many of something, at so many nano-dollars per million of them. Seconds are counted in thousandths. */
export interface Item {
  readonly billed: Billed;
  readonly count: number;
  readonly rate: number;
}

/** A cost before it is rounded: the sum of the items' `above`, over `below`. */
export interface ExactCost {
  readonly items: readonly (Item & { readonly above: bigint })[];
  readonly below: bigint;
}

const NOTHING: SpecialUsage = {};
const NO_RATES: RareRates = {};

export function exactCost(
  usage: Usage,
  price: Rates & Tiered<Rates>,
  rare: RareRates = NO_RATES,
): ExactCost {
  const special = usage.special ?? NOTHING;
  const service = find(rare.services, special.service);
  const rates = ratesFor(service ?? price, usage.prompt);
  const audioInput = service?.audioInput ?? rare.audioInput;
  const items = [
    ...tokenItems(usage, special, rates, { ...rare, audioInput: audioInput ?? rates.input }),
    ...unitItems(special, rare),
  ];
  let factor = 1n;
  let below = 1_000_000n * 1000n;
  for (const name of special.multipliers ?? []) {
    const thousandths = find(rare.multipliers, name);
    if (thousandths === undefined) continue;
    factor *= BigInt(thousandths);
    below *= 1000n;
  }
  return {
    items: items
      .filter(({ count }) => count > 0)
      .map((item) => {
        const product = BigInt(item.count) * BigInt(item.rate) * factor;
        return { ...item, above: item.billed === "seconds" ? product : 1000n * product };
      }),
    below,
  };
}

export function rareCost(usage: Usage, price: Rates & Tiered<Rates>, rare: RareRates): number {
  return roundCost(exactCost(usage, price, rare));
}

/** Half up. */
export function roundCost({ items, below }: ExactCost): number {
  const above = items.reduce((sum, item) => sum + item.above, 0n);
  return Number((2n * above + below) / (2n * below));
}

/** Parts are taken out of what is left of their whole, so that contradicting counts are never paid twice or back. */
function tokenItems(usage: Usage, special: SpecialUsage, rates: Rates, rare: RareRates): Item[] {
  const hour = usage.cacheWriteHour ?? 0;
  const short = Math.max(0, (usage.cacheWrite ?? 0) - hour);
  const input = new Pool(usage.prompt - usage.cached - short - hour);
  const output = new Pool(usage.completion);
  const item = (billed: Billed, count: number, rate: number): Item => ({ billed, count, rate });
  const sound = input.take(special.audioInput);
  const pictures = input.take(special.imageInput);
  const reasoning = output.take(usage.reasoning);
  const spoken = output.take(special.audioOutput);
  const drawn = output.take(special.imageOutput);
  return [
    item("input", input.left, rates.input),
    item("audio_input", sound, rare.audioInput ?? rates.input),
    item("image_input", pictures, rare.imageInput ?? rates.input),
    item("cached", usage.cached, rates.cached),
    item("cache_write", short, rates.cacheWrite5m),
    item("cache_write_1h", hour, rates.cacheWrite1h),
    item("output", output.left, rates.output),
    item("reasoning", reasoning, rates.reasoning),
    item("audio_output", spoken, rare.audioOutput ?? rates.output),
    item("image_output", drawn, rare.imageOutput ?? rates.output),
  ];
}

/** A call of a model that is paid by the request is one request, unless the vendor counts otherwise. */
function unitItems(special: SpecialUsage, rare: RareRates): Item[] {
  const units: readonly (readonly [Billed, number | undefined, number | undefined])[] = [
    ["queries", special.requests ?? 1, rare.perRequest],
    ["images", special.images, rare.perImage],
    ["characters", special.characters, rare.perCharacter],
    ["seconds", special.milliseconds, rare.perSecond],
  ];
  return units.flatMap(([billed, count = 0, rate]) =>
    rate === undefined ? [] : [{ billed, count, rate }],
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

/** Names come from vendors: only an object's own count. */
function find<Value>(
  record: Readonly<Record<string, Value>> | undefined,
  name: string | undefined,
): Value | undefined {
  return record !== undefined && name !== undefined && Object.hasOwn(record, name)
    ? record[name]
    : undefined;
}
