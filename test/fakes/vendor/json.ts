/** Small readers of unknown JSON. A missing or mistyped value reads as empty, so dialects can look before they check. */

export type JsonObject = Readonly<Record<string, unknown>>;

const NOTHING: JsonObject = {};

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : NOTHING;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return listOf(value).map(objectOf);
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** One text or a list of them. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return listOf(value).filter((item) => typeof item === "string");
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Raw JSON text of an object, kept digit by digit (64-bit integers survive); `{}` when it is not an object. */
export function rawObject(text: string): string {
  return isObject(parseJson(text)) ? text : "{}";
}

/** Words are the fake's tokens. */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const space = code === 32 || (code >= 9 && code <= 13);
    if (!space && !inWord) words++;
    inWord = !space;
  }
  return words;
}
