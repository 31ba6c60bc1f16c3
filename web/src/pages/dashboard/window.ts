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
  /** When the running step ends. */
  readonly next: number;
}

const SHAPES: Readonly<Record<Range, Omit<TimeWindow, "since" | "next">>> = {
  hour: { bucket: "minute", stepMs: MINUTE, steps: 60, freshMs: 2500 },
  day: { bucket: "hour", stepMs: HOUR, steps: 24, freshMs: 4000 },
  week: { bucket: "hour", stepMs: HOUR, steps: 168, freshMs: 15_000 },
  month: { bucket: "day", stepMs: DAY, steps: 30, freshMs: 45_000 },
};

/** Where this browser's clock is; the server's steps are by it too. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function windowAt(range: Range, now: number): TimeWindow {
  const shape = SHAPES[range];
  const first = new Date(now);
  if (shape.bucket === "minute") first.setSeconds(0, 0);
  else if (shape.bucket === "hour") first.setMinutes(0, 0, 0);
  else first.setHours(0, 0, 0, 0);
  const next = new Date(first);
  if (shape.bucket === "day") {
    // Not every day has 24 hours.
    first.setDate(first.getDate() - shape.steps + 1);
    next.setDate(next.getDate() + 1);
    return { ...shape, since: first.getTime(), next: next.getTime() };
  }
  const last = first.getTime();
  return { ...shape, since: last - (shape.steps - 1) * shape.stepMs, next: last + shape.stepMs };
}

/** Moves on with the clock, one step at a time. */
export function useWindow(range: Range): TimeWindow {
  const [now, setNow] = useState(Date.now);
  const shown = windowAt(range, now);
  const { next } = shown;
  useEffect(() => {
    // A long timer may never come back on a laptop that sleeps.
    const wait = Math.min(Math.max(next - Date.now(), 0) + 50, HOUR);
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [next, now]);
  return shown;
}
