/**
 * Values of a JSON text as text. The wire holds tool arguments as objects, and reading them through JavaScript numbers
 * and objects would change 64-bit integers, `1e400` and the order of keys like "2" and "1"; so they are cut out instead.
 *
 * All functions expect text that `JSON.parse` has accepted.
 */

import { findMember, topLevelElements } from "../../../base/json.ts";
import { snakeOf } from "./wire.ts";

const DELICATE = /\d{16}|\d[eE][+-]?\d|\.\d*0(?!\d)|-0(?![.\d])|"\d+"\s*:|"__proto__"/;

/**
 * False when reading and printing the text again gives the same values in the same order, which is nearly always: then
 * nothing need be cut out. Words of the text that only look like numbers may make it true.
 */
export function isDelicate(text: string): boolean {
  return DELICATE.test(text);
}

/** The value of a member in either spelling; undefined when the text is no object or has no such member. */
export function rawMember(text: string | undefined, camel: string): string | undefined {
  if (text === undefined || text.charCodeAt(firstLetter(text)) !== 123) return undefined;
  const value = findMember(text, camel);
  const snake = snakeOf(camel);
  return value === undefined && snake !== camel ? findMember(text, snake) : value;
}

/** The elements of an array; an object stands for an array of one. */
export function rawElements(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const first = text.charCodeAt(firstLetter(text));
  if (first === 123) return [text];
  return first === 91 ? [...topLevelElements(text)] : [];
}

/** Without the space between tokens: numbers, texts and order stay as they are. */
export function compactJson(text: string): string {
  return /\s/.test(text) ? text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, "$1") : text;
}

function firstLetter(text: string): number {
  let at = 0;
  while (text.charCodeAt(at) <= 32) at++;
  return at;
}
