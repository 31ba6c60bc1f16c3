import { describe, expect, test } from "bun:test";
import { AppError, ERROR_CODES, type ErrorCode, type ErrorDetail } from "../../../base/errors.ts";
import { readFailure, readInbandError, writeError, writeStreamError } from "./errors.ts";

const none = new Headers();
const typeOf = (code: ErrorCode, detail: ErrorDetail = {}): string => {
  const body = JSON.parse(writeError(new AppError(code, "no", detail))) as {
    error: { type: string };
  };
  return body.error.type;
};

describe("readFailure", () => {
  test("the vendor's envelope", () => {
    const text =
      '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}';
    expect(readFailure(529, none, text)).toEqual({
      status: 529,
      message: "Overloaded",
      type: "overloaded_error",
      code: undefined,
      param: undefined,
      retryAfter: undefined,
    });
  });

  test.each([
    ["another vendor's envelope", '{"message":"Too many tokens"}', "Too many tokens"],
    ["chat-completions", '{"error":{"message":"bad","code":"x"}}', "bad"],
    ["a proxy's page", "<html><title>502 Bad Gateway</title></html>", "502 Bad Gateway"],
    [
      "a key in the message",
      '{"error":{"message":"invalid sk-ant-api03-abcdef"}}',
      "invalid [redacted]",
    ],
  ])("%s", (_name, text, message) => {
    expect(readFailure(502, none, text).message).toBe(message);
  });

  const now = Date.parse("2026-01-01T00:00:00Z");
  test.each<[string, Record<string, string>, number | undefined]>([
    ["seconds", { "retry-after": "7" }, 7],
    ["milliseconds", { "retry-after-ms": "1500", "retry-after": "9" }, 1.5],
    ["a limit's own reset", exhausted("requests", "2026-01-01T00:00:30Z"), 30],
    [
      "the later of two resets",
      {
        ...exhausted("requests", "2026-01-01T00:00:30Z"),
        ...exhausted("input-tokens", "2026-01-01T00:01:00Z"),
      },
      60,
    ],
    ["a reset that has passed", exhausted("tokens", "2025-12-31T00:00:00Z"), 0],
    [
      "a limit that is not exhausted",
      { "anthropic-ratelimit-tokens-reset": "2026-01-01T00:01:00Z" },
      undefined,
    ],
    ["nonsense", exhausted("tokens", "soon"), undefined],
    ["nothing", {}, undefined],
  ])("how long to wait: %s", (_name, headers, seconds) => {
    expect(readFailure(429, new Headers(headers), "{}", now).retryAfter).toBe(seconds);
  });

  test("limits are not looked at when the failure is another", () => {
    const headers = new Headers(exhausted("tokens", "2026-01-01T00:01:00Z"));
    expect(readFailure(500, headers, "{}", now).retryAfter).toBeUndefined();
  });
});

function exhausted(limit: string, reset: string): Record<string, string> {
  const name = `anthropic-ratelimit-${limit}`;
  return { [`${name}-remaining`]: "0", [`${name}-reset`]: reset };
}

describe("readInbandError", () => {
  test("an error after 200", () => {
    const body = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    expect(readInbandError(body)).toMatchObject({
      code: "upstream_error",
      message: "Overloaded",
      detail: { type: "overloaded_error" },
    });
    expect(readInbandError({ type: "message", error: null })).toBeUndefined();
  });
});

describe("writeError", () => {
  test.each<[ErrorCode, string]>([
    ["invalid_request", "invalid_request_error"],
    ["invalid_json", "invalid_request_error"],
    ["invalid_api_key", "authentication_error"],
    ["forbidden", "permission_error"],
    ["model_not_found", "not_found_error"],
    ["method_not_allowed", "invalid_request_error"],
    ["body_too_large", "request_too_large"],
    ["rate_limit_exceeded", "rate_limit_error"],
    ["insufficient_quota", "billing_error"],
    ["client_closed_request", "invalid_request_error"],
    ["internal_error", "api_error"],
    ["upstream_error", "api_error"],
    ["upstream_credentials_exhausted", "api_error"],
    ["upstream_cut", "api_error"],
    ["unavailable", "api_error"],
    ["upstream_timeout", "timeout_error"],
  ])("%s is %s", (code, type) => {
    expect(typeOf(code)).toBe(type);
  });

  test("overload, and only that, is overloaded_error, whoever reports it", () => {
    expect(typeOf("upstream_error", { type: "overloaded_error" })).toBe("overloaded_error");
    expect(typeOf("upstream_error", { shownCode: "server_is_overloaded" })).toBe(
      "overloaded_error",
    );
    expect(typeOf("upstream_error", { status: 529 })).toBe("overloaded_error");
    const codes = Object.keys(ERROR_CODES) as ErrorCode[];
    expect(codes.map((code) => typeOf(code))).not.toContain("overloaded_error");
  });

  test("a vendor's word for our own key or money never reaches the client", () => {
    for (const type of [
      "authentication_error",
      "permission_error",
      "billing_error",
      "server_error",
    ]) {
      expect(typeOf("upstream_error", { type })).toBe("api_error");
    }
  });

  test("a vendor's refusal of the request keeps its kind", () => {
    expect(typeOf("invalid_request", { status: 413, type: "request_too_large" })).toBe(
      "request_too_large",
    );
    expect(typeOf("invalid_request", { status: 422, type: "INVALID_ARGUMENT" })).toBe(
      "invalid_request_error",
    );
  });

  test("has a request_id, known or not", () => {
    const error = new AppError("internal_error", "oops");
    expect(JSON.parse(writeError(error))).toEqual({
      type: "error",
      error: { type: "api_error", message: "oops" },
      request_id: null,
    });
    expect(JSON.parse(writeError(error, "req_9"))).toMatchObject({ request_id: "req_9" });
  });

  test("in a stream it is one event named error, and nothing after it", () => {
    const error = new AppError("upstream_cut", "cut\nshort");
    expect(writeStreamError(error)).toBe(`event: error\ndata: ${writeError(error)}\n\n`);
  });
});
