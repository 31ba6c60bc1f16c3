import { useMessages } from "../messages/index.ts";
import { classes } from "./classes.ts";

const WIDTH = 88;
const HEIGHT = 22;

export interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  /** What the line is of, for those who cannot see it. */
  readonly label: string;
  /** As wide as its place. */
  readonly wide?: boolean;
}

/** A line the height of a row: the shape of something over time, without numbers. */
export function Sparkline({ values, label, wide = false }: SparklineProps) {
  const t = useMessages("general");
  const most = Math.max(...values, 0);
  const step = WIDTH / Math.max(values.length - 1, 1);
  const points = values.map((value, index) => {
    const y = most === 0 ? HEIGHT - 1.5 : HEIGHT - 1.5 - (value / most) * (HEIGHT - 4);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      role="img"
      aria-label={t.chartOf(label)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classes("h-5.5 overflow-visible", wide ? "w-full" : "w-22")}
    >
      {most > 0 && (
        <polygon
          points={`0,${HEIGHT} ${points.join(" ")} ${WIDTH},${HEIGHT}`}
          className="fill-accent opacity-12"
        />
      )}
      <polyline
        points={points.join(" ")}
        fill="none"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className={most === 0 ? "stroke-line" : "stroke-accent-ink"}
      />
    </svg>
  );
}
