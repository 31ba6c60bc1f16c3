import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  findMember,
  hasDuplicateKey,
  replaceString,
  setTopLevel,
  topLevelElements,
  topLevelMembers,
} from "./json.ts";

describe("topLevelMembers", () => {
  test("agrees with JSON.parse on any object", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(3), (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        const found = [...topLevelMembers(text)].map((m) => [
          m.key,
          JSON.parse(text.slice(m.valueStart, m.valueEnd)),
        ]);
        expect(found).toEqual(Object.entries(JSON.parse(text) as object));
      }),
    );
  });
});

describe("hasDuplicateKey", () => {
  test.each([
    ['{"model":"a"}', false],
    ['{"model":"a","model":"b"}', true],
    ['{"model":"a","mod\\u0065l":"b"}', true],
    ['{"model":"a","messages":[{"role":"model","x":{"model":1}}]}', false],
    ['{"model":"a","note":"\\"model\\":\\"b\\""}', false],
    ['{"model":"a","note":"caf\\u00e9"}', false],
  ])("%s -> %p", (text, expected) => {
    expect(hasDuplicateKey(text, "model")).toBe(expected);
  });
});

describe("setTopLevel", () => {
  test("keeps every other byte, large integers and spacing included", () => {
    const text = '{ "seed": 12345678901234567890, "model" : "a", "x":1e400 }';
    expect(setTopLevel(text, "model", '"b"')).toBe(
      '{ "seed": 12345678901234567890, "model" : "b", "x":1e400 }',
    );
  });
  test("adds an absent member", () => {
    expect(setTopLevel('{"a":1}', "b", "2")).toBe('{"a":1,"b":2}');
    expect(setTopLevel("{ }", "b", "2")).toBe('{ "b":2}');
  });
});

describe("replaceString", () => {
  test("touches the top-level member, not one that looks alike deeper down", () => {
    const text = '{"tools":[{"model":"a"}],"model":"a"}';
    expect(replaceString(text, "model", "a", "b")).toBe('{"tools":[{"model":"a"}],"model":"b"}');
  });
  test("finds any spelling of the value", () => {
    expect(replaceString('{"model"\n:\t"\\u0061"}', "model", "a", "b")).toBe('{"model"\n:\t"b"}');
  });
});

describe("reading parts of JSON as text", () => {
  test("elements of an array, as they stand", () => {
    const text = '[ {"a": [1, 2]} , "x,]" ,12345678901234567890,[ ],1e400 ]';
    expect([...topLevelElements(text)]).toEqual([
      '{"a": [1, 2]}',
      '"x,]"',
      "12345678901234567890",
      "[ ]",
      "1e400",
    ]);
    expect([...topLevelElements("[ ]")]).toEqual([]);
  });

  test("a member's value; the last of two counts, as in JSON.parse", () => {
    expect(findMember('{"a":{"b": 1.0},"b":2}', "a")).toBe('{"b": 1.0}');
    expect(findMember('{"a":1,"\\u0061": 2 }', "a")).toBe("2");
    expect(findMember('{"a":{"b":1}}', "b")).toBeUndefined();
  });
});
