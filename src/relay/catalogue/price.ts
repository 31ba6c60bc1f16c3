/** From what the catalogue knows to a price with every rate filled in: integer nano-dollars per million units. */

import type { RareRates, Rates, ServiceRates, Tiered } from "../rare-rates.ts";
import {
  type CatalogueEntry,
  type EntryPrice,
  SERVICES,
  type Tier,
  type TierRate,
  UNIT_RATES,
} from "./entry.ts";

/** A price as the relay bills by it, without its name. */
export interface CataloguePrice extends Rates, Tiered<Rates> {
  /** Absent: the entry names none of them. */
  readonly rare?: RareRates;
}

/**
 * The price of an entry; undefined when it is unknown. A rate nobody wrote down is the one it is a kind of: cached and
 * written input as input, an hour's write as a five minutes' one, reasoning as output. A tier takes what it does not
 * name from the price without it. What is paid by the piece alone has token rates of zero.
 */
export function priceFromEntry(entry: CatalogueEntry): CataloguePrice | undefined {
  const { price } = entry;
  if (price === undefined) return undefined;
  if (price.input === undefined && UNIT_RATES.every((unit) => price[unit] === undefined))
    return undefined;
  const rare = rareOf(price);
  return {
    ...fillRates(price, {}),
    tiers: fillTiers(price.tiers, price),
    ...(rare === undefined ? {} : { rare }),
  };
}

type Named = { readonly [Rate in TierRate]?: number };

function fillTiers(tiers: readonly Tier[] = [], base: Named): CataloguePrice["tiers"] {
  return tiers.map((tier) => ({ above: tier.above, ...fillRates(tier, base) }));
}

function fillRates(rates: Named, base: Named): Rates {
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

// ---- what few calls have -------------------------------------------------------------------------------------------

const RARE_RATES = [
  "audioInput",
  "audioOutput",
  "imageInput",
  "imageOutput",
  ...UNIT_RATES,
] as const satisfies readonly (keyof RareRates)[];

function rareOf(price: EntryPrice): RareRates | undefined {
  const services = servicesOf(price);
  const { multipliers } = price;
  const rare: RareRates = {
    ...Object.fromEntries(
      RARE_RATES.flatMap((rate) => (price[rate] === undefined ? [] : [[rate, price[rate]]])),
    ),
    ...(services === undefined ? {} : { services }),
    ...(multipliers === undefined ? {} : { multipliers }),
  };
  return Object.keys(rare).length === 0 ? undefined : rare;
}

function servicesOf(price: EntryPrice): RareRates["services"] {
  const services: Record<string, ServiceRates> = {};
  for (const name of SERVICES) {
    const service = price.services?.[name];
    if (service === undefined) continue;
    const { audioInput } = service;
    const usual = scale(price, price, service);
    const tiers =
      service.tiers ??
      price.tiers?.map((tier) => ({ above: tier.above, ...scale(tier, price, service) }));
    services[name] = {
      ...fillRates(service, usual),
      tiers: fillTiers(tiers, { ...usual, ...service }),
      ...(audioInput === undefined ? {} : { audioInput }),
    };
  }
  return Object.keys(services).length === 0 ? undefined : services;
}

type Two = Pick<Named, "input" | "output">;

/** Rates made dearer or cheaper as a class of service makes input and output: for what it does not name. */
function scale(rates: Named, usual: Two, service: Two): Named {
  const times = (rate: TierRate, side: keyof Two): Named => {
    const [value, ours, theirs] = [rates[rate], usual[side], service[side]];
    if (value === undefined || !ours || theirs === undefined) return {};
    return { [rate]: Math.round((value * theirs) / ours) };
  };
  return {
    ...times("input", "input"),
    ...times("cached", "input"),
    ...times("cacheWrite5m", "input"),
    ...times("cacheWrite1h", "input"),
    ...times("output", "output"),
    ...times("reasoning", "output"),
  };
}
