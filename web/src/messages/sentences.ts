/** The server's own sentences: told in English, with a name by which another language may have them. */

import type { SentenceName } from "../api/contract.ts";

export interface Said {
  /** In English. */
  readonly message: string;
  /** Null or absent: somebody else's words. */
  readonly sentence?: SentenceName | null | undefined;
  readonly params?: Readonly<Record<string, string | number>> | undefined;
}

export type Sentences = Readonly<Record<SentenceName, string>>;

/** `known` undefined: English. A newer server may say what is not known here. */
export function writeSentence({ message, sentence, params = {} }: Said, known?: Sentences): string {
  const text = sentence === null || sentence === undefined ? undefined : known?.[sentence];
  if (text === undefined) return message;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
