/** The demo's own tokens: pieces of words, numbers and signs. A real count of its text, though no vendor's. */

import type { Choice } from "../canonical.ts";

const PIECE = /\p{L}{1,6}|\p{N}{1,3}|[^\s\p{L}\p{N}]/gu;

export function countDemoTokens(text: string): number {
  let count = 0;
  PIECE.lastIndex = 0;
  while (PIECE.test(text)) count++;
  return count;
}

export function countOutput(choices: readonly Choice[]): number {
  let count = 0;
  for (const part of choices.flatMap((choice) => choice.parts)) {
    if (part.type === "text") count += countDemoTokens(part.text);
    else if (part.type === "tool-call")
      count += countDemoTokens(part.name) + countDemoTokens(part.arguments);
  }
  return count;
}

/** The text cut after so many tokens. */
export function cutTokens(text: string, most: number): string {
  let count = 0;
  for (const piece of text.matchAll(PIECE)) {
    if (count++ === most) return text.slice(0, piece.index).trimEnd();
  }
  return text;
}
