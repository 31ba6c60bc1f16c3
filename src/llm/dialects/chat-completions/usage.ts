/** Reads `usage` as vendors really send it: null, partial, text for numbers, reasoning counted beside the completion. */

import { isRecord } from "../../../base/json.ts";
import type { Usage } from "../../dialect.ts";
import { readSpecial } from "../../special-usage.ts";
import { readCount } from "../../token-field.ts";

/**
 * Undefined when there is no usable report: then tokens are counted from the text. `service` is the answer's
 * `service_tier`, which stands beside its usage.
 */
export function readUsage(value: unknown, service?: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const prompt = readCount(value["prompt_tokens"]);
  if (prompt === undefined) return undefined;
  const total = readCount(value["total_tokens"]);
  // Embeddings report no completion; a total equal to the prompt says the same.
  const reported =
    readCount(value["completion_tokens"]) ?? (total === undefined ? undefined : total - prompt);
  if (reported === undefined || reported < 0) return undefined;
  const reasoning = readDetail(value["completion_tokens_details"], "reasoning_tokens") ?? 0;
  // Some vendors (xAI) leave reasoning out of the completion and add it in the total only.
  const apart = reasoning > reported || (reasoning > 0 && total === prompt + reported + reasoning);
  const completion = apart ? reported + reasoning : reported;
  const cached =
    readDetail(value["prompt_tokens_details"], "cached_tokens") ??
    readCount(value["prompt_cache_hit_tokens"]) ??
    0;
  const written = readDetail(value["prompt_tokens_details"], "cache_write_tokens");
  return {
    prompt,
    cached: Math.min(cached, prompt),
    completion,
    reasoning,
    ...(written === undefined ? {} : { cacheWrite: Math.min(written, prompt) }),
    ...readSpecial(value["prompt_tokens_details"], value["completion_tokens_details"], service),
  };
}

/** True for a report that cannot be: an answer, yet no token in or out. */
export function isBlank(usage: Usage): boolean {
  return usage.prompt === 0 && usage.completion === 0;
}

function readDetail(details: unknown, field: string): number | undefined {
  return isRecord(details) ? readCount(details[field]) : undefined;
}
