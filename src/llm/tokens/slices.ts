/**
 * Counts long text in slices. Byte-pair merging takes quadratic time on a run without a break (100,000 times "a" took
 * 54 seconds in one piece), and a prompt may be made of nothing else. Slices cost a token or so at each seam.
 */

const SLICE_CHARS = 8000;
/** The longest run of letters, or of blanks, that is left in one piece. */
const RUN_CHARS = 400;
/** Time for one text; what is left by then is taken to be like what was counted. */
const BUDGET_MS = 2000;

const LONG_RUN = new RegExp(`\\S{${RUN_CHARS},}|\\s{${RUN_CHARS},}`);

export function countSlices(
  text: string,
  count: (slice: string) => number,
  now: () => number = () => performance.now(),
): number {
  const deadline = now() + BUDGET_MS;
  let tokens = 0;
  let at = 0;
  while (at < text.length) {
    const slice = cutSlice(text, at);
    tokens += count(slice);
    at += slice.length;
    if (now() > deadline) break;
  }
  return at === 0 ? 0 : Math.ceil((tokens * text.length) / at);
}

/** At most SLICE_CHARS from `at`, ended before a blank where there is one, and before a run grows too long. */
function cutSlice(text: string, at: number): string {
  const slice = text.slice(at, at + SLICE_CHARS);
  const run = LONG_RUN.exec(slice);
  if (run !== null) return wholePairs(slice.slice(0, run.index + RUN_CHARS));
  if (at + slice.length === text.length) return slice;
  const blank = slice.lastIndexOf(" ");
  return wholePairs(blank > 0 ? slice.slice(0, blank) : slice);
}

/** A surrogate pair cut in half would count as two broken characters. */
function wholePairs(slice: string): string {
  const last = slice.charCodeAt(slice.length - 1);
  return last >= 0xd800 && last <= 0xdbff && slice.length > 1 ? slice.slice(0, -1) : slice;
}
