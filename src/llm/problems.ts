/**
 * Collects what is wrong with a client's request. Checks run on every call, so a path is only spelled out once a
 * problem has been found: callers pass the path as a text that costs nothing to make, or build it in the failing branch.
 */

import { AppError, type Problem } from "../base/errors.ts";

/** Past this many a list of problems helps nobody; the first ones are kept. */
const MAX_PROBLEMS = 20;

export class Problems {
  readonly #list: Problem[] = [];

  /** `message` reads on after the path: "must be a string, found null". */
  add(path: string, message: string): void {
    if (this.#list.length < MAX_PROBLEMS)
      this.#list.push({ path, message: `\`${path}\` ${message}` });
  }

  /** Throws when anything was added: the first problem is the message, all of them are in the detail. */
  throwIfAny(): void {
    const first = this.#list[0];
    if (first === undefined) return;
    const more = this.#list.length - 1;
    const tail = more === 0 ? "" : ` (and ${more} more ${more === 1 ? "problem" : "problems"})`;
    throw new AppError("invalid_request", first.message + tail, {
      param: first.path,
      problems: this.#list,
    });
  }
}

/** Names a value that should have been something else, shortly: `null`, `an array`, `the text "abc"`. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") {
    return `the text ${JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)}`;
  }
  return JSON.stringify(value);
}
