import type { ProviderHealth, TargetHealth } from "../../api/contract.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { formatMilliseconds } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";

const TONES: Readonly<Record<ProviderHealth["state"], Tone>> = {
  good: "good",
  untried: "neutral",
  limited: "warn",
  recovering: "warn",
  failing: "bad",
  refused: "bad",
};

export function HealthBadge({ health: { state } }: { readonly health: ProviderHealth }) {
  const t = useMessages("providers");
  return <Badge tone={TONES[state]}>{t.healthStates[state]}</Badge>;
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
