/** JSON Schema taken apart: references followed, `allOf` joined. */

import { isRecord } from "../../../base/json.ts";
import type { Wire } from "./wire.ts";

export interface Inlined {
  readonly schema: Wire;
  /** The references followed to get here, for whoever goes on inside. */
  readonly path: readonly string[];
  readonly isCycle: boolean;
}

/** Follows `$ref` within the root. What stands beside it goes over what it names; one that leads nowhere is dropped. */
export function inlineRef(given: Wire, root: Wire, path: readonly string[]): Inlined {
  let schema = given;
  let seen = path;
  for (let ref = schema["$ref"]; typeof ref === "string"; ref = schema["$ref"]) {
    if (seen.includes(ref)) return { schema, path: seen, isCycle: true };
    seen = [...seen, ref];
    const { $ref: _ref, ...beside } = schema;
    const target = findTarget(root, ref);
    schema = target === undefined ? beside : { ...target, ...beside };
  }
  return { schema, path: seen, isCycle: false };
}

/** `#`, `#/$defs/name`, or an anchor. */
function findTarget(root: Wire, ref: string): Wire | undefined {
  if (ref === "#") return root;
  if (!ref.startsWith("#/")) return findAnchor(root, ref);
  let at: unknown = root;
  for (const step of ref.slice(2).split("/")) {
    const key = decodePointer(step);
    if (Array.isArray(at)) at = (at as unknown[])[Number(key)];
    else if (isRecord(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return isRecord(at) ? at : undefined;
}

function decodePointer(step: string): string {
  const plain = step.replaceAll("~1", "/").replaceAll("~0", "~");
  return /%[0-9a-f]{2}/i.test(plain) ? safeDecode(plain) : plain;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function findAnchor(root: Wire, ref: string): Wire | undefined {
  for (const holder of [root["$defs"], root["definitions"]]) {
    if (!isRecord(holder)) continue;
    for (const definition of Object.values(holder)) {
      if (!isRecord(definition)) continue;
      if (definition["$id"] === ref || `#${String(definition["$anchor"])}` === ref) {
        return definition;
      }
    }
  }
  return undefined;
}

/** A count that several walks share. */
export interface Budget {
  left: number;
}

/** One schema for a schema with `allOf`. */
export function mergeAll(schema: Wire, root: Wire, path: readonly string[], budget: Budget): Wire {
  const { allOf } = schema;
  if (!Array.isArray(allOf)) return schema;
  const { allOf: _allOf, ...own } = schema;
  let merged: Wire = {};
  for (const part of [...(allOf as unknown[]), own]) {
    if (!isRecord(part) || budget.left-- <= 0) continue;
    const inlined = inlineRef(part, root, path);
    if (inlined.isCycle) continue;
    merged = merge(merged, mergeAll(inlined.schema, root, inlined.path, budget));
  }
  return merged;
}

function merge(one: Wire, other: Wire): Wire {
  return {
    ...one,
    ...other,
    ...(isRecord(one["properties"]) && isRecord(other["properties"])
      ? { properties: { ...one["properties"], ...other["properties"] } }
      : {}),
    ...(Array.isArray(one["required"]) && Array.isArray(other["required"])
      ? {
          required: [
            ...new Set([...(one["required"] as unknown[]), ...(other["required"] as unknown[])]),
          ],
        }
      : {}),
  };
}
