/** Token counts between wire and canonical form. */

import { isRecord } from "../../../base/json.ts";
import type { Usage } from "../../inbound.ts";
import { readSpecial } from "../../special-usage.ts";
import { readCount } from "../../token-field.ts";

/**
 * Undefined when there is no usable report: then tokens are counted from the text. `service` is the answer's
 * `service_tier`, which stands beside its usage.
 */
export function readUsage(value: unknown, service?: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const prompt = readCount(value["input_tokens"]);
  const reported = readCount(value["output_tokens"]);
  if (prompt === undefined || reported === undefined) return undefined;
  const reasoning = readDetail(value["output_tokens_details"], "reasoning_tokens") ?? 0;
  // Compatible vendors that leave reasoning out of the output add it in the total only.
  const total = readCount(value["total_tokens"]);
  const apart = reasoning > reported || (reasoning > 0 && total === prompt + reported + reasoning);
  const cached = readDetail(value["input_tokens_details"], "cached_tokens") ?? 0;
  const written = readDetail(value["input_tokens_details"], "cache_write_tokens") ?? 0;
  return {
    prompt,
    cached: Math.min(cached, prompt),
    completion: apart ? reported + reasoning : reported,
    reasoning,
    // The vendor says 0 where nothing was written at a price of its own.
    ...(written === 0 ? {} : { cacheWrite: Math.min(written, prompt) }),
    ...readSpecial(value["input_tokens_details"], value["output_tokens_details"], service),
  };
}

/** True for a report that cannot be: an answer, yet no token in or out. */
export function isBlank(usage: Usage): boolean {
  return usage.prompt === 0 && usage.completion === 0;
}

function readDetail(details: unknown, field: string): number | undefined {
  return isRecord(details) ? readCount(details[field]) : undefined;
}

export function writeUsage(usage: Usage): Readonly<Record<string, unknown>> {
  return {
    input_tokens: usage.prompt,
    input_tokens_details: {
      cached_tokens: usage.cached,
      cache_write_tokens: usage.cacheWrite ?? 0,
    },
    output_tokens: usage.completion,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.prompt + usage.completion,
  };
}
