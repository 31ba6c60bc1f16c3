import { describe, expect, test } from "bun:test";
import { type PageFilter, pageOf, sortByName } from "./paging.ts";

const NAMES = sort(["mini", "GPT-5", "gpt-5", "gpt-5-mini", "my-gpt-5", "Alpha", "beta"]);

function sort(names: readonly string[]): string[] {
  return sortByName(names, (name) => name);
}

function namesOf(filter: PageFilter, names: readonly string[] = NAMES): readonly string[] {
  return pageOf(names, filter, (name) => name).rows;
}

/** Every page, one after the other. */
function walk(filter: PageFilter, names: readonly string[] = NAMES): string[] {
  const seen: string[] = [];
  for (let before: string | undefined; ;) {
    const page = pageOf(names, { ...filter, before }, (name) => name);
    seen.push(...page.rows);
    if (page.next === null) return seen;
    before = page.next;
  }
}

describe("pages in the order of names", () => {
  test("stand together whatever their case", () => {
    expect(NAMES).toEqual(["Alpha", "beta", "GPT-5", "gpt-5", "gpt-5-mini", "mini", "my-gpt-5"]);
  });

  test("every row comes once, in pages of any size, with and without a search", () => {
    const many = sort(Array.from({ length: 137 }, (_, index) => `m-${index}`));
    for (const limit of [1, 2, 50, 137, 1000]) {
      expect(walk({ limit }, many)).toEqual(many);
      expect(sort(walk({ limit, search: "m-1" }, many))).toEqual(
        many.filter((name) => name.includes("m-1")),
      );
    }
  });

  test("an exact name comes first, then what begins so, then what has it in it", () => {
    expect(namesOf({ search: "gpt-5" })).toEqual(["gpt-5", "GPT-5", "gpt-5-mini", "my-gpt-5"]);
    expect(walk({ search: "gpt-5", limit: 1 })).toEqual([
      "gpt-5",
      "GPT-5",
      "gpt-5-mini",
      "my-gpt-5",
    ]);
  });

  test("a cursor whose row is gone goes on where it stood", () => {
    expect(namesOf({ before: "charlie" })).toEqual([
      "GPT-5",
      "gpt-5",
      "gpt-5-mini",
      "mini",
      "my-gpt-5",
    ]);
  });

  test("nothing, and one", () => {
    expect(pageOf([], {}, String)).toEqual({ rows: [], next: null, total: 0 });
    expect(pageOf(["a"], { limit: 1 }, String)).toEqual({ rows: ["a"], next: null, total: 1 });
    expect(pageOf(["a"], { before: "z" }, String)).toEqual({ rows: [], next: null, total: 1 });
  });
});
