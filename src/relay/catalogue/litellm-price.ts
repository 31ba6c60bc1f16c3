/** The price fields of a LiteLLM row. Dollars per unit as decimal text in, nano-dollars per million units out. */

import type { Problem } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { findNanoPerMillion } from "./decimal.ts";
import {
  type EntryPrice,
  type Mode,
  type Service,
  SERVICE_RATES,
  type ServicePrice,
  type ServiceRate,
  SERVICES,
  type Tier,
  TIER_RATES,
  type TierRate,
  type TokenRate,
  type UnitRate,
} from "./entry.ts";

type Row = Readonly<Record<string, unknown>>;
type Rates = { [Rate in TokenRate | UnitRate]?: number };

/** The fields that may hold a rate, best first. */
const TOKEN_FIELDS: Readonly<Record<TokenRate, readonly string[]>> = {
  input: ["input_cost_per_token"],
  output: ["output_cost_per_token"],
  cached: ["cache_read_input_token_cost", "input_cost_per_token_cache_hit"],
  cacheWrite5m: ["cache_creation_input_token_cost"],
  cacheWrite1h: ["cache_creation_input_token_cost_above_1hr"],
  reasoning: ["output_cost_per_reasoning_token"],
  audioInput: ["input_cost_per_audio_token"],
  audioOutput: ["output_cost_per_audio_token"],
  imageInput: ["input_cost_per_image_token"],
  imageOutput: ["output_cost_per_image_token"],
};

/** Per-unit fields by mode: elsewhere the same fields mean estimates, or parts of a prompt. */
const UNIT_FIELDS: Readonly<
  Partial<Record<Mode, Readonly<Partial<Record<UnitRate, readonly string[]>>>>>
> = {
  chat: { perRequest: ["input_cost_per_request"] },
  rerank: { perRequest: ["input_cost_per_query"] },
  image_generation: { perImage: ["output_cost_per_image", "input_cost_per_image"] },
  audio_transcription: { perSecond: ["input_cost_per_second", "output_cost_per_second"] },
  audio_speech: { perCharacter: ["input_cost_per_character"] },
};

/** The rate that stands in for an absent one; writing both down would say nothing. */
const STANDS_IN: Readonly<Partial<Record<TokenRate, TokenRate>>> = {
  cached: "input",
  cacheWrite5m: "input",
  reasoning: "output",
  audioInput: "input",
  audioOutput: "output",
  imageInput: "input",
};

const TIER_FIELD = /^(?:input|output)_cost_per_token_above_(\d+)k_tokens$/;

/** Reads every known price of a row. Malformed ones are added to `problems`. */
export function readPrice(name: string, mode: Mode, row: Row, problems: Problem[]): EntryPrice {
  const read = (source: Row, fields: readonly string[], path: string): number | undefined => {
    for (const field of fields) {
      const rate = readRate(source[field], `${path}.${field}`, problems);
      if (rate !== undefined) return rate;
    }
    return undefined;
  };
  const ranges = readRanges(row);
  const rates: Rates = {};
  for (const [rate, fields] of entriesOf(TOKEN_FIELDS)) {
    const value = read(row, fields, name) ?? read(ranges[0]?.fields ?? {}, fields, name);
    if (value !== undefined) rates[rate] = value;
  }
  for (const [rate, fields] of entriesOf(UNIT_FIELDS[mode] ?? {})) {
    const value = read(row, fields, name);
    if (value !== undefined) rates[rate] = value;
  }
  // Where pictures are billed in tokens, the price per picture is only an example of them.
  if (rates.imageOutput !== undefined) delete rates.perImage;
  applyClaudeRule(name, rates);

  const tiers = [
    ...readAboves(row).map((above) => {
      const suffix = `_above_${above / 1000}k_tokens`;
      return makeTier(name, above, rates, (fields) =>
        read(
          row,
          fields.map((field) => field + suffix),
          name,
        ),
      );
    }),
    ...ranges
      .slice(1)
      .map(({ above, fields: range }) =>
        makeTier(name, above, rates, (fields) => read(range, fields, name)),
      ),
  ].filter((tier) => tier !== undefined);
  const services = readServices(name, row, rates, read);
  const multipliers = readMultipliers(row);
  dropStandIns(rates);
  return {
    ...rates,
    ...(tiers.length > 0 && { tiers: tiers.toSorted((a, b) => a.above - b.above) }),
    ...(services && { services }),
    ...(multipliers && { multipliers }),
  };
}

type Read = (source: Row, fields: readonly string[], path: string) => number | undefined;

