import { describe, expect, test } from "bun:test";
import { nearest, nearestOf } from "./nearest.ts";

describe("nearest", () => {
  test("two letters that changed places are one slip, not two", () => {
    expect(nearest("claer", ["clam", "clear"])).toBe("clear");
    expect(nearest("ab", ["xy", "ba"])).toBe("ba");
  });

  test("a letter more, less or other is one slip each", () => {
    const commands = ["start", "status", "stop"];
    expect(nearest("strt", commands)).toBe("start");
    expect(nearest("stsatus", commands)).toBe("status");
    expect(nearest("stip", commands)).toBe("stop");
  });

  test("no candidates, no answer", () => {
    expect(nearest("x", [])).toBeUndefined();
  });
});

describe("nearestOf", () => {
  test("a short name with two letters swapped is close enough to be named", () => {
    expect(nearestOf("o3", ["3o"], 3)).toEqual(["3o"]);
  });

  test("names nothing that has little in common, and the best first", () => {
    expect(nearestOf("gpt-4", ["whisper-1", "gpt-5", "gpt-4o"], 3)).toEqual(["gpt-4o", "gpt-5"]);
  });
});
