/**
 * JSON Schema to the vendor's older, narrower dialect (`parameters`, `responseSchema`), for models and proxies that do
 * not take JSON Schema itself. What the narrow dialect cannot say is said in the nearest way, and left out only where it
 * has none:
 *
 *   $ref              the schema it names, in place; inside itself, an object of any shape
 *   type: [a, b]      anyOf; "null" among them is `nullable`
 *   oneOf             anyOf; one that is only null is `nullable`
 *   allOf             one schema: properties and required joined, the later of other keys
 *   const, enum       an enum of texts; other values in the description
 *   exclusiveMinimum  minimum (the next integer for integers); the same for the maximum
 *   tuples            items of any of the tuple's types
 *   no type           guessed from the other keys, else text
 */

import { isRecord } from "../../../base/json.ts";
import { type Budget, inlineRef, mergeAll } from "./schema-parts.ts";
import type { Wire } from "./wire.ts";

/** Deeper than any schema people write. */
const MAX_DEPTH = 32;
/** References to references double with every level; what is past this is cut off. */
const MAX_NODES = 5000;

interface Context {
  readonly root: Wire;
  /** References being inlined: one of these again is a cycle. */
  readonly path: readonly string[];
  readonly depth: number;
  /** How many schemas may still be looked at; shared by the whole. */
  readonly budget: Budget;
}

export function toPlainSchema(schema: Wire): Wire {
  return convert(schema, { root: schema, path: [], depth: 0, budget: { left: MAX_NODES } });
}

function convert(given: unknown, context: Context): Wire {
  const { budget } = context;
  if (!isRecord(given) || context.depth > MAX_DEPTH || budget.left-- <= 0)
    return { type: "string" };
  const { schema, path, isCycle } = inlineRef(given, context.root, context.path);
  if (isCycle) return { type: "object", ...texts(given) };
  const next: Context = { root: context.root, path, depth: context.depth + 1, budget };
  const merged = mergeAll(schema, context.root, path, budget);
  const plain = { ...texts(merged), ...readUnion(merged, next) };
  return finish({ ...copyKeys(merged), ...plain, ...readShape(merged, plain, next) }, merged);
}

// ---- keys that stay ------------------------------------------------------------------------------------------------

function texts(schema: Wire): Wire {
  const kept: Record<string, unknown> = {};
  for (const key of ["title", "description"]) {
    if (typeof schema[key] === "string") kept[key] = schema[key];
  }
  return kept;
}

const NUMBERS = [
  "maxItems",
  "minItems",
  "maxLength",
  "minLength",
  "maxProperties",
  "minProperties",
  "maximum",
  "minimum",
];

/** The vendor refuses every other format. */
const FORMATS = new Set(["date-time", "enum", "float", "double", "int32", "int64"]);

function copyKeys(schema: Wire): Wire {
  const kept: Record<string, unknown> = {};
  for (const key of NUMBERS) if (typeof schema[key] === "number") kept[key] = schema[key];
  for (const key of ["pattern"]) if (typeof schema[key] === "string") kept[key] = schema[key];
  if (typeof schema["format"] === "string" && FORMATS.has(schema["format"])) {
    kept["format"] = schema["format"];
  }
  if (schema["default"] !== undefined) kept["default"] = schema["default"];
  const examples = schema["examples"];
  const example =
    schema["example"] ?? (Array.isArray(examples) ? (examples[0] as unknown) : undefined);
  if (example !== undefined) kept["example"] = example;
  if (schema["nullable"] === true) kept["nullable"] = true;
  if (Array.isArray(schema["propertyOrdering"]))
    kept["propertyOrdering"] = schema["propertyOrdering"];
  return kept;
}

// ---- types and unions ----------------------------------------------------------------------------------------------

function readUnion(schema: Wire, context: Context): Wire {
  const types = typesOf(schema);
  const named = types.filter((type) => type !== "null");
  const nullable = types.length > named.length ? { nullable: true } : {};
  const options = [schema["anyOf"], schema["oneOf"]].find(Array.isArray) as unknown[] | undefined;
  if (options !== undefined) return { ...nullable, ...readOptions(options, context) };
  if (named.length <= 1)
    return { ...nullable, ...(named[0] === undefined ? {} : { type: named[0] }) };
  return {
    ...nullable,
    anyOf: named.map((type) => convert({ ...withoutTexts(schema), type }, context)),
  };
}

