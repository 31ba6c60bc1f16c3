import type { Usage, UsageSums } from "../../api/contract.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { Sparkline } from "../../components/sparkline.tsx";
import { formatMoney } from "../../format/money.ts";
import { formatCount, formatMilliseconds, formatShare, formatShort } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { type Language, usePreferences } from "../../preferences.ts";
import type { Timing } from "./usage.ts";
import type { TimeWindow } from "./window.ts";

const DAY = 86_400_000;

interface Tile {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
  /** What the detail has no room for. */
  readonly title?: string;
  readonly line: readonly number[];
}

export interface TilesProps {
  /** Undefined: not there yet. */
  readonly usage: Usage | undefined;
  readonly shown: TimeWindow;
}

/** The numbers people look for first. */
export function Tiles({ usage, shown }: TilesProps) {
  const t = useMessages("dashboard");
  const { language } = usePreferences();
  const tiles = makeTiles(t, language, usage, shown);
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
      {tiles.map((tile) => (
        <div
          key={tile.label}
          className="flex min-w-0 flex-col gap-0.5 rounded-lg border first:col-span-2 border-line bg-surface px-3 py-2.5 shadow-card"
        >
          <dt className="text-xs text-muted">{tile.label}</dt>
          <dd className="text-xl font-semibold tracking-tight tabular-nums">
            {usage === undefined ? <Skeleton className="my-1 h-5 w-20" /> : tile.value}
          </dd>
          <dd
            className="min-h-4 truncate text-xs text-muted tabular-nums"
            title={tile.title ?? tile.detail}
          >
            {usage !== undefined && tile.detail}
          </dd>
          <dd className="mt-1 overflow-hidden">
            <Sparkline wide values={tile.line} label={tile.label} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function makeTiles(
  t: ReturnType<typeof useMessages<"dashboard">>,
  language: Language,
  usage: Usage | undefined,
  { since }: TimeWindow,
): Tile[] {
  const sums: Partial<UsageSums> = usage?.sums ?? {};
  const steps = usage?.series[0]?.steps ?? [];
  const length = Math.max(Date.now() - since, 1);
  const { requests = 0, errors = 0, cost_nano: cost = 0 } = sums;
  const { prompt_tokens: input = 0, completion_tokens: output = 0 } = sums;
  const time = (label: string, name: Timing): Tile => {
    const spread = sums[name] ?? null;
    return {
      label,
      value: spread === null ? "–" : formatMilliseconds(spread.p50, language),
      detail: spread === null ? "" : t.p95(formatMilliseconds(spread.p95, language)),
      ...(spread === null ? {} : { title: tail(spread) }),
      line: steps.map((step) => step[name]?.p50 ?? 0),
    };
  };
  const tail = ({ p95, p99 }: NonNullable<UsageSums[Timing]>): string =>
    [t.p95(formatMilliseconds(p95, language)), t.p99(formatMilliseconds(p99, language))].join(
      " · ",
    );
  return [
    {
      label: t.spend,
      value: formatMoney(cost, language),
      detail: t.perDay(formatMoney(Math.round((cost / length) * DAY), language)),
      line: steps.map((step) => step.cost_nano),
    },
    {
      label: t.requests,
      value: formatCount(requests, language),
      detail: t.perMinute(formatShort((requests / length) * 60_000, language)),
      line: steps.map((step) => step.requests),
    },
    {
      label: t.tokens,
      value: formatShort(input + output, language),
      detail: t.inOut(formatShort(input, language), formatShort(output, language)),
      line: steps.map((step) => step.prompt_tokens + step.completion_tokens),
    },
    {
      label: t.errorRate,
      value: requests === 0 ? "–" : formatShare(errors / requests, language),
      detail: t.failed(formatCount(errors, language)),
      line: steps.map((step) => (step.requests === 0 ? 0 : step.errors / step.requests)),
    },
    time(t.latency, "total_ms"),
    time(t.firstToken, "first_token_ms"),
    time(t.overhead, "overhead_ms"),
  ];
}
