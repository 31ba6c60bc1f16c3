/**
 * What schemas say about a field. zod reports only the text, so the sentences that schemas use are kept by their text,
 * and found again when a problem is told. Loads no schema library.
 */

import { sentence, type Sentence, type Words } from "../base/sentence.ts";

const known = new Map<string, Sentence>();

/** The text for a schema. Only for what is known when the schema is made: every text is kept for good. */
export function problem(...words: Words): string {
  const said = sentence(...words);
  known.set(said.message, said);
  return said.message;
}

export function findProblem(message: string): Sentence | undefined {
  return known.get(message);
}

/** For `addIssue`: a problem that names what was sent. */
export function makeIssue(said: Sentence, path: (string | number)[] = []) {
  return { code: "custom" as const, path, message: said.message, params: { said } };
}
