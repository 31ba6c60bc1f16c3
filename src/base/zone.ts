/** Hours and days as clocks of a time zone have them. Days with a change of the clock are longer or shorter. */

const HOUR_MS = 3_600_000;
const STEPS = { minute: 60_000, hour: HOUR_MS, day: 24 * HOUR_MS } as const;

export type StepOfTime = keyof typeof STEPS;

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The beginnings of all steps from the one that `since` lies in to the one before `until`. */
export function listSteps(since: number, until: number, step: StepOfTime, zone = "UTC"): number[] {
  const size = STEPS[step];
  const offsetAt = makeOffset(zone);
  const starts = [startOf(since, size, offsetAt)];
  for (;;) {
    // Half a step further is inside the next one, however long this one is.
    const next = startOf((starts.at(-1) ?? since) + size * 1.5, size, offsetAt);
    if (next >= until) return starts;
    starts.push(next);
  }
}

type Offset = (at: number) => number;

function startOf(at: number, size: number, offsetAt: Offset): number {
  const local = Math.floor((at + offsetAt(at)) / size) * size;
  // The clock may have been changed since the step began.
  return local - offsetAt(local - offsetAt(at));
}

/** How far the clocks of the zone are ahead of UTC. */
function makeOffset(zone: string): Offset {
  if (zone === "UTC") return () => 0;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const local = Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
    return local - Math.floor(at / 1000) * 1000;
  };
}
