/** Small hands for codecs: known fields out of an object, the rest into extras, absent fields left out. */

import { isRecord } from "../base/json.ts";
import type { Extras } from "./canonical.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The members of `object` not named in `known`, as extras of a dialect; `{}` when there are none. */
export function readExtras(
  object: Fields,
  known: ReadonlySet<string>,
  dialect: string,
): { extras?: Extras } {
  let rest: Record<string, unknown> | undefined;
  for (const key in object) {
    if (known.has(key)) continue;
    rest ??= {};
    // A plain assignment to `__proto__` would set the prototype.
    Object.defineProperty(rest, key, {
      value: object[key],
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return rest === undefined ? {} : { extras: { [dialect]: rest } };
}

/** The members to write back: those that came from the same dialect. */
export function ownExtras(extras: Extras | undefined, dialect: string): Fields {
  return extras?.[dialect] ?? {};
}

/** `{name: value}` for a string, `{}` for anything else. The same for the other types below. */
export function textField<Name extends string>(
  name: Name,
  value: unknown,
): { [N in Name]?: string } {
  return typeof value === "string" ? ({ [name]: value } as { [N in Name]?: string }) : {};
}

export function numberField<Name extends string>(
  name: Name,
  value: unknown,
): { [N in Name]?: number } {
  return typeof value === "number" ? ({ [name]: value } as { [N in Name]?: number }) : {};
}

export function flagField<Name extends string>(
  name: Name,
  value: unknown,
): { [N in Name]?: boolean } {
  return typeof value === "boolean" ? ({ [name]: value } as { [N in Name]?: boolean }) : {};
}

export function recordField<Name extends string>(
  name: Name,
  value: unknown,
): { [N in Name]?: Fields } {
  return isRecord(value) ? ({ [name]: value } as { [N in Name]?: Fields }) : {};
}

/** The objects in an array, as a fresh array; none when it is not one. */
export function recordsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isRecord) : [];
}
