/** A plausible value for a JSON schema, with words from what the user asked where they fit. */

import { isRecord } from "../../base/json.ts";
import { sampleNumber, sampleText } from "./sample-leaf.ts";

type Schema = Readonly<Record<string, unknown>>;

export interface SampleOptions {
  /** What the user said last. */
  readonly asked: string;
  /** Fill optional properties too. */
  readonly optional: boolean;
}

/** Schemas may refer to themselves; this deep, only what must be there is filled, and twice as deep nothing is. */
const DEEP = 6;

export function sampleValue(schema: Schema, options: SampleOptions): unknown {
  return sample(schema, { ...options, root: schema, name: "", depth: 0 });
}

interface Context extends SampleOptions {
  readonly root: Schema;
  /** Name of the property being filled. */
  readonly name: string;
  readonly depth: number;
}

function sample(given: unknown, context: Context): unknown {
  const schema = resolve(given, context);
  if (schema === undefined || context.depth > 2 * DEEP) return null;
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"]) && schema["enum"].length > 0)
    return pickEnum(schema["enum"], context);
  if ("default" in schema) return schema["default"];
  if (Array.isArray(schema["examples"]) && schema["examples"].length > 0)
    return schema["examples"][0] as unknown;
  switch (typeOf(schema)) {
    case "object":
      return sampleObject(schema, context);
    case "array":
      return sampleArray(schema, context);
    case "number":
      return sampleNumber(schema, false);
    case "integer":
      return sampleNumber(schema, true);
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return sampleText(schema, context.name, context.asked);
  }
}

/** Follows `$ref` inside the document, merges `allOf`, takes the first branch of `anyOf` and `oneOf` that is not null. */
function resolve(given: unknown, context: Context, hops = 0): Schema | undefined {
  if (!isRecord(given) || hops > 20) return isRecord(given) || given === true ? {} : undefined;
  const reference = given["$ref"];
  if (typeof reference === "string") {
    const target = findReference(context.root, reference);
    return target === undefined ? {} : resolve(target, context, hops + 1);
  }
  let schema: Schema = given;
  if (Array.isArray(given["allOf"])) {
    for (const branch of given["allOf"])
      schema = merge(schema, resolve(branch, context, hops + 1) ?? {});
  }
  const branches = given["anyOf"] ?? given["oneOf"];
  if (Array.isArray(branches) && branches.length > 0) {
    const useful: unknown =
      branches.find((branch) => !(isRecord(branch) && branch["type"] === "null")) ?? branches[0];
    schema = merge(schema, resolve(useful, context, hops + 1) ?? {});
  }
  return schema;
}

function merge(one: Schema, other: Schema): Schema {
  const properties = (schema: Schema): Schema =>
    isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = (schema: Schema): unknown[] =>
    Array.isArray(schema["required"]) ? schema["required"] : [];
  return {
    ...one,
    ...other,
    ...("properties" in one || "properties" in other
      ? { properties: { ...properties(one), ...properties(other) } }
      : {}),
    ...("required" in one || "required" in other
      ? { required: [...required(one), ...required(other)] }
      : {}),
  };
}

/** `#/$defs/Name` and the like. */
function findReference(root: Schema, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  let at: unknown = root;
  for (const step of reference
    .slice(1)
    .split("/")
    .filter((part) => part !== "")) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    at = isRecord(at) || Array.isArray(at) ? (at as Record<string, unknown>)[key] : undefined;
  }
  return at;
}

function typeOf(schema: Schema): unknown {
  const type = schema["type"];
  if (Array.isArray(type)) return type.find((one) => one !== "null") ?? "null";
  if (type !== undefined) return type;
  if ("properties" in schema || "required" in schema) return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  if ("minimum" in schema || "maximum" in schema || "multipleOf" in schema) return "number";
  return "string";
}

function pickEnum(values: readonly unknown[], context: Context): unknown {
  const asked = context.asked.toLowerCase();
  return (
    values.find(
      (value) => typeof value === "string" && value !== "" && asked.includes(value.toLowerCase()),
    ) ?? values[0]
  );
}

function sampleObject(schema: Schema, context: Context): Record<string, unknown> {
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"])
    ? schema["required"].filter((key) => typeof key === "string")
    : [];
  const optional = context.optional && context.depth < DEEP ? Object.keys(properties) : [];
  const filled = new Map<string, unknown>();
  // In the schema's own order, as models write them.
  for (const key of new Set([
    ...Object.keys(properties).filter((name) => required.includes(name)),
    ...required,
    ...optional,
  ])) {
    const inner =
      properties[key] ??
      (isRecord(schema["additionalProperties"]) ? schema["additionalProperties"] : {});
    filled.set(key, sample(inner, { ...context, name: key, depth: context.depth + 1 }));
  }
  return Object.fromEntries(filled);
}

function sampleArray(schema: Schema, context: Context): unknown[] {
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const most =
    typeof schema["maxItems"] === "number" ? schema["maxItems"] : Number.MAX_SAFE_INTEGER;
  const count = Math.min(Math.max(least, context.depth < DEEP ? 1 : 0), most, 100);
  const inner = { ...context, depth: context.depth + 1 };
  const first = Array.isArray(schema["prefixItems"]) ? (schema["prefixItems"] as unknown[]) : [];
  return Array.from({ length: Math.max(count, Math.min(first.length, most)) }, (_, i) => {
    const value = sample(first[i] ?? schema["items"] ?? {}, inner);
    return schema["uniqueItems"] === true ? distinct(value, i) : value;
  });
}

function distinct(value: unknown, index: number): unknown {
  if (index === 0) return value;
  if (typeof value === "number") return value + index;
  return typeof value === "string" ? `${value} ${index + 1}` : value;
}
