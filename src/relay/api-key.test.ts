import { describe, expect, test } from "bun:test";
import { AppError } from "../base/errors.ts";
import { hashApiKey, makeApiKey, parseApiKey, sentKey } from "./api-key.ts";

const made = makeApiKey();

describe("parseApiKey", () => {
  test("gives the public id of a whole key", () => {
    expect(parseApiKey(made.key)).toBe(made.id);
    expect(made.hash).toBe(hashApiKey(made.key));
    expect(made.key).not.toContain(made.hash);
  });

  test.each([
    ["missing", undefined, "No API key was sent"],
    ["empty", "", "No API key was sent"],
    ["spaces around", ` ${made.key}`, "spaces around"],
    ["a line break inside", `${made.key.slice(0, 20)}\n${made.key.slice(20)}`, "inside"],
    ["no prefix", made.key.slice("sk-parley-".length), "lacks its prefix"],
    ["a vendor's key", "sk-proj-abcdefghijklmnop", "not a Parley key"],
    ["cut short", made.key.slice(0, -3), "cut short"],
    ["pasted twice", made.key + made.key, "too long"],
    ["wrong characters", `${made.key.slice(0, -1)}!`, "malformed"],
  ])("%s: says so without repeating the key", (_, sent, hint) => {
    try {
      parseApiKey(sent);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
      expect((error as AppError).code).toBe("invalid_api_key");
      expect((error as AppError).message).toContain(hint);
      if (sent)
        expect((error as AppError).message).not.toContain(sent.trim().slice(10, 40) || "\0");
    }
  });
});

test("a key may come as a bearer token or as x-api-key", () => {
  expect(sentKey(new Headers({ authorization: "Bearer a" }))).toBe("a");
  expect(sentKey(new Headers({ authorization: "bearer  a" }))).toBe(" a");
  expect(sentKey(new Headers({ authorization: "a" }))).toBe("a");
  expect(sentKey(new Headers({ "x-api-key": "a" }))).toBe("a");
  expect(sentKey(new Headers())).toBeUndefined();
});
