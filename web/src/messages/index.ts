/**
 * Every text of the console. `const t = useMessages("keys")` gives the texts of one page in the person's language.
 * English is the original; `zh` must have the same keys, which the compiler checks.
 */

import { useSyncExternalStore } from "react";
import { currentLanguage, type Language, usePreferences } from "../preferences.ts";
import { en } from "./en.ts";
import type { Translated } from "./shape.ts";

export type Messages = Translated<typeof en>;
export type MessagePage = keyof Messages;

const loaded: Partial<Record<Language, Messages>> = { en };
const listeners = new Set<() => void>();

/** Chinese is a chunk of its own, fetched when somebody wants it. */
export async function loadLanguage(language: Language): Promise<void> {
  if (loaded[language] !== undefined || language === "en") return;
  loaded.zh = (await import("./zh.ts")).zh;
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

/** Texts outside of components: for what is told from an event handler. */
export function messagesNow<Page extends MessagePage>(page: Page): Messages[Page] {
  return (loaded[currentLanguage()] ?? en)[page];
}
