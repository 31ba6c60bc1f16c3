/** `usageMetadata`, read and written. Zero counts are left out on the wire. */

import { isRecord } from "../../../base/json.ts";
import type { Usage } from "../../inbound.ts";
import { readCount } from "../../token-field.ts";
import type { Wire } from "./wire.ts";

/** Undefined when there is no usable report: then tokens are counted from the text. */
export function readUsage(value: unknown): Usage | undefined {
  if (!isRecord(value)) return undefined;
  const total = readCount(value["totalTokenCount"]);
  const given = readCount(value["promptTokenCount"]);
  // Some chunks of a stream name no count at all, only the traffic they belong to.
  if (given === undefined && total === undefined) return undefined;
  const prompt = (given ?? 0) + (readCount(value["toolUsePromptTokenCount"]) ?? 0);
  const reasoning = readCount(value["thoughtsTokenCount"]) ?? 0;
  const visible = readCount(value["candidatesTokenCount"]);
  const completion =
    visible === undefined ? Math.max(reasoning, (total ?? prompt) - prompt) : visible + reasoning;
  const cached = readCount(value["cachedContentTokenCount"]) ?? 0;
  return { prompt, cached: Math.min(cached, prompt), completion, reasoning };
}

/** True for a report that cannot be: an answer, yet no token in or out. */
export function isBlank(usage: Usage): boolean {
  return usage.prompt === 0 && usage.completion === 0;
}

export function writeUsage(usage: Usage): Wire {
  return {
    promptTokenCount: usage.prompt,
    ...(usage.cached > 0 ? { cachedContentTokenCount: usage.cached } : {}),
    candidatesTokenCount: usage.completion - usage.reasoning,
    ...(usage.reasoning > 0 ? { thoughtsTokenCount: usage.reasoning } : {}),
    totalTokenCount: usage.prompt + usage.completion,
  };
}
