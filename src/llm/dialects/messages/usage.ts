/**
 * Reads and writes `usage`. On the wire `input_tokens` leaves out what was read from and written to the prompt cache; in
 * a stream the report comes in two parts, of which the later overrides the earlier field by field.
 */

import { isRecord } from "../../../base/json.ts";
import { recordsOf } from "../../extras.ts";
import type { SpecialUsage, Usage } from "../../inbound.ts";
import { readService, specialOf } from "../../special-usage.ts";
import { readCount } from "../../token-field.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- read ----------------------------------------------------------------------------------------------------------

const PROMPT_FIELDS: ReadonlySet<string> = new Set([
  "input_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "cache_creation",
]);

/** The later report over the earlier one. Null and absent fields, and a prompt of no tokens, leave what was there. */
export function mergeReports(earlier: Wire | undefined, later: unknown): Wire | undefined {
  if (!isRecord(later)) return earlier;
  if (earlier === undefined) return later;
  const isPromptless = readPrompt(later).prompt === 0;
  const merged: Record<string, unknown> = { ...earlier };
  for (const field in later) {
    const value = later[field];
    if (value === null || value === undefined) continue;
    if (!(isPromptless && PROMPT_FIELDS.has(field))) merged[field] = value;
  }
  return merged;
}

/** Undefined when there is no usable report: then tokens are counted from the text. */
export function readUsage(report: unknown): Usage | undefined {
  if (!isRecord(report)) return undefined;
  const output = readCount(report["output_tokens"]);
  if (output === undefined) return undefined;
  const prompt = readPrompt(report);
  // Some vendors report zeros; a prompt of no tokens cannot be.
  if (prompt.prompt === 0) return undefined;
  const details = report["output_tokens_details"];
  const thinking = isRecord(details) ? readCount(details["thinking_tokens"]) : undefined;
  return withCompaction(
    {
      ...prompt,
      completion: output,
      reasoning: Math.min(thinking ?? 0, output),
      ...readDearness(report),
    },
    report,
  );
}

/** A faster service and where it runs multiply the price of everything. */
function readDearness(report: Wire): { special?: SpecialUsage } {
  const service = readService(report["service_tier"]);
  const multipliers = readMultipliers(report);
  if (service === undefined && multipliers === undefined) return {};
  return specialOf({ service, multipliers });
}

const USUAL_PLACES: ReadonlySet<unknown> = new Set(["", "global", "not_available"]);

/** Of a report, or of a request, which has the same two fields; undefined: none. */
export function readMultipliers(fields: Wire): readonly string[] | undefined {
  const { speed, inference_geo: place } = fields;
  const words = [
    ...(typeof speed === "string" && speed !== "standard" ? [speed] : []),
    ...(typeof place === "string" && !USUAL_PLACES.has(place) ? [place] : []),
  ];
  return words.length === 0 ? undefined : words;
}

/** The prompt's part alone, from the report a stream begins with. */
export function readPromptUsage(report: unknown): Usage | undefined {
  if (!isRecord(report)) return undefined;
  const prompt = readPrompt(report);
  if (prompt.prompt === 0) return undefined;
  return { ...prompt, completion: 0, reasoning: 0, ...readDearness(report) };
}

function readPrompt(report: Wire): Omit<Usage, "completion" | "reasoning"> {
  const cached = readCount(report["cache_read_input_tokens"]) ?? 0;
  const split = isRecord(report["cache_creation"]) ? report["cache_creation"] : {};
  const hour = readCount(split["ephemeral_1h_input_tokens"]) ?? 0;
  const short = readCount(split["ephemeral_5m_input_tokens"]) ?? 0;
  // Written and not split: the shorter time, which is the vendor's default.
  const write = Math.max(readCount(report["cache_creation_input_tokens"]) ?? 0, hour + short);
  return {
    prompt: (readCount(report["input_tokens"]) ?? 0) + cached + write,
    cached,
    ...(write > 0 ? { cacheWrite: write } : {}),
    ...(hour > 0 ? { cacheWriteHour: hour } : {}),
  };
}

/** A summary the vendor made of the conversation is charged, but stands only in the list of rounds. */
function withCompaction(usage: Usage, report: Wire): Usage {
  let whole = usage;
  for (const round of recordsOf(report["iterations"])) {
    if (round["type"] !== "compaction") continue;
    const part = readPrompt(round);
    const write = (whole.cacheWrite ?? 0) + (part.cacheWrite ?? 0);
    const hour = (whole.cacheWriteHour ?? 0) + (part.cacheWriteHour ?? 0);
    whole = {
      ...whole,
      prompt: whole.prompt + part.prompt,
      cached: whole.cached + part.cached,
      completion: whole.completion + (readCount(round["output_tokens"]) ?? 0),
      reasoning: whole.reasoning,
      ...(write > 0 ? { cacheWrite: write } : {}),
      ...(hour > 0 ? { cacheWriteHour: hour } : {}),
    };
  }
  return whole;
}

// ---- write ---------------------------------------------------------------------------------------------------------

/** Every field a client with generated types reads is there. */
export function writeUsage(usage: Usage): Wire {
  const write = usage.cacheWrite ?? 0;
  const hour = usage.cacheWriteHour ?? 0;
  return {
    input_tokens: Math.max(0, usage.prompt - usage.cached - write),
    cache_creation_input_tokens: write,
    cache_read_input_tokens: usage.cached,
    cache_creation: {
      ephemeral_5m_input_tokens: write - hour,
      ephemeral_1h_input_tokens: hour,
    },
    output_tokens: usage.completion,
    ...(usage.reasoning > 0 ? { output_tokens_details: { thinking_tokens: usage.reasoning } } : {}),
  };
}

/** What is said when nothing is known yet, or ever: the field is required. */
export const NO_USAGE: Usage = { prompt: 0, cached: 0, completion: 0, reasoning: 0 };
