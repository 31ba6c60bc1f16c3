/**
 * What a bill was made from, beside the plain token counts that the log has columns for: kept in the request's row, so
 * that the bill can be computed again from the row and the price it names.
 */

import type { RequestUsage } from "../contract/request.ts";
import type { SpecialUsage, Usage } from "../llm/inbound.ts";
import type { RequestRow } from "../store/requests.ts";

type Extras = Pick<Usage, "cacheWrite" | "cacheWriteHour" | "special">;

/** On the hot path: null for the ordinary call, which makes nothing new. */
export function writeExtras(usage: Usage): string | null {
  const { special, cacheWrite, cacheWriteHour } = usage;
  if (special === undefined && cacheWrite === undefined && cacheWriteHour === undefined)
    return null;
  const extras: Extras = {
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(cacheWriteHour === undefined ? {} : { cacheWriteHour }),
    ...(special === undefined ? {} : { special }),
  };
  return JSON.stringify(extras);
}

function readExtras(json: string | null): Extras {
  return json === null ? {} : (JSON.parse(json) as Extras);
}

/** What the call of a finished row was billed for. */
export function readUsage(row: RequestRow): Usage {
  return {
    prompt: row.prompt_tokens,
    cached: row.cached_tokens,
    completion: row.completion_tokens,
    reasoning: row.reasoning_tokens,
    ...readExtras(row.usage_json),
  };
}

/** As the management API shows it; null: the call had nothing of it. */
export function viewUsage(row: RequestRow): RequestUsage | null {
  if (row.usage_json === null) return null;
  const { cacheWrite, cacheWriteHour, special = {} } = readExtras(row.usage_json);
  return {
    ...(cacheWrite === undefined ? {} : { cache_write_tokens: cacheWrite }),
    ...(cacheWriteHour === undefined ? {} : { cache_write_1h_tokens: cacheWriteHour }),
    ...viewSpecial(special),
  };
}

const SHOWN_NAMES = {
  service: "service",
  multipliers: "multipliers",
  audioInput: "audio_input_tokens",
  imageInput: "image_input_tokens",
  audioOutput: "audio_output_tokens",
  imageOutput: "image_output_tokens",
  images: "images",
  requests: "queries",
  milliseconds: "milliseconds",
  characters: "characters",
} as const satisfies Readonly<Record<keyof SpecialUsage, keyof RequestUsage>>;

function viewSpecial(special: SpecialUsage): RequestUsage {
  const entries = Object.entries(special) as [keyof SpecialUsage, unknown][];
  return Object.fromEntries(entries.map(([name, value]) => [SHOWN_NAMES[name], value]));
}
