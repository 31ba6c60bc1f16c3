import { expect, test } from "bun:test";
import { strictSchema } from "./schema.ts";

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  [
    "objects are closed, at every depth",
    {
      type: "object",
      properties: {
        a: { type: "array", items: { type: "object", properties: {}, additionalProperties: true } },
      },
      required: ["a"],
    },
    {
      type: "object",
      properties: {
        a: {
          type: "array",
          items: { type: "object", properties: {}, additionalProperties: false },
        },
      },
      required: ["a"],
      additionalProperties: false,
    },
  ],
  [
    "what cannot be enforced is told",
    { type: "string", description: "a name", minLength: 2, pattern: "^[a-z]+$" },
    { type: "string", description: 'a name (minLength: 2, pattern: "^[a-z]+$")' },
  ],
  [
    "known formats and small minima are kept, others told",
    {
      anyOf: [
        { type: "string", format: "date" },
        { type: "string", format: "color" },
        { type: "array", minItems: 1 },
        { type: "array", minItems: 2 },
      ],
    },
    {
      anyOf: [
        { type: "string", format: "date" },
        { type: "string", description: '(format: "color")' },
        { type: "array", minItems: 1 },
        { type: "array", description: "(minItems: 2)" },
      ],
    },
  ],
  [
    "references, definitions and unions",
    {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $defs: { n: { type: "object", properties: { next: { $ref: "#/$defs/n" } } } },
      oneOf: [{ $ref: "#/$defs/n" }, { type: ["string", "null"] }],
    },
    {
      $defs: {
        n: {
          type: "object",
          properties: { next: { $ref: "#/$defs/n" } },
          additionalProperties: false,
        },
      },
      anyOf: [{ $ref: "#/$defs/n" }, { type: ["string", "null"] }],
    },
  ],
  [
    "a property may have any name",
    {
      type: "object",
      properties: { minLength: { type: "number", minimum: 1 }, type: { const: "x" } },
    },
    {
      type: "object",
      properties: {
        minLength: { type: "number", description: "(minimum: 1)" },
        type: { const: "x" },
      },
      additionalProperties: false,
    },
  ],
])("%s", (_name, schema, expected) => {
  expect(strictSchema(schema)).toEqual(expected);
  expect(strictSchema(strictSchema(schema))).toEqual(expected);
});

test("a schema nested without end does not break the writer", () => {
  let schema: Record<string, unknown> = {};
  for (let i = 0; i < 5000; i++) schema = { items: schema };
  expect(() => strictSchema(schema)).not.toThrow();
});
