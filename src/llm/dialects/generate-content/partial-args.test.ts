import { describe, expect, test } from "bun:test";
import { addPiece, makeTree, printTree } from "./partial-args.ts";
import { rawMember } from "./raw-json.ts";

/** Pieces as JSON texts, so that numbers keep their spelling. */
function assemble(...pieces: string[]): string {
  let tree = makeTree();
  for (const piece of pieces) {
    const value = JSON.parse(piece) as Record<string, unknown>;
    tree = addPiece(tree, value, rawMember(piece, "numberValue"));
  }
  return printTree(tree);
}

const text = (jsonPath: string, stringValue: string, willContinue?: true): string =>
  JSON.stringify({ jsonPath, stringValue, ...(willContinue && { willContinue }) });

describe("arguments in pieces", () => {
  test("a text goes on until it says no more", () => {
    expect(assemble(text("$.a", "Bos", true), text("$.a", "ton", true), text("$.a", ""))).toBe(
      '{"a":"Boston"}',
    );
    expect(assemble(text("$.a", "one"), text("$.a", "two"))).toBe('{"a":"two"}');
    expect(assemble(text("$.a", "x", true), text("$.b", "y", true), text("$.a", "z"))).toBe(
      '{"a":"xz","b":"y"}',
    );
  });

  test("numbers keep their spelling; flags and null", () => {
    expect(
      assemble(
        '{"jsonPath":"$.n","numberValue":12345678901234567890}',
        '{"jsonPath":"$.e","numberValue":1e400}',
        '{"jsonPath":"$.f","numberValue":1.0}',
        '{"jsonPath":"$.t","boolValue":false}',
        '{"jsonPath":"$.z","nullValue":"NULL_VALUE"}',
      ),
    ).toBe('{"n":12345678901234567890,"e":1e400,"f":1.0,"t":false,"z":null}');
  });

  test("paths into objects, arrays and odd names", () => {
    expect(
      assemble(
        text("$.a.b[0].c", "1"),
        text("$.a.b[1].c", "2"),
        text("$['x y']", "3"),
        text('$["q\\"t"]', "4"),
        text("$.list[0]", "5", true),
        text("$.list[0]", "6"),
        text("$.__proto__.x", "7"),
      ),
    ).toBe(
      '{"a":{"b":[{"c":"1"},{"c":"2"}]},"x y":"3","q\\"t":"4","list":["56"],"__proto__":{"x":"7"}}',
    );
  });

  test.each([
    [text("a", "1")],
    [text("$", "1")],
    [text("$[0]", "1")],
    [text("$..a", "1")],
    [text("$.a[*]", "1")],
    [text("$.a[999999]", "1")],
    ['{"jsonPath":5,"stringValue":"1"}'],
    ['{"jsonPath":"$.a"}'],
  ])("%s changes nothing", (piece) => {
    expect(assemble(piece)).toBe("{}");
  });
});
