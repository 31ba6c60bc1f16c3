/**
 * JSON schemas in the part of the language the vendor can hold a model to. What it cannot enforce (lengths, ranges,
 * patterns) is told to the model in the description instead, and objects are closed, which the vendor demands.
 */

import { isRecord } from "../../../base/json.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Kept as they are. */
const PLAIN: ReadonlySet<string> = new Set(["type", "enum", "const", "title", "required", "$ref"]);
/** Hold schemas by name. */
const NAMED: ReadonlySet<string> = new Set(["properties", "$defs", "definitions"]);
/** Hold lists of schemas. `oneOf` is not known, and `anyOf` allows no less. */
const LISTS: Readonly<Record<string, string>> = { anyOf: "anyOf", oneOf: "anyOf", allOf: "allOf" };
const FORMATS: ReadonlySet<unknown> = new Set(
  "date-time time date duration email hostname uri ipv4 ipv6 uuid".split(" "),
);
/** Say nothing about what is allowed. */
const SILENT: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "description",
  "additionalProperties",
]);

/** No schema a person wrote is nested deeper; one that is stays as it is. */
const MAX_DEPTH = 64;

export function strictSchema(schema: Schema, depth = 0): Schema {
  if (depth > MAX_DEPTH) return schema;
  const strict: Record<string, unknown> = {};
  const hints: string[] = [];
  for (const [key, value] of Object.entries(schema)) {
    const list = Object.hasOwn(LISTS, key) ? LISTS[key] : undefined;
    if (PLAIN.has(key)) strict[key] = value;
    else if (NAMED.has(key) && isRecord(value)) strict[key] = eachSchema(value, depth);
    else if (list !== undefined && Array.isArray(value))
      strict[list] = value.map((one) => inner(one, depth));
    else if (key === "items") strict[key] = inner(value, depth);
    else if (key === "minItems" && (value === 0 || value === 1)) strict[key] = value;
    else if (key === "format" && FORMATS.has(value)) strict[key] = value;
    else if (!SILENT.has(key)) hints.push(`${key}: ${JSON.stringify(value)}`);
  }
  if (isObjectSchema(schema)) strict["additionalProperties"] = false;
  const said = typeof schema["description"] === "string" ? [schema["description"]] : [];
  const description = [...said, ...(hints.length === 0 ? [] : [`(${hints.join(", ")})`])].join(" ");
  return description === "" ? strict : { ...strict, description };
}

function isObjectSchema(schema: Schema): boolean {
  const { type } = schema;
  return (
    type === "object" ||
    (Array.isArray(type) && type.includes("object")) ||
    isRecord(schema["properties"])
  );
}

function eachSchema(schemas: Schema, depth: number): Schema {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, inner(schema, depth)]),
  );
}

function inner(schema: unknown, depth: number): unknown {
  return isRecord(schema) ? strictSchema(schema, depth + 1) : schema;
}
