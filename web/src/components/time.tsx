import { useSyncExternalStore } from "react";
import { formatAbsolute, formatRelative } from "../format/time.ts";
import { useMessages } from "../messages/index.ts";
import { usePreferences } from "../preferences.ts";

const TICK_MS = 10_000;

// One clock for every time on the page.
const listeners = new Set<() => void>();
let now = Date.now();
setInterval(() => {
  now = Date.now();
  for (const listener of listeners) listener();
}, TICK_MS);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export interface TimeProps {
  /** ISO-8601; null: never. */
  readonly at: string | null;
  /** Shows the date and the time of day instead of how long ago it was. */
  readonly absolute?: boolean;
}

export function Time({ at, absolute = false }: TimeProps) {
  const { language } = usePreferences();
  const t = useMessages("general");
  const clock = useSyncExternalStore(subscribe, () => now);
  if (at === null) return <span className="text-faint">{t.never}</span>;
  const time = Date.parse(at);
  const whole = formatAbsolute(time, language);
  // What was made a moment ago is not in the future just because the clock ticks slowly.
  const relative = formatRelative(
    time,
    Math.max(clock, time > clock + TICK_MS ? clock : time),
    language,
  );
  return (
    <time dateTime={at} title={whole} className="whitespace-nowrap tabular-nums">
      {absolute ? whole : relative}
    </time>
  );
}
