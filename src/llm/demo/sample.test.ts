import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { sampleValue } from "./sample.ts";

const schemas = {
  texts: z.object({
    city: z.string(),
    email: z.email(),
    id: z.uuid(),
    when: z.iso.datetime(),
    short: z.string().max(2),
    long: z.string().min(50),
  }),
  numbers: z.object({
    count: z.int().min(10).max(20),
    ratio: z.number().gt(0).lt(1),
    step: z.number().multipleOf(5),
    below: z.number().max(-4),
  }),
  nested: z.object({
    list: z.array(z.object({ on: z.boolean(), kind: z.enum(["a", "b"]) })).min(2),
    pair: z.tuple([z.string(), z.number()]),
  }),
  unions: z.object({
    either: z.union([z.null(), z.object({ x: z.int() })]),
    fixed: z.literal("f"),
    maybe: z.string().nullable(),
  }),
  optional: z.object({ a: z.string().optional(), b: z.number() }),
  merged: z.intersection(z.object({ a: z.string() }), z.object({ b: z.int() })),
};

describe("sampleValue satisfies the schema", () => {
  for (const [name, schema] of Object.entries(schemas)) {
    test.each([true, false])(`${name}, optional properties filled: %p`, (optional) => {
      const value = sampleValue(z.toJSONSchema(schema), { asked: "Weather in Rome", optional });
      expect(schema.safeParse(value).error).toBeUndefined();
    });
  }

  test("schemas that refer to themselves end", () => {
    const tree = {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          type: "object",
          properties: {
            name: { type: "string" },
            children: { type: "array", items: { $ref: "#/$defs/node" } },
          },
          required: ["name", "children"],
        },
        loop: { $ref: "#/$defs/loop" },
      },
    };
    expect(JSON.stringify(sampleValue(tree, { asked: "", optional: true })).length).toBeLessThan(
      2000,
    );
    expect(
      sampleValue({ ...tree, $ref: "#/$defs/loop" }, { asked: "", optional: true }),
    ).toBeDefined();
  });

  test("uses what the user said", () => {
    const schema = {
      properties: {
        location: {},
        unit: { enum: ["celsius", "fahrenheit"] },
        query: { type: "string" },
      },
    };
    expect(
      sampleValue(schema, { asked: "In fahrenheit, for Los Angeles?", optional: true }),
    ).toEqual({
      location: "Los Angeles",
      unit: "fahrenheit",
      query: "In fahrenheit, for Los Angeles?",
    });
  });

  test.each([
    [{}],
    [{ type: "nonsense" }],
    [{ $ref: "#/nowhere" }],
    [{ type: ["null"] }],
    [{ pattern: "(" }],
    [{ enum: [] }],
  ])("%j gives something", (schema) => {
    expect(
      sampleValue(schema as Record<string, unknown>, { asked: "", optional: true }),
    ).not.toBeUndefined();
  });
});
