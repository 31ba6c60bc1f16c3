import { expect, test } from "bun:test";
import { readRetryAfter } from "./retry-after.ts";

const now = Date.parse("2026-01-02T03:04:05Z");

test.each([
  [{ "retry-after": "3" }, 3],
  [{ "retry-after": " 1.5 " }, 1.5],
  [{ "retry-after": "0" }, 0],
  [{ "retry-after-ms": "250", "retry-after": "9" }, 0.25],
  [{ "x-ms-retry-after-ms": "1500" }, 1.5],
  [{ "retry-after": "Fri, 02 Jan 2026 03:05:05 GMT" }, 60],
  [{ "retry-after": "Fri, 02 Jan 2026 03:04:00 GMT" }, 0],
  [{ "retry-after": "99999999" }, 86_400],
  [{ "retry-after": "-5" }, undefined],
  [{ "retry-after": "soon" }, undefined],
  [{ "retry-after-ms": "x", "retry-after": "2" }, 2],
  [{}, undefined],
])("%j waits %p seconds", (headers, seconds) => {
  expect(readRetryAfter(new Headers(headers), now)).toBe(seconds);
});
