/**
 * Reads and edits the top level of a JSON object as text, so that every byte Parley has no business with (large integers,
 * number spellings, key order, unknown fields) reaches the vendor as the client wrote it.
 *
 * All functions expect text that `JSON.parse` has accepted and that is an object.
 */

/** Where a member of the top-level object stands in the text. */
interface Member {
  readonly key: string;
  /** Start of the key's opening quote. */
  readonly start: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** The members of the top-level object in order, duplicates included. */
export function* topLevelMembers(text: string): Generator<Member> {
  let at = text.indexOf("{") + 1;
  for (;;) {
    at = skipSpace(text, at);
    if (text[at] === ",") at = skipSpace(text, at + 1);
    if (text[at] !== '"') return;
    const start = at;
    at = skipString(text, at);
    const key = JSON.parse(text.slice(start, at)) as string;
    const valueStart = skipSpace(text, text.indexOf(":", at) + 1);
    at = skipValue(text, valueStart);
    yield { key, start, valueStart, valueEnd: at };
  }
}

/** The elements of a JSON array as they stand in its text. */
export function* topLevelElements(text: string): Generator<string> {
  let at = skipSpace(text, text.indexOf("[") + 1);
  while (at < text.length && text[at] !== "]") {
    const end = skipValue(text, at);
    yield text.slice(at, end);
    at = skipSpace(text, end);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
}

/** A member's value as it stands in the text; the last of several, as `JSON.parse` has it. Undefined: none. */
export function findMember(text: string, key: string): string | undefined {
  let found: string | undefined;
  for (const member of topLevelMembers(text)) {
    if (member.key === key) found = text.slice(member.valueStart, member.valueEnd);
  }
  return found;
}

function skipSpace(text: string, at: number): number {
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}

/** From an opening quote to just behind the closing one. */
function skipString(text: string, at: number): number {
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

function skipValue(text: string, at: number): number {
  let depth = 0;
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = skipString(text, at) - 1;
    else if (char === 123 || char === 91) depth++;
    else if (char === 125 || char === 93) {
      if (depth === 0) return trimEnd(text, at);
      depth--;
    } else if (char === 44 && depth === 0) return trimEnd(text, at);
  }
  return at;
}

function trimEnd(text: string, at: number): number {
  while (text.charCodeAt(at - 1) <= 32) at--;
  return at;
}

/** True if a key stands twice in the top-level object: parsers disagree on which one counts, so policy must not guess. */
export function hasDuplicateKey(text: string, key: string): boolean {
  const quoted = `"${key}"`;
  const first = text.indexOf(quoted);
  // Escapes can spell a key's letters in other ways; only then, or when the plain spelling repeats, look closely.
  if (!text.includes("\\u00") && text.indexOf(quoted, first + 1) < 0) return false;
  let seen = 0;
  for (const member of topLevelMembers(text)) if (member.key === key) seen++;
  return seen > 1;
}

/** Replaces the value of a top-level key, or adds the member at the end when it is absent. Other bytes stay. */
export function setTopLevel(text: string, key: string, valueJson: string): string {
  for (const member of topLevelMembers(text)) {
    if (member.key === key) {
      return text.slice(0, member.valueStart) + valueJson + text.slice(member.valueEnd);
    }
  }
  const end = text.lastIndexOf("}");
  const isEmpty = text.slice(text.indexOf("{") + 1, end).trim() === "";
  return `${text.slice(0, end)}${isEmpty ? "" : ","}${JSON.stringify(key)}:${valueJson}${text.slice(end)}`;
}

/** Replaces a string member that is known to be there; finds it without a scan when its spelling stands once. */
export function replaceString(text: string, key: string, from: string, to: string): string {
  if (from === to) return text;
  for (const spelling of [
    `"${key}":${JSON.stringify(from)}`,
    `"${key}": ${JSON.stringify(from)}`,
  ]) {
    const at = text.indexOf(spelling);
    if (at >= 0 && text.indexOf(`"${key}"`) === text.lastIndexOf(`"${key}"`)) {
      const valueAt = at + spelling.length - JSON.stringify(from).length;
      return text.slice(0, valueAt) + JSON.stringify(to) + text.slice(at + spelling.length);
    }
  }
  return setTopLevel(text, key, JSON.stringify(to));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
