import { expect, test } from "bun:test";
import { countWords } from "./json.ts";
import { findCalls, splitArguments } from "./script-calls.ts";
import { splitText } from "./script.ts";

test("finds calls with raw arguments: brackets in strings, broken JSON, none, empty", () => {
  expect(findCalls('please call:a({"x":"(\\")"}) then call:b, call:c() and call:d({oops)')).toEqual(
    [
      { name: "a", arguments: '{"x":"(\\")"}' },
      { name: "b", arguments: "{}" },
      { name: "c", arguments: "" },
      { name: "d", arguments: "{oops" },
    ],
  );
  expect(findCalls("nothing here")).toEqual([]);
});

test("pieces join to the whole and never split a character", () => {
  for (const text of ["", "a", "  two words ", "🙂🙂🙂 grüße", "line\nbreak\n"]) {
    expect(splitText(text, undefined).join("")).toBe(text);
    for (const pieces of [1, 2, 5, 50]) {
      expect(splitText(text, pieces)).toHaveLength(pieces);
      expect(splitText(text, pieces).join("")).toBe(text);
    }
    const parts = splitArguments(text);
    expect(parts.join("")).toBe(text);
    for (const part of parts) expect(part.isWellFormed()).toBe(true);
  }
});

test("counts words as tokens", () => {
  expect(["", " ", "one", " one  two\nthree "].map(countWords)).toEqual([0, 0, 1, 3]);
});
