/** What a person chose for this browser: theme and language. Kept in the browser's storage; boot.ts reads the theme too. */

import { useSyncExternalStore } from "react";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const LANGUAGES = ["en", "zh"] as const;
export type Language = (typeof LANGUAGES)[number];

interface Preferences {
  readonly theme: Theme;
  readonly language: Language;
}

const THEME = "parley.theme";
const LANGUAGE = "parley.language";

const listeners = new Set<() => void>();
const dark = matchMedia("(prefers-color-scheme: dark)");
let current: Preferences = { theme: readTheme(), language: readLanguage() };

function readTheme(): Theme {
  const stored = localStorage.getItem(THEME);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

function readLanguage(): Language {
  const stored = localStorage.getItem(LANGUAGE);
  const known = LANGUAGES.find((language) => language === stored);
  return known ?? (navigator.language.toLowerCase().startsWith("zh") ? "zh" : "en");
}

function apply(next: Preferences): void {
  current = next;
  const isDark = next.theme === "dark" || (next.theme === "system" && dark.matches);
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  document.documentElement.lang = next.language === "zh" ? "zh-Hans" : "en";
  for (const listener of listeners) listener();
}

dark.addEventListener("change", () => apply({ ...current }));
window.addEventListener("storage", () => {
  apply({ theme: readTheme(), language: readLanguage() });
});
apply(current);

export function setTheme(theme: Theme): void {
  localStorage.setItem(THEME, theme);
  apply({ ...current, theme });
}

export function setLanguage(language: Language): void {
  localStorage.setItem(LANGUAGE, language);
  apply({ ...current, language });
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** The language outside of components. */
export function currentLanguage(): Language {
  return current.language;
}
