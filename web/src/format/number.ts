/** Numbers as people read them, in their language. */

import type { Language } from "../preferences.ts";

const LOCALE: Readonly<Record<Language, string>> = { en: "en-US", zh: "zh-CN" };

export function localeOf(language: Language): string {
  return LOCALE[language];
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = language + JSON.stringify(options);
  const known = formatters.get(key) ?? new Intl.NumberFormat(LOCALE[language], options);
  formatters.set(key, known);
  return known;
}

/** 12,345 */
export function formatCount(count: number, language: Language): string {
  return formatter(language, {}).format(count);
}

/** 12.3K or 1.2万: for axes and tight places. */
export function formatShort(count: number, language: Language): string {
  return formatter(language, { notation: "compact", maximumFractionDigits: 1 }).format(count);
}

/** 0.0123 -> 1.23% */
export function formatShare(share: number, language: Language): string {
  return formatter(language, { style: "percent", maximumFractionDigits: 2 }).format(share);
}

/** Milliseconds as `12 ms` or `1.25 s`. */
export function formatMilliseconds(ms: number, language: Language): string {
  if (ms < 1000) {
    const digits = ms < 10 ? 2 : ms < 100 ? 1 : 0;
    return `${formatter(language, { maximumFractionDigits: digits }).format(ms)} ms`;
  }
  return `${formatter(language, { maximumFractionDigits: 2 }).format(ms / 1000)} s`;
}
