import type { ReactNode } from "react";
import type { Usage, UsageSums } from "../../api/contract.ts";
import { Card } from "../../components/card.tsx";
import { Chart, type ChartSeries } from "../../components/chart.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatAxisMoney } from "../../format/money.ts";
import { formatMilliseconds, formatShort } from "../../format/number.ts";
import { useMessages } from "../../messages/index.ts";
import { usePreferences } from "../../preferences.ts";
import type { Group } from "./route.ts";
import { nameOf, type Timing } from "./usage.ts";
import type { TimeWindow } from "./window.ts";

const PERCENTILES = ["p50", "p95", "p99"] as const;
/** More lines than this cannot be told apart. */
const MOST_LINES = 6;
const DAY = 86_400_000;

export interface ChartsProps {
  /** Undefined: not there yet. */
  readonly whole: Usage | undefined;
  readonly grouped: Usage | undefined;
  readonly shown: TimeWindow;
  readonly by: Group;
}

export function Charts({ whole, grouped, shown, by }: ChartsProps) {
  const t = useMessages("dashboard");
  const { language } = usePreferences();
  const times = (whole?.times ?? []).map((time) => Date.parse(time));
  const money = (nano: number): string => formatAxisMoney(nano, language);
  const count = (value: number): string => formatShort(value, language);
  const duration = (ms: number): string => formatMilliseconds(ms, language);
  const perGroup = (value: (sums: UsageSums) => number): ChartSeries[] =>
    (grouped?.series ?? []).slice(0, MOST_LINES).map((one, index) => ({
      id: `group${index}`,
      label: nameOf(one, t),
      values: one.steps.map(value),
    }));
  const line = (
    id: string,
    label: string,
    value: (sums: UsageSums) => number | null,
  ): ChartSeries => ({
    id,
    label,
    values: (whole?.series[0]?.steps ?? []).map(value),
  });
  const spread = (name: Timing): ChartSeries[] =>
    PERCENTILES.map((share) =>
      line(share, t.percentile[share], (sums) => sums[name]?.[share] ?? null),
    );
  // Hours of several days look alike: then the ticks are days.
  const shared = { times, stepMs: shown.steps * shown.stepMs > 2 * DAY ? DAY : shown.stepMs };
  const isReady = whole !== undefined && grouped !== undefined;
  return (
    <div className="grid gap-4 lg:grid-cols-2" aria-busy={!isReady}>
      <Panel title={t.spendOver} detail={t.breakdown[by]} isReady={isReady}>
        <Chart
          {...shared}
          kind="bar"
          stacked
          label={t.spendOver}
          format={money}
          series={perGroup((sums) => sums.cost_nano)}
        />
      </Panel>
      <Panel title={t.requestsOver} detail={t.breakdown[by]} isReady={isReady}>
        <Chart
          {...shared}
          kind="bar"
          stacked
          label={t.requestsOver}
          format={count}
          counted
          series={perGroup((sums) => sums.requests)}
        />
      </Panel>
      <Panel title={t.tokensOver} isReady={isReady}>
        <Chart
          {...shared}
          kind="area"
          stacked
          label={t.tokensOver}
          format={count}
          series={[
            line("input", t.input, (sums) => sums.prompt_tokens - sums.cached_tokens),
            line("cached", t.cached, (sums) => sums.cached_tokens),
            line("output", t.output, (sums) => sums.completion_tokens),
          ]}
        />
      </Panel>
      <Panel title={t.errorsOver} isReady={isReady}>
        <Chart
          {...shared}
          kind="bar"
          label={t.errorsOver}
          format={count}
          counted
          series={[{ ...line("errors", t.failures, (sums) => sums.errors), tone: "bad" }]}
        />
      </Panel>
      <Panel title={t.latencyOver} isReady={isReady}>
        <Chart
          {...shared}
          kind="line"
          label={t.latencyOver}
          format={duration}
          series={spread("total_ms")}
        />
      </Panel>
      <Panel title={t.firstTokenOver} isReady={isReady}>
        <Chart
          {...shared}
          kind="line"
          label={t.firstTokenOver}
          format={duration}
          series={spread("first_token_ms")}
        />
      </Panel>
      <Panel title={t.overheadOver} isReady={isReady} className="lg:col-span-2">
        <Chart
          {...shared}
          kind="line"
          height={180}
          label={t.overheadOver}
          format={duration}
          series={spread("overhead_ms")}
        />
      </Panel>
    </div>
  );
}

interface PanelProps {
  readonly title: string;
  readonly detail?: string;
  readonly isReady: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

function Panel({ title, detail, isReady, className, children }: PanelProps) {
  return (
    <Card
      title={title}
      {...(className === undefined ? {} : { className })}
      {...(detail === undefined
        ? {}
        : { actions: <span className="text-xs text-muted">{detail}</span> })}
    >
      {isReady ? children : <Skeleton className="h-60 w-full rounded-md" />}
    </Card>
  );
}
