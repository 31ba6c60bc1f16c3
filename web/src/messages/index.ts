/**
 * Every text of the console. `const t = useMessages("keys")` gives the texts of one page in the person's language.
 * English is the original; `zh` must have the same keys, which the compiler checks.
 */

import { useSyncExternalStore } from "react";
import type { AuditEntry } from "../api/contract.ts";
import { currentLanguage, type Language, usePreferences } from "../preferences.ts";
import { en } from "./en.ts";
import { type Said, type Sentences, writeSentence } from "./sentences.ts";
import type { Translated } from "./shape.ts";

export type Messages = Translated<typeof en>;
export type MessagePage = keyof Messages;

const loaded: Partial<Record<Language, Messages>> = { en };
/** What the server says. The English ones come with its answers. */
const sentences: Partial<Record<Language, Sentences>> = {};
const acts: Partial<Record<Language, Readonly<Record<string, string>>>> = {};
const listeners = new Set<() => void>();

/** Chinese is a chunk of its own, fetched when somebody wants it. */
export async function loadLanguage(language: Language): Promise<void> {
  if (loaded[language] !== undefined || language === "en") return;
  const zh = await import("./zh.ts");
  loaded.zh = zh.zh;
  sentences.zh = zh.sentences;
  acts.zh = zh.acts;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useMessages<Page extends MessagePage>(page: Page): Messages[Page] {
  const { language } = usePreferences();
  const messages = useSyncExternalStore(subscribe, () => loaded[language]);
  if (messages === undefined) void loadLanguage(language);
  return (messages ?? en)[page];
}

/** Says what the server said, in the person's language where there are words for it. */
export function useSaid(): (said: Said) => string {
  const { language } = usePreferences();
  const known = useSyncExternalStore(subscribe, () => sentences[language]);
  return (said) => writeSentence(said, known);
}

/** What was done, as the audit log tells it. */
export function useAct(): (entry: Pick<AuditEntry, "action" | "summary">) => string {
  const { language } = usePreferences();
  const known = useSyncExternalStore(subscribe, () => acts[language]);
  return ({ action, summary }) => known?.[action] ?? summary;
}

/** Texts outside of components: for what is told from an event handler. */
export function messagesNow<Page extends MessagePage>(page: Page): Messages[Page] {
  return (loaded[currentLanguage()] ?? en)[page];
}
