/** How long a vendor asks us to wait, in every spelling in use. */

/** A vendor that asks for longer has no better idea than we do; the wait is cut to this. */
const MAX_SECONDS = 86_400;

/** Seconds to wait, never negative; undefined when the vendor did not say or said nonsense. */
export function readRetryAfter(headers: Headers, now: number = Date.now()): number | undefined {
  for (const name of ["retry-after-ms", "x-ms-retry-after-ms"]) {
    const milliseconds = readNumber(headers.get(name));
    if (milliseconds !== undefined) return bound(milliseconds / 1000);
  }
  const value = headers.get("retry-after");
  const seconds = readNumber(value);
  if (seconds !== undefined) return bound(seconds);
  if (value === null) return undefined;
  // A date always names a month; a bare word or a negative number must not be read as one.
  const date = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : bound((date - now) / 1000);
}

function readNumber(value: string | null): number | undefined {
  if (value === null || !/^\s*\d+(?:\.\d+)?\s*$/.test(value)) return undefined;
  return Number(value);
}

function bound(seconds: number): number {
  return Math.min(Math.max(seconds, 0), MAX_SECONDS);
}
