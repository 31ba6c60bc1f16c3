/** `usageMetadata`, read and written. Zero counts are left out on the wire. */

import { isRecord } from "../../../base/json.ts";
import { recordsOf } from "../../extras.ts";
import type { SpecialUsage, Usage } from "../../inbound.ts";
import { readService, specialOf } from "../../special-usage.ts";
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
  return {
    prompt,
    cached: Math.min(cached, prompt),
    completion,
    reasoning,
    ...readModalities(value),
  };
}

/** Tokens by modality. Sound in a cache is counted apart; what was read from it is no longer dear. */
function readModalities(report: Wire): { special?: SpecialUsage } {
  const service = readService(report["serviceTier"] ?? report["trafficType"]);
  const prompt = report["promptTokensDetails"];
  const answer = report["candidatesTokensDetails"];
  if (service === undefined && prompt === undefined && answer === undefined) return {};
  const cached = report["cacheTokensDetails"];
  const fresh = (modality: string): number | undefined =>
    positive(countOf(prompt, modality) - countOf(cached, modality));
  return specialOf({
    service,
    audioInput: fresh("AUDIO"),
    imageInput: fresh("IMAGE"),
    audioOutput: positive(countOf(answer, "AUDIO")),
    imageOutput: positive(countOf(answer, "IMAGE")),
  });
}

function countOf(details: unknown, modality: string): number {
  return recordsOf(details)
    .filter((detail) => detail["modality"] === modality)
    .reduce((sum, { tokenCount }) => sum + (readCount(tokenCount) ?? 0), 0);
}

function positive(count: number): number | undefined {
  return count > 0 ? count : undefined;
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
