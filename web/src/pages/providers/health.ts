/** How a provider is doing, from what is known of its models and keys. */

import type { Provider } from "../../api/contract.ts";
import type { Tone } from "../../components/badge.tsx";

export type HealthState = "good" | "untried" | "limited" | "recovering" | "failing" | "refused";

export const HEALTH_TONES: Readonly<Record<HealthState, Tone>> = {
  good: "good",
  untried: "neutral",
  limited: "warn",
  recovering: "warn",
  failing: "bad",
  refused: "bad",
};

/** The worst there is to say. */
export function healthOf({ models, keys }: Provider): HealthState {
  if (keys.length > 0 && keys.every(({ state }) => state === "refused")) return "refused";
  if (models.some(({ health }) => health.breaker === "open")) return "failing";
  if (models.some(({ health }) => health.breaker === "half-open")) return "recovering";
  if (keys.some(({ state }) => state !== "ready")) return "limited";
  return models.some(({ health }) => health.latency_ms !== null) ? "good" : "untried";
}

/** The usual time to the first event, over the models that were called; null: none was. */
export function latencyOf({ models }: Provider): number | null {
  const known = models.flatMap(({ health }) => health.latency_ms ?? []);
  return known.length === 0 ? null : known.reduce((sum, ms) => sum + ms, 0) / known.length;
}
