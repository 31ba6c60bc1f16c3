import { describe, expect, test } from "bun:test";
import { duration, Limits } from "./limits.ts";

const none = { rpm: null, tpm: null, concurrency: null };

describe("Limits", () => {
  test("requests per minute refill evenly, and the refusal says when to come back", () => {
    const limits = new Limits({ ...none, rpm: 2 }, 0);
    limits.leave(limits.admit(0, 0), 0, 0);
    limits.leave(limits.admit(0, 0), 0, 0);
    expect(() => limits.admit(0, 0)).toThrow(
      expect.objectContaining({
        code: "rate_limit_exceeded",
        detail: expect.objectContaining({ retryAfter: 30 }),
      }),
    );
    expect(() => limits.admit(0, 30_000)).not.toThrow();
  });

  test("tokens are counted by expectation first and corrected by what was used", () => {
    const limits = new Limits({ ...none, tpm: 100 }, 0);
    limits.leave(limits.admit(80, 0), 20, 0);
    expect(limits.headers(0)["x-ratelimit-remaining-tokens"]).toBe("80");
    limits.leave(limits.admit(10, 0), 200, 0);
    expect(() => limits.admit(10, 0)).toThrow("100 tokens per minute");
    expect(() => limits.admit(10, 90_000)).not.toThrow();
  });

  test("a request larger than the whole limit is told so instead of waiting for ever", () => {
    const limits = new Limits({ ...none, tpm: 100 }, 0);
    expect(() => limits.admit(101, 0)).toThrow("needs about 101 tokens");
  });

  test("calls at once are counted until they leave", () => {
    const limits = new Limits({ ...none, concurrency: 1 }, 0);
    const first = limits.admit(0, 0);
    expect(() => limits.admit(0, 0)).toThrow("1 call at once");
    limits.leave(first, 0, 0);
    expect(() => limits.admit(0, 0)).not.toThrow();
  });

  test("a refused call takes nothing from any limit", () => {
    const limits = new Limits({ rpm: 5, tpm: 10, concurrency: null }, 0);
    expect(() => limits.admit(11, 0)).toThrow();
    expect(limits.headers(0)).toMatchObject({
      "x-ratelimit-remaining-requests": "5",
      "x-ratelimit-remaining-tokens": "10",
      "x-ratelimit-reset-requests": "0s",
    });
    expect(limits.running).toBe(0);
  });

  test("changing one limit keeps the state of the others", () => {
    const limits = new Limits({ ...none, rpm: 1 }, 0);
    limits.admit(0, 0);
    limits.change({ ...none, rpm: 1, tpm: 5 }, 0);
    expect(() => limits.admit(0, 0)).toThrow("1 request per minute");
  });
});

test.each([
  [0, "0s"],
  [120, "120ms"],
  [1500, "1.5s"],
  [60_000, "1m0s"],
  [90_500, "1m31s"],
])("duration(%p) is %p", (ms, text) => {
  expect(duration(ms)).toBe(text);
});
