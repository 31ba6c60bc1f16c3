/** Times as people read them: how long ago, and exactly when. */

import type { Language } from "../preferences.ts";
import { localeOf } from "./number.ts";

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** "3 minutes ago", "in 2 days" */
export function formatRelative(at: number, now: number, language: Language): string {
  const seconds = Math.round((at - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" }).format(
    Math.round(seconds / size),
    unit,
  );
}

/** The whole of it, in the browser's zone. */
export function formatAbsolute(at: number, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: "medium",
    timeStyle: "medium",
  }).format(at);
}

/** Hours and minutes, or the day: for the ticks of an axis. */
export function formatTick(at: number, stepMs: number, language: Language): string {
  const options: Intl.DateTimeFormatOptions =
    stepMs >= 86_400_000
      ? { month: "short", day: "numeric" }
      : { hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat(localeOf(language), options).format(at);
}
