/** Quirks on a command line: `no_prefill`, `max_tokens_field=max_completion_tokens`, `rejected_fields=seed,user`. */

import type { Quirks } from "./flags.ts";

export function writeQuirkWords(quirks: Quirks): string[] {
  return Object.entries(quirks).flatMap(([flag, value]: [string, Quirks[keyof Quirks]]) => {
    if (value === undefined || value === false) return [];
    if (value === true) return [flag];
    return [`${flag}=${typeof value === "string" ? value : value.join(",")}`];
  });
}

/** What the words say, unchecked: the contract's schema tells whether there are such flags. Words for lists add up. */
export function readQuirkWords(words: readonly string[]): Record<string, unknown> {
  const quirks: Record<string, unknown> = {};
  for (const word of words) {
    const equals = word.indexOf("=");
    const flag = equals < 0 ? word : word.slice(0, equals);
    const value = equals < 0 ? true : readValue(flag, word.slice(equals + 1));
    const before = quirks[flag];
    quirks[flag] =
      Array.isArray(before) && Array.isArray(value)
        ? [...(before as unknown[]), ...(value as unknown[])]
        : value;
  }
  return quirks;
}

const LISTS: ReadonlySet<string> = new Set<keyof Quirks>(["rejected_fields"]);

function readValue(flag: string, text: string): unknown {
  if (LISTS.has(flag)) return text.split(",").filter((item) => item !== "");
  return text === "true" ? true : text === "false" ? false : text;
}
