/** The part of Chart that needs the charting library. Import `chart.tsx` instead. */

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
  "var(--accent)",
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
}: ChartProps) {
  const { language } = usePreferences();
  const t = useMessages("general");
  const rows = times.map((at, index) => ({
    at,
    ...Object.fromEntries(series.map(({ id, values }) => [id, values[index] ?? null])),
  }));
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
            width={56}
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
          {series.length > 1 && <Legend iconType="plainline" />}
          {series.map((one, index) =>
            drawSeries(one, kind, stacked, COLOURS[index % COLOURS.length] ?? "currentColor"),
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  );
}

function drawSeries(
  { id, label }: ChartSeries,
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
        <Line key={id} {...shared} type="monotone" stroke={colour} dot={false} strokeWidth={1.75} />
      );
  }
}