/** Options that are only null make the whole nullable; a single one that is left is the whole. */
function readOptions(options: readonly unknown[], context: Context): Wire {
  const rest = options.filter((option) => !isNull(option));
  const nullable = rest.length < options.length ? { nullable: true } : {};
  const plain = rest.map((option) => convert(option, context));
  if (plain.length === 1) return { ...plain[0], ...nullable };
  return plain.length === 0 ? { type: "string", ...nullable } : { anyOf: plain, ...nullable };
}

function isNull(option: unknown): boolean {
  return isRecord(option) && (option["type"] === "null" || option["const"] === null);
}

function withoutTexts(schema: Wire): Wire {
  const { title: _title, description: _description, default: _default, ...rest } = schema;
  return rest;
}

function typesOf(schema: Wire): readonly string[] {
  const type = schema["type"];
  if (typeof type === "string") return [type.toLowerCase()];
  if (!Array.isArray(type)) return [];
  return (type as unknown[]).filter((one) => typeof one === "string");
}

// ---- shapes --------------------------------------------------------------------------------------------------------

function readShape(schema: Wire, plain: Wire, context: Context): Wire {
  if ("anyOf" in plain) return {};
  const type = typeof plain["type"] === "string" ? plain["type"] : guessType(schema);
  if (type === "object") return { type, ...readProperties(schema, context) };
  if (type === "array") return { type, items: readItems(schema, context) };
  return { type, ...readBounds(schema, type) };
}

function guessType(schema: Wire): string {
  if (isRecord(schema["properties"])) return "object";
  if (schema["items"] !== undefined || schema["prefixItems"] !== undefined) return "array";
  const values = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  if (Array.isArray(values) && values.length > 0) {
    const kinds = new Set((values as unknown[]).map((value) => typeof value));
    const [kind] = kinds;
    if (kinds.size === 1 && (kind === "number" || kind === "boolean")) return kind;
  }
  const isNumber = [...NUMBERS.slice(-2), "exclusiveMinimum", "exclusiveMaximum"].some(
    (key) => typeof schema[key] === "number",
  );
  return isNumber ? "number" : "string";
}

function readProperties(schema: Wire, context: Context): Wire {
  const given = schema["properties"];
  if (!isRecord(given)) return {};
  const properties = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, convert(value, context)]),
  );
  const required = Array.isArray(schema["required"])
    ? (schema["required"] as unknown[]).filter(
        (name) => typeof name === "string" && Object.hasOwn(properties, name),
      )
    : [];
  return { properties, ...(required.length === 0 ? {} : { required }) };
}

function readItems(schema: Wire, context: Context): Wire {
  const tuple = [schema["prefixItems"], schema["items"]].find(Array.isArray) as
    | unknown[]
    | undefined;
  if (tuple !== undefined) return readOptions(tuple, context);
  return convert(schema["items"], context);
}

function readBounds(schema: Wire, type: string): Wire {
  const step = type === "integer" ? 1 : 0;
  const above = schema["exclusiveMinimum"];
  const below = schema["exclusiveMaximum"];
  return {
    ...(typeof above === "number" ? { minimum: step ? Math.floor(above) + step : above } : {}),
    ...(typeof below === "number" ? { maximum: step ? Math.ceil(below) - step : below } : {}),
  };
}

/** Fixed values: texts are an enum, others are told to the model in words. */
function finish(plain: Wire, schema: Wire): Wire {
  const values =
    schema["const"] === undefined ? schema["enum"] : ([schema["const"]] as readonly unknown[]);
  if (!Array.isArray(values) || "anyOf" in plain) return plain;
  const named = (values as unknown[]).filter((value) => value !== null);
  const nullable = named.length < values.length ? { nullable: true } : {};
  if (named.every((value) => typeof value === "string")) {
    return {
      ...plain,
      type: "string",
      ...(named.length === 0 ? {} : { enum: named }),
      ...nullable,
    };
  }
  const list = `Allowed values: ${named.map((value) => JSON.stringify(value)).join(", ")}`;
  const said = typeof plain["description"] === "string" ? `${plain["description"]} ${list}` : list;
  return { ...plain, description: said, ...nullable };
}
