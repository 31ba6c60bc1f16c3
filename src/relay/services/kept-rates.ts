/**
 * What a person's numbers do not name, kept from the price they replace: long prompts and classes of service in the
 * proportion they had to the usual rates, speed and country as they are. They would be billed as usual otherwise.
 */

import { MAX_USD, NANO_PER_USD } from "../../base/money.ts";
import type { NewPrice, PriceRow } from "../../store/providers.ts";
import {
  type Price,
  type RareRates,
  type Rates,
  readPrice,
  type ServiceRates,
  type StoredRates,
  type Tiered,
} from "../pricing.ts";

export function keepRates(given: NewPrice, before: PriceRow): NewPrice {
  const old = readPrice(before);
  const now = readPrice({ ...before, ...given });
  const isByToken = now.input > 0 || now.output > 0;
  const tiers = isByToken ? keepTiers(old.tiers, old, now) : [];
  const services = isByToken ? keepServices(old, now) : undefined;
  const multipliers = old.rare?.multipliers;
  const rare: RareRates = {
    ...now.rare,
    ...(services === undefined ? {} : { services }),
    ...(multipliers === undefined ? {} : { multipliers }),
  };
  const rates: StoredRates = {
    ...(given.rates_json === null ? {} : (JSON.parse(given.rates_json) as StoredRates)),
    ...(tiers.length === 0 ? {} : { tiers }),
    ...(Object.keys(rare).length === 0 ? {} : { rare }),
  };
  return { ...given, rates_json: Object.keys(rates).length === 0 ? null : JSON.stringify(rates) };
}

function keepServices(old: Price, now: Price): RareRates["services"] {
  const services = old.rare?.services;
  if (services === undefined) return undefined;
  const [oldAudio, audio] = [old.rare?.audioInput ?? old.input, now.rare?.audioInput ?? now.input];
  const kept = Object.entries(services).map(([name, service]): [string, ServiceRates] => [
    name,
    {
      ...keepProportion(service, old, now),
      tiers: keepTiers(service.tiers, old, now),
      ...(service.audioInput === undefined
        ? {}
        : { audioInput: scale(service.audioInput, oldAudio, audio) }),
    },
  ]);
  return Object.fromEntries(kept);
}

function keepTiers(tiers: Tiered<Rates>["tiers"], old: Rates, now: Rates): Tiered<Rates>["tiers"] {
  return tiers.map((tier) => ({ above: tier.above, ...keepProportion(tier, old, now) }));
}

function keepProportion(rates: Rates, old: Rates, now: Rates): Rates {
  const rate = (name: keyof Rates): number => scale(rates[name], old[name], now[name]);
  return {
    input: rate("input"),
    output: rate("output"),
    cached: rate("cached"),
    cacheWrite5m: rate("cacheWrite5m"),
    cacheWrite1h: rate("cacheWrite1h"),
    reasoning: rate("reasoning"),
  };
}

/** To what was nothing there is no proportion: the dearer one holds. */
function scale(rate: number, old: number, now: number): number {
  if (old === now) return rate;
  if (old === 0) return Math.max(rate, now);
  return Math.min(Math.round((rate * now) / old), MAX_USD * NANO_PER_USD);
}