/** `input_cost_per_token_priority` and the like. A class whose input has no price of its own has none. */
function readServices(name: string, row: Row, base: Rates, read: Read): EntryPrice["services"] {
  const services: { [Name in Service]?: ServicePrice } = {};
  for (const service of SERVICES) {
    const find = (fields: readonly string[], suffix = ""): number | undefined =>
      read(
        row,
        fields.map((field) => `${field}${suffix}_${service}`),
        name,
      );
    const rates: { [Rate in ServiceRate]?: number } = {};
    for (const rate of SERVICE_RATES) {
      const value = base[rate] === undefined ? undefined : find(TOKEN_FIELDS[rate]);
      if (value !== undefined) rates[rate] = value;
    }
    if (rates.input === undefined || rates.output === undefined) continue;
    const tiers = readAboves(row).flatMap((above) => {
      const suffix = `_above_${above / 1000}k_tokens`;
      const tier = makeTier(name, above, base, (fields) => find(fields, suffix));
      return tier ? [tier] : [];
    });
    services[service] = {
      ...rates,
      ...(tiers.length > 0 && { tiers: tiers.toSorted((a, b) => a.above - b.above) }),
    };
  }
  return Object.keys(services).length > 0 ? services : undefined;
}

/** `provider_specific_entry`: what a faster answer or one from one country multiplies the price by. */
function readMultipliers(row: Row): EntryPrice["multipliers"] {
  const entry = row["provider_specific_entry"];
  if (!isRecord(entry)) return undefined;
  const known = Object.entries(entry).flatMap(([name, times]): [string, number][] =>
    typeof times === "number" && times > 0 && times <= 100 && times !== 1
      ? [[name, Math.round(times * 1000)]]
      : [],
  );
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** Zero is read as absent: the table writes it for free, for unknown and for not applicable alike. */
function readRate(value: unknown, path: string, problems: Problem[]): number | undefined {
  if (value === undefined || value === null) return undefined;
  const nano = typeof value === "string" ? findNanoPerMillion(value) : undefined;
  if (nano === undefined) problems.push({ path, message: "must be a number of US dollars" });
  else if (nano < 0n) problems.push({ path, message: "must not be negative" });
  // What a number cannot hold exactly is far above every bound, and infinity stays above it.
  else if (nano > BigInt(Number.MAX_SAFE_INTEGER)) return Number.POSITIVE_INFINITY;
  else if (nano > 0n) return Number(nano);
  return undefined;
}

/**
 * Anthropic sells a cache write that lives an hour at twice the input price, everywhere and in every tier. The table
 * leaves it out for most resellers and has it wrong for two old models, so it is always derived.
 */
function applyClaudeRule(name: string, rates: { [Rate in TierRate]?: number }): void {
  if (!name.includes("claude") || rates.cacheWrite5m === undefined) return;
  if (rates.input !== undefined) rates.cacheWrite1h = 2 * rates.input;
}

/** A tier changes only prices there are without it: Gemini's rows have tiers of cache writes that it does not sell. */
function makeTier(
  name: string,
  above: number,
  base: Rates,
  find: (fields: readonly string[]) => number | undefined,
): Tier | undefined {
  const rates: { [Rate in TierRate]?: number } = {};
  for (const rate of TIER_RATES) {
    const value = base[rate] === undefined ? undefined : find(TOKEN_FIELDS[rate]);
    if (value !== undefined) rates[rate] = value;
  }
  applyClaudeRule(name, rates);
  return rates.input === undefined && rates.output === undefined ? undefined : { above, ...rates };
}

function dropStandIns(rates: Rates): void {
  for (const [rate, other] of entriesOf(STANDS_IN)) {
    if (rates[rate] !== undefined && rates[rate] === rates[other]) delete rates[rate];
  }
}

/** Token counts of `…_above_200k_tokens`. */
function readAboves(row: Row): number[] {
  const counts = Object.keys(row).map((field) => Number(TIER_FIELD.exec(field)?.[1] ?? 0) * 1000);
  return [...new Set(counts)].filter((above) => above > 0);
}

/** `tiered_pricing`: prices by prompt size, the first of which begins at zero and is the price without a tier. */
function readRanges(row: Row): { above: number; fields: Row }[] {
  const list: unknown = row["tiered_pricing"];
  if (!Array.isArray(list)) return [];
  return list
    .filter((item) => isRecord(item))
    .flatMap((item) => {
      const range = item["range"];
      const above: unknown = Array.isArray(range) ? range[0] : undefined;
      return typeof above === "number" ? [{ above, fields: item }] : [];
    })
    .toSorted((a, b) => a.above - b.above);
}

function entriesOf<Key extends string, Value>(
  record: Readonly<Partial<Record<Key, Value>>>,
): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
