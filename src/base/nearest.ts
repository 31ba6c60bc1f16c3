/** Finds what somebody probably meant. */

/** Edits between two short texts (optimal string alignment): letters added, lost, changed, or two that changed places. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      current.push(
        Math.min(
          (previous[j] ?? 0) + 1,
          (current[j - 1] ?? 0) + 1,
          (previous[j - 1] ?? 0) + change,
          isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** 0 for the same or related (one contains the other), 1 for nothing in common. */
function score(text: string, candidate: string): number {
  const wanted = text.toLowerCase().slice(0, 200);
  const other = candidate.toLowerCase();
  if (wanted.length > 2 && (other.includes(wanted) || wanted.includes(other))) return 0;
  return distance(wanted, other) / Math.max(wanted.length, other.length, 1);
}

function ranked(
  text: string,
  candidates: readonly string[],
): { candidate: string; score: number }[] {
  return candidates
    .map((candidate) => ({ candidate, score: score(text, candidate) }))
    .toSorted((a, b) => a.score - b.score);
}

/** The candidates close enough to `text` to be worth naming, best first. */
export function nearestOf(text: string, candidates: readonly string[], most: number): string[] {
  return ranked(text, candidates)
    .filter((found) => found.score <= 0.5)
    .slice(0, most)
    .map((found) => found.candidate);
}

/** The closest candidate however far it is; undefined only when there is none. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  return ranked(text, candidates)[0]?.candidate;
}
