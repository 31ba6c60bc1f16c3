/** The vendor's narrow schema dialect to JSON Schema, for clients that write `parameters` and `responseSchema`. */

import { isRecord } from "../../../base/json.ts";
import { integerOf, type Wire } from "./wire.ts";

/** Keys of the narrow dialect that JSON Schema has no word for, or another. */
const DROPPED = new Set(["nullable", "propertyOrdering", "property_ordering", "example", "type"]);

/** Counts come as text: they are 64-bit integers. */
const COUNTS = new Set([
  "maxItems",
  "minItems",
  "maxLength",
  "minLength",
  "maxProperties",
  "minProperties",
]);

export function toJsonSchema(schema: Wire): Wire {
  const result: Record<string, unknown> = {};
  const type = typeof schema["type"] === "string" ? schema["type"].toLowerCase() : undefined;
  if (type !== undefined && type !== "type_unspecified") {
    result["type"] = schema["nullable"] === true ? [type, "null"] : type;
  }
  for (const [key, value] of Object.entries(schema)) {
    if (DROPPED.has(key)) continue;
    const name = key.replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
    const read = readKey(name, value, schema);
    if (read !== undefined) result[name] = read;
  }
  if (schema["example"] !== undefined) result["examples"] = [schema["example"]];
  if (schema["nullable"] !== true) return result;
  if (Array.isArray(result["enum"])) result["enum"] = [...(result["enum"] as unknown[]), null];
  if (Array.isArray(result["anyOf"]) && type === undefined) {
    result["anyOf"] = [...(result["anyOf"] as unknown[]), { type: "null" }];
  }
  return result;
}

function readKey(name: string, value: unknown, schema: Wire): unknown {
  if (name === "properties" && isRecord(value)) return readProperties(value, schema);
  if (name === "items" && isRecord(value)) return toJsonSchema(value);
  if (name === "anyOf" && Array.isArray(value)) {
    return (value as unknown[]).map((option) => (isRecord(option) ? toJsonSchema(option) : option));
  }
  // `format: enum` only repeats that there is an enum.
  if (name === "format" && value === "enum") return undefined;
  return COUNTS.has(name) ? (integerOf(value) ?? value) : value;
}

/** In the order the client wants them generated, which JSON Schema has no key for but most vendors follow. */
function readProperties(properties: Wire, schema: Wire): Wire {
  const order = schema["propertyOrdering"] ?? schema["property_ordering"];
  const names = Object.keys(properties);
  const first = Array.isArray(order)
    ? (order as unknown[]).filter((name): name is string => names.includes(String(name)))
    : [];
  return Object.fromEntries(
    [...new Set([...first, ...names])].map((name) => {
      const value = properties[name];
      return [name, isRecord(value) ? toJsonSchema(value) : value];
    }),
  );
}
