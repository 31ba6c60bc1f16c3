import { describe, expect, test } from "bun:test";
import { readFailure, vendorError } from "./failure.ts";

const read = (body: unknown) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { message, type, code, param } = readFailure(422, new Headers(), text);
  return { message, type, code, param };
};

const field = (name: string, msg: string) => ({ type: "missing", loc: ["body", name], msg });

describe("validation errors of FastAPI servers", () => {
  test("Mistral's refusal, wrapped in `message`, says what is wrong with which field", () => {
    const body = {
      object: "error",
      message: {
        detail: [
          {
            type: "extra_forbidden",
            loc: ["body", "top_k"],
            msg: "Extra inputs are not permitted",
            input: 3,
          },
        ],
      },
      type: "invalid_request_error",
      param: null,
      code: null,
    };
    expect(read(body)).toEqual({
      message: "top_k: Extra inputs are not permitted",
      type: "invalid_request_error",
      code: undefined,
      param: "top_k",
    });
    expect(vendorError(body).message).toBe("top_k: Extra inputs are not permitted");
  });

  test.each([
    [{ detail: [field("model", "Field required")] }, "model: Field required", "model"],
    [
      { detail: [{ loc: ["body", "messages", 0, "content"], msg: "none is not allowed" }] },
      "messages.0.content: none is not allowed",
      "messages.0.content",
    ],
    [
      { detail: [{ loc: ["query", "api-version"], msg: "bad" }] },
      "api-version: bad",
      "api-version",
    ],
    [{ detail: [{ msg: "somewhere" }] }, "somewhere", undefined],
    [{ detail: ["plain", "words"] }, "plain; words", undefined],
    [{ detail: { message: "deeper" } }, "deeper", undefined],
    [{ detail: { error: { message: "deepest" } } }, "deepest", undefined],
    [{ detail: "Not Found" }, "Not Found", undefined],
    [{ message: { detail: "Unauthorized" } }, "Unauthorized", undefined],
    [{ message: { detail: [] } }, '{"detail":[]}', undefined],
    [{ error: { message: { detail: [field("n", "too many")] } } }, "n: too many", "n"],
    [{ message: ["a", "b"] }, "a; b", undefined],
  ])("%j", (body, message, param) => {
    expect(read(body)).toMatchObject({ message, param });
  });

  test("every field is told, the first one is `param`", () => {
    expect(
      read({ detail: [field("a", "one"), field("b", "two"), field("c", "three")] }),
    ).toMatchObject({
      message: "a: one; b: two; c: three",
      param: "a",
    });
  });

  test("many are cut short, and nothing throws whatever is inside", () => {
    const many = Array.from({ length: 500 }, (_, i) => field(`f${i}`, "x".repeat(50)));
    expect(read({ detail: many }).message.length).toBeLessThan(1100);
    for (const odd of [
      null,
      5,
      [null],
      [[]],
      { detail: null },
      { detail: { detail: { detail: 1 } } },
    ]) {
      expect(typeof read({ detail: odd }).message).toBe("string");
      expect(typeof read({ message: odd }).message).toBe("string");
      expect(typeof read({ error: odd }).message).toBe("string");
    }
  });
});
