import { expect, test } from "bun:test";
import { applyQuirks, type Quirks } from "../quirks.ts";

const quirks: Quirks = { gemini_plain_schema: true };
const schema = {
  type: "object",
  properties: { a: { type: ["string", "null"], const: "x" } },
  additionalProperties: false,
};

test("schemas of tools and answers are rewritten once", () => {
  const text = JSON.stringify({
    contents: [],
    tools: [
      {
        functionDeclarations: [
          { name: "f", parametersJsonSchema: schema },
          { name: "g", parametersJsonSchema: { type: "object" } },
        ],
      },
      { googleSearch: {} },
    ],
    generationConfig: { responseMimeType: "application/json", responseJsonSchema: schema },
  });
  const edited = applyQuirks(text, quirks);
  expect(edited).not.toMatch(/additionalProperties|JsonSchema|const/);
  expect(JSON.parse(edited)).toMatchObject({
    tools: [
      { functionDeclarations: [{ name: "f", parameters: { type: "object" } }, { name: "g" }] },
      { googleSearch: {} },
    ],
    generationConfig: { responseSchema: { properties: { a: { nullable: true, enum: ["x"] } } } },
  });
  expect(applyQuirks(edited, quirks)).toBe(edited);
});

test("a native client's schema that is narrow already keeps its bytes", () => {
  const text =
    '{"contents":[],"tools":[{"functionDeclarations":[{"name":"f","parameters":{"type":"object","properties":{"a":{"type":"string"}}}}]}]}';
  expect(applyQuirks(text, quirks)).toBe(text);
  expect(applyQuirks('{"messages":[]}', quirks)).toBe('{"messages":[]}');
});
