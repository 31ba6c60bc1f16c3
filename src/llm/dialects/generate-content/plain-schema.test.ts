import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { toJsonSchema } from "./json-schema.ts";
import { toPlainSchema } from "./plain-schema.ts";

type Schema = Record<string, unknown>;

describe("the narrow schema dialect", () => {
  test.each([
    ["types stay", { type: "integer", minimum: 1 }, { type: "integer", minimum: 1 }],
    ["type arrays with null", { type: ["string", "null"] }, { type: "string", nullable: true }],
    [
      "type arrays",
      { type: ["string", "number"], description: "d", maxLength: 5 },
      {
        description: "d",
        maxLength: 5,
        anyOf: [
          { type: "string", maxLength: 5 },
          { type: "number", maxLength: 5 },
        ],
      },
    ],
    ["const", { const: "a" }, { type: "string", enum: ["a"] }],
    [
      "an enum of numbers",
      { enum: [1, 2], description: "d" },
      { type: "number", description: "d Allowed values: 1, 2" },
    ],
    ["an enum with null", { enum: ["a", null] }, { type: "string", enum: ["a"], nullable: true }],
    ["a constant flag", { const: true }, { type: "boolean", description: "Allowed values: true" }],
    [
      "oneOf",
      { oneOf: [{ type: "string" }, { type: "integer" }] },
      { anyOf: [{ type: "string" }, { type: "integer" }] },
    ],
    [
      "anyOf with null",
      { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }], description: "d" },
      { type: "string", minLength: 1, nullable: true, description: "d" },
    ],
    [
      "allOf",
      {
        allOf: [
          { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
          { properties: { b: {} }, required: ["b", "zz"] },
        ],
      },
      {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
        required: ["a", "b"],
      },
    ],
    [
      "exclusive bounds of integers",
      { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 },
      { type: "integer", minimum: 1, maximum: 9 },
    ],
    [
      "exclusive bounds of numbers",
      { type: "number", exclusiveMinimum: 0 },
      { type: "number", minimum: 0 },
    ],
    ["an array without items", { type: "array" }, { type: "array", items: { type: "string" } }],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }, { type: "number" }] },
      { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
    ],
    ["formats", { type: "string", format: "uuid" }, { type: "string" }],
    [
      "the formats it knows",
      { type: "string", format: "date-time" },
      { type: "string", format: "date-time" },
    ],
    [
      "unknown keys",
      { $schema: "x", type: "object", additionalProperties: false, properties: {}, not: {} },
      { type: "object", properties: {} },
    ],
    [
      "a type guessed",
      { properties: { a: { items: {} } } },
      { type: "object", properties: { a: { type: "array", items: { type: "string" } } } },
    ],
    [
      "a schema that is true",
      { type: "object", properties: { a: true } },
      { type: "object", properties: { a: { type: "string" } } },
    ],
    ["examples", { type: "string", examples: ["x", "y"] }, { type: "string", example: "x" }],
  ] as [string, Schema, Schema][])("%s", (_what, schema, expected) => {
    expect(toPlainSchema(schema)).toEqual(expected);
  });

  test("references are put in place, with what stands beside them", () => {
    const schema = {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/A", description: "mine" },
        b: { $ref: "#/definitions/B%20C" },
        c: { $ref: "#/nowhere", description: "lost" },
      },
      $defs: { A: { type: "string", description: "theirs" } },
      definitions: { "B C": { $ref: "#/$defs/A" } },
    };
    expect(toPlainSchema(schema)["properties"]).toEqual({
      a: { type: "string", description: "mine" },
      b: { type: "string", description: "theirs" },
      c: { type: "string", description: "lost" },
    });
  });

  test("a schema inside itself ends", () => {
    const schema = {
      $ref: "#/$defs/Node",
      $defs: {
        Node: {
          type: "object",
          properties: {
            next: { $ref: "#/$defs/Node" },
            list: { type: "array", items: { $ref: "#/$defs/Node" } },
            root: { $ref: "#" },
          },
        },
      },
    };
    expect(toPlainSchema(schema)).toEqual({
      type: "object",
      properties: {
        next: { type: "object" },
        list: { type: "array", items: { type: "object" } },
        root: { type: "object" },
      },
    });
    const self = { allOf: [{ $ref: "#" }], type: "object" };
    expect(toPlainSchema(self)).toMatchObject({ type: "object" });
  });

  const KEYS =
    /^(anyOf|default|description|enum|example|format|items|maxItems|minItems|maxLength|minLength|maxProperties|minProperties|maximum|minimum|nullable|pattern|properties|propertyOrdering|required|title|type)$/;

  function check(schema: unknown): void {
    const node = schema as Schema;
    for (const key of Object.keys(node)) expect(key).toMatch(KEYS);
    expect(typeof node["type"] === "string" || Array.isArray(node["anyOf"])).toBe(true);
    if (node["type"] === "array") check(node["items"]);
    for (const option of (node["anyOf"] ?? []) as unknown[]) check(option);
    for (const value of Object.values((node["properties"] ?? {}) as Schema)) check(value);
  }

  const anySchema: fc.Arbitrary<Schema> = fc.letrec<{ schema: Schema; node: Schema }>((tie) => ({
    schema: fc.oneof({ maxDepth: 3 }, fc.constant({}), tie("node")),
    node: fc.record(
      {
        type: fc.oneof(
          fc.constantFrom("string", "object", "array", "null", "integer"),
          fc.array(fc.constantFrom("string", "null", "object", "array"), { maxLength: 3 }),
        ),
        properties: fc.dictionary(fc.stringMatching(/^[a-z]$/), tie("schema"), { maxKeys: 2 }),
        items: fc.oneof(tie("schema"), fc.array(tie("schema"), { maxLength: 2 }), fc.boolean()),
        anyOf: fc.array(tie("schema"), { maxLength: 2 }),
        oneOf: fc.array(tie("schema"), { maxLength: 2 }),
        allOf: fc.array(tie("schema"), { maxLength: 2 }),
        $ref: fc.constantFrom("#", "#/properties/a", "#/nowhere"),
        const: fc.jsonValue({ maxDepth: 1 }),
        enum: fc.array(fc.jsonValue({ maxDepth: 0 }), { maxLength: 3 }),
        exclusiveMinimum: fc.integer(),
        additionalProperties: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  })).schema;

  test("whatever the schema, the result has only keys and types the vendor knows", () => {
    fc.assert(
      fc.property(anySchema, (schema) => check(toPlainSchema(schema))),
      { numRuns: 300 },
    );
  });
});

