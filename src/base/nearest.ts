/** Finds what somebody probably meant. */

/** Edit distance between two short texts. */
export function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      current.push(
        Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + change),
      );
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** The candidates closest to `text`, best first; containing or being contained counts as close. */
export function nearestOf(text: string, candidates: readonly string[], most: number): string[] {
  const wanted = text.toLowerCase().slice(0, 200);
  return candidates
    .map((candidate) => {
      const other = candidate.toLowerCase();
      const related = wanted.length > 2 && (other.includes(wanted) || wanted.includes(other));
      return { candidate, score: related ? 0 : distance(wanted, other) / Math.max(wanted.length, other.length, 1) };
    })
    .filter(({ score }) => score <= 0.5)
    .toSorted((a, b) => a.score - b.score)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** The closest candidate however far it is; undefined only when there is none. */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  return candidates.toSorted((a, b) => distance(text, a) - distance(text, b))[0];
}
