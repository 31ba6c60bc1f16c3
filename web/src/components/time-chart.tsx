/** The part of Chart that needs the charting library. Import `chart.tsx` instead. */

import type { ReactNode } from "react";
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { formatAbsolute, formatTick } from "../format/time.ts";
import { useMessages } from "../messages/index.ts";
import { usePreferences } from "../preferences.ts";
import type { ChartProps, ChartSeries } from "./chart.tsx";

/** The accent first; then colours that stay apart for most kinds of colour blindness, in both themes. */
const COLOURS = [
  "var(--accent-ink)",
  "#d97706",
  "#7c6bd6",
  "#c2417c",
  "#3b82c4",
  "#6b8e23",
  "#8a6d5a",
  "#5f7480",
];

export function TimeChart({
  label,
  kind,
  times,
  stepMs,
  series,
  stacked = false,
  format,
  height = 240,
  counted = false,
}: ChartProps) {
  const { language } = usePreferences();
  const t = useMessages("general");
  const rows = times.map((at, index) => ({
    at,
    ...Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? null])),
  }));
  if (series.every(({ values }) => values.every((value) => value === null)))
    return (
      <p
        style={{ height }}
        className="flex items-center justify-center text-sm text-muted"
        aria-label={t.chartOf(label)}
        role="group"
      >
        {t.noValues}
      </p>
    );
  // An axis of nothing but zeros would invent fractions to show.
  const isFlat = series.every(({ values }) => values.every((value) => (value ?? 0) === 0));
  return (
    <figure role="group" aria-label={t.chartOf(label)} className="m-0 text-xs">
      <ResponsiveContainer width="100%" height={height}>
        <ComposedChart
          data={rows}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            tickFormatter={(at: number) => formatTick(at, stepMs, language)}
            tick={{ fill: "var(--faint)" }}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
            minTickGap={40}
          />
          <YAxis
            tickFormatter={format}
            tick={{ fill: "var(--faint)" }}
            tickLine={false}
            axisLine={false}
            width="auto"
            allowDecimals={!counted}
            {...(isFlat ? { domain: [0, 1], ticks: [0] } : {})}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--hover)", stroke: "var(--line-strong)" }}
            labelFormatter={(at) => formatAbsolute(Number(at), language)}
            formatter={(value) => format(Number(value))}
            contentStyle={{
              background: "var(--surface)",
              borderColor: "var(--line)",
              borderRadius: 8,
            }}
          />
          {series.length > 1 && (
            <Legend iconType="plainline" itemSorter={null} formatter={writeName} />
          )}
          {series.map((one, index) => drawSeries(one, kind, stacked, colourOf(one, index)))}
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  );
}

function colourOf({ tone }: ChartSeries, index: number): string {
  return tone === "bad" ? "var(--bad-fill)" : (COLOURS[index % COLOURS.length] ?? "currentColor");
}

/** Beside a line in its colour, the name itself need not be hard to read. */
function writeName(name: ReactNode) {
  return <span className="text-muted">{name}</span>;
}

/** A value between two gaps, of which a line would show nothing. */
function isAlone(values: ChartSeries["values"], index: number): boolean {
  const has = (at: number): boolean => (values[at] ?? null) !== null;
  return has(index) && !has(index - 1) && !has(index + 1);
}

function drawSeries(
  { id, label, values }: ChartSeries,
  kind: ChartProps["kind"],
  stacked: boolean,
  colour: string,
) {
  const shared = {
    dataKey: id,
    name: label,
    isAnimationActive: false,
    ...(stacked ? { stackId: "all" } : {}),
  };
  switch (kind) {
    case "bar":
      return <Bar key={id} {...shared} fill={colour} maxBarSize={28} />;
    case "area":
      return (
        <Area
          key={id}
          {...shared}
          type="monotone"
          stroke={colour}
          fill={colour}
          fillOpacity={0.14}
          strokeWidth={1.75}
        />
      );
    case "line":
      return (
        <Line
          key={id}
          {...shared}
          type="monotone"
          stroke={colour}
          dot={({ key, index, cx, cy }) =>
            isAlone(values, index) ? (
              <circle key={key} cx={cx} cy={cy} r={2.5} fill={colour} />
            ) : null
          }
          strokeWidth={1.75}
        />
      );
  }
}
