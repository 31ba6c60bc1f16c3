/** A chart over time. The charting library is large, so it is fetched when the first chart is shown. */

import { lazy, Suspense } from "react";
import { Skeleton } from "./skeleton.tsx";

export interface ChartSeries {
  readonly id: string;
  readonly label: string;
  /** One value per time; null: unknown, a gap in the line. */
  readonly values: readonly (number | null)[];
  /** Absent: a colour that tells it from the others. */
  readonly tone?: "bad";
}

export interface ChartProps {
  /** What the chart shows, for screen readers. */
  readonly label: string;
  readonly kind: "line" | "area" | "bar";
  /** Milliseconds since 1970, one per value, oldest first. */
  readonly times: readonly number[];
  readonly stepMs: number;
  readonly series: readonly ChartSeries[];
  readonly stacked?: boolean;
  /** Writes a value for the axis and the tooltip. */
  readonly format: (value: number) => string;
  readonly height?: number;
  /** Values are counted, so the axis has no fractions. */
  readonly counted?: boolean;
}

const TimeChart = lazy(() =>
  import("./time-chart.tsx").then((module) => ({ default: module.TimeChart })),
);

export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton className="h-60 w-full rounded-md" />}>
      <TimeChart {...props} />
    </Suspense>
  );
}
