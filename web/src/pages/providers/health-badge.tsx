import type { Provider, TargetHealth } from "../../api/contract.ts";
import { Badge } from "../../components/badge.tsx";
import { formatMilliseconds } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import { HEALTH_TONES, healthOf } from "./health.ts";

export function HealthBadge({ provider }: { readonly provider: Provider }) {
  const t = useMessages("providers");
  const state = healthOf(provider);
  return <Badge tone={HEALTH_TONES[state]}>{t.healthStates[state]}</Badge>;
}

const BREAKER_TONES = { closed: "good", "half-open": "warn", open: "bad" } as const;

/** The breaker of one target. */
export function BreakerBadge({ health }: { readonly health: TargetHealth }) {
  const t = useMessages("providers");
  const { language } = usePreferences();
  if (health.breaker === "closed" && health.latency_ms === null)
    return <Badge>{t.healthStates.untried}</Badge>;
  return (
    <Badge tone={BREAKER_TONES[health.breaker]}>
      {health.breaker === "open" && health.retry_in_ms > 0
        ? t.retryIn(formatMilliseconds(health.retry_in_ms, language))
        : t.breakers[health.breaker]}
    </Badge>
  );
}

export function Latency({ ms }: { readonly ms: number | null }) {
  const { language } = usePreferences();
  if (ms === null) return <span className="text-faint">{"—"}</span>;
  return formatMilliseconds(Math.round(ms), language);
}
