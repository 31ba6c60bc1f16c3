/**
 * What Parley says to the people who manage it, by name. The API gives the English text as `message`, and beside it the
 * name and the parameters, so that the console can say the same in another language.
 */

import { SENTENCES } from "./sentences.ts";

export type SentenceName = keyof typeof SENTENCES;

export interface Sentence {
  /** In English. */
  readonly message: string;
  /** Null: somebody else's words, such as a vendor's. */
  readonly sentence: SentenceName | null;
  readonly params: Readonly<Record<string, string | number>>;
}

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
/** The name, and what stands in it where anything does. */
export type Words<Name extends SentenceName = SentenceName> = Name extends SentenceName
  ? [Names<(typeof SENTENCES)[Name]>] extends [never]
    ? [name: Name]
    : [name: Name, params: Readonly<Record<Names<(typeof SENTENCES)[Name]>, string | number>>]
  : never;

export function sentence(...words: Words): Sentence {
  const [name, params = {}] = words as [SentenceName, Sentence["params"]?];
  return { message: fill(SENTENCES[name], params), sentence: name, params };
}

/** Words that are not Parley's own. */
export function quoted(message: string): Sentence {
  return { message, sentence: null, params: {} };
}

function fill(text: string, params: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
