/** The stretch of time that is shown, in steps. */

import { useEffect, useState } from "react";
import type { Range } from "./route.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TimeWindow {
  readonly bucket: "minute" | "hour" | "day";
  readonly stepMs: number;
  readonly steps: number;
  /** How often the numbers are asked for again while calls come in. */
  readonly freshMs: number;
  /** Begin of the first step. The last one runs now. */
  readonly since: number;
}

const SHAPES: Readonly<Record<Range, Omit<TimeWindow, "since">>> = {
  hour: { bucket: "minute", stepMs: MINUTE, steps: 60, freshMs: 2500 },
  day: { bucket: "hour", stepMs: HOUR, steps: 24, freshMs: 4000 },
  week: { bucket: "hour", stepMs: HOUR, steps: 168, freshMs: 15_000 },
  month: { bucket: "day", stepMs: DAY, steps: 30, freshMs: 45_000 },
};

export function windowAt(range: Range, now: number): TimeWindow {
  const shape = SHAPES[range];
  const last = Math.floor(now / shape.stepMs) * shape.stepMs;
  return { ...shape, since: last - (shape.steps - 1) * shape.stepMs };
}

/** Moves on with the clock, one step at a time. */
export function useWindow(range: Range): TimeWindow {
  const [now, setNow] = useState(Date.now);
  const shown = windowAt(range, now);
  const next = shown.since + shown.steps * shown.stepMs;
  useEffect(() => {
    // A long timer may never come back on a laptop that sleeps.
    const wait = Math.min(Math.max(next - Date.now(), 0) + 50, HOUR);
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [next, now]);
  return shown;
}
