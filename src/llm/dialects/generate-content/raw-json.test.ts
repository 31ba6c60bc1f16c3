import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { compactJson, isDelicate, rawElements, rawMember } from "./raw-json.ts";

describe("values as text", () => {
  test("what is not delicate is the same when it is read and printed again", () => {
    const number = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.constantFrom("1.0", "-0", "1e5", "12345678901234567890", "0.10", "1E+2", "100"),
    );
    const key = fc.oneof(fc.string(), fc.constantFrom("1", "2", "__proto__", "a"));
    fc.assert(
      fc.property(fc.array(fc.tuple(key, number)), (members) => {
        const unique = new Map(members);
        const text = `{${[...unique].map(([name, n]) => `${JSON.stringify(name)}:${String(n)}`).join(",")}}`;
        fc.pre(!/NaN|Infinity/.test(text));
        if (!isDelicate(text)) expect(JSON.stringify(JSON.parse(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    "1e400",
    "12345678901234567890",
    "1.0",
    "0.10",
    "-0",
    "1E5",
    '{"1":0}',
    '{"__proto__":1}',
  ])("%s is delicate", (text) => {
    expect(isDelicate(text)).toBe(true);
  });

  test.each(["1", "-5", "0.5", "10", '"a"', '{"a":[1,2.25,true,null]}'])("%s is not", (text) => {
    expect(isDelicate(text)).toBe(false);
  });

  test("members in either spelling, elements, and what is neither", () => {
    expect(rawMember(' {"function_call": {"a" : 1.0} }', "functionCall")).toBe('{"a" : 1.0}');
    expect(rawMember("[1]", "a")).toBeUndefined();
    expect(rawMember(undefined, "a")).toBeUndefined();
    expect(rawElements(' [ 1.0 , {"a":2} ]')).toEqual(["1.0", '{"a":2}']);
    expect(rawElements('{"a":1}')).toEqual(['{"a":1}']);
    expect(rawElements("5")).toEqual([]);
  });

  test("space between tokens goes, space in texts stays", () => {
    expect(compactJson('{ "a" : [ 1.0 ,\n 2 ], "b c" : "d \\" e" }')).toBe(
      '{"a":[1.0,2],"b c":"d \\" e"}',
    );
  });
});
