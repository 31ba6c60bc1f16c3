/** The looseness of the wire: two spellings of every field, one object where a list is meant, numbers as text. */

import { isRecord } from "../../../base/json.ts";

export type Wire = Readonly<Record<string, unknown>>;

const snakes = new Map<string, string>();

/** A field in either spelling: `systemInstruction` or `system_instruction`. Null counts as absent, as the vendor has it. */
export function field(object: Wire, camel: string): unknown {
  const value = object[camel] ?? object[snakeOf(camel)];
  return value === null ? undefined : value;
}

export function snakeOf(camel: string): string {
  let snake = snakes.get(camel);
  if (snake === undefined) {
    snake = camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snakes.set(camel, snake);
  }
  return snake;
}

export function recordOf(object: Wire, camel: string): Wire {
  const value = field(object, camel);
  return isRecord(value) ? value : {};
}

/** A repeated field as the vendor takes it: an array, or the one thing that would stand in it. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  return isRecord(value) ? [value] : [];
}

export function recordsIn(value: unknown): readonly Wire[] {
  if (!Array.isArray(value)) return isRecord(value) ? [value] : [];
  const items = value as unknown[];
  return items.every(isRecord) ? items : items.filter(isRecord);
}

/** A whole number, or the text of one: the vendor's parser takes both. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isInteger(number) ? number : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** `{name: value}` for a defined value, `{}` otherwise. */
export function present<Name extends string, T>(
  name: Name,
  value: T | undefined,
): { [N in Name]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { [N in Name]?: T });
}