test("references that double with every level are cut off", () => {
  const properties = (name: string): Schema => ({
    type: "object",
    properties: { a: { $ref: `#/$defs/${name}` }, b: { $ref: `#/$defs/${name}` } },
    allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }],
  });
  const levels = Array.from({ length: 30 }, (_value, i) => [`L${i}`, properties(`L${i + 1}`)]);
  const schema = { ...properties("L0"), $defs: Object.fromEntries(levels) as Schema };
  const started = performance.now();
  toPlainSchema(schema);
  expect(performance.now() - started).toBeLessThan(1000);
});

describe("from the narrow schema dialect", () => {
  test("capital types, nullable, counts as text, order", () => {
    expect(
      toJsonSchema({
        type: "OBJECT",
        properties: {
          b: { type: "STRING", nullable: true, enum: ["x"], format: "enum" },
          a: { type: "ARRAY", items: { type: "INTEGER", format: "int32" }, minItems: "1" },
          c: { any_of: [{ type: "NUMBER" }, { type: "BOOLEAN" }], nullable: true },
        },
        propertyOrdering: ["a"],
        required: ["a"],
      }),
    ).toEqual({
      type: "object",
      properties: {
        a: { type: "array", items: { type: "integer", format: "int32" }, minItems: 1 },
        b: { type: ["string", "null"], enum: ["x", null] },
        c: { anyOf: [{ type: "number" }, { type: "boolean" }, { type: "null" }] },
      },
      required: ["a"],
    });
  });
});
