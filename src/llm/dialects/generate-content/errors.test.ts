import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { readFailure, readInbandError, writeError, writeStreamError } from "./errors.ts";

const type = "type.googleapis.com/google.rpc.";
const body = (code: number, status: string, message: string, details?: object[]): string =>
  JSON.stringify({ error: { code, message, status, ...(details && { details }) } });
const read = (status: number, text: string, headers: Record<string, string> = {}) =>
  readFailure(status, new Headers(headers), text);

describe("a vendor's failure", () => {
  test("a refused key is a 400 there and a 401 here", () => {
    const info = {
      "@type": `${type}ErrorInfo`,
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
    };
    const text = body(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      info,
    ]);
    expect(read(400, text)).toMatchObject({
      status: 401,
      code: "API_KEY_INVALID",
      type: "INVALID_ARGUMENT",
    });
    expect(
      read(400, body(400, "INVALID_ARGUMENT", "API key expired. Please renew the API key.")),
    ).toMatchObject({ status: 401 });
    expect(
      read(400, body(400, "INVALID_ARGUMENT", "Request contains an invalid argument.")),
    ).toMatchObject({
      status: 400,
      code: undefined,
    });
  });

  test.each([
    ["27s", 27],
    ["0.5s", 0.5],
    [{ seconds: "3", nanos: 500_000_000 }, 3.5],
    ["9999999s", 86_400],
    ["soon", undefined],
  ])("RetryInfo %j", (retryDelay, expected) => {
    const details = [
      { "@type": `${type}QuotaFailure`, violations: [] },
      { "@type": `${type}RetryInfo`, retryDelay },
    ];
    const failure = read(429, body(429, "RESOURCE_EXHAUSTED", "quota", details));
    expect<unknown>(failure.retryAfter).toBe(expected);
    expect(failure.status).toBe(429);
  });

  test("a wait in a header or in words, where the details are gone", () => {
    expect(read(429, body(429, "X", "m"), { "retry-after": "7" }).retryAfter).toBe(7);
    expect(read(429, body(429, "X", "Please retry in 41.5s.")).retryAfter).toBe(41.5);
  });

  test("no money left is not a limit that waiting helps", () => {
    const text = body(429, "RESOURCE_EXHAUSTED", "Your prepayment credits are depleted.");
    expect(read(429, text).status).toBe(402);
  });

  test("a field at fault, an array around the error, plain text and markup", () => {
    const details = [{ "@type": `${type}BadRequest`, fieldViolations: [{ field: "contents" }] }];
    const text = body(400, "INVALID_ARGUMENT", "bad", details);
    expect(read(400, `[${text}]`)).toMatchObject({ message: "bad", param: "contents" });
    expect(read(503, "upstream connect error")).toMatchObject({
      message: "upstream connect error",
    });
    expect(read(502, "<html><head><title>Bad</title></head></html>").message).toBe("Bad");
    expect(read(500, "").message).toBe("The vendor answered with status 500 and no message.");
  });

  test("in band: status and wait are kept, a refused key of ours is not shown as the client's", () => {
    const retry = [{ "@type": `${type}RetryInfo`, retryDelay: "2s" }];
    const limited = readInbandError(
      JSON.parse(body(429, "RESOURCE_EXHAUSTED", "slow", retry)) as object as never,
    );
    expect(limited).toMatchObject({
      code: "upstream_error",
      status: 429,
      message: "slow",
      detail: { retryAfter: 2 },
    });
    expect(readInbandError({ error: { code: 401, message: "no" } })?.status).toBe(502);
    expect(readInbandError({ candidates: [] })).toBeUndefined();
  });
});

describe("our errors", () => {
  test.each([
    ["invalid_request", 400, "INVALID_ARGUMENT"],
    ["invalid_api_key", 401, "UNAUTHENTICATED"],
    ["forbidden", 403, "PERMISSION_DENIED"],
    ["model_not_found", 404, "NOT_FOUND"],
    ["body_too_large", 413, "INVALID_ARGUMENT"],
    ["rate_limit_exceeded", 429, "RESOURCE_EXHAUSTED"],
    ["client_closed_request", 499, "CANCELLED"],
    ["internal_error", 500, "INTERNAL"],
    ["upstream_error", 502, "UNAVAILABLE"],
    ["unavailable", 503, "UNAVAILABLE"],
    ["upstream_timeout", 504, "DEADLINE_EXCEEDED"],
  ] as const)("%s is %d %s", (code, number, status) => {
    const { error } = JSON.parse(writeError(new AppError(code, "m"))) as { error: object };
    expect(error).toMatchObject({ code: number, message: "m", status });
  });

  test("say when to come back, and every field at fault", () => {
    const error = new AppError("rate_limit_exceeded", "slow", { retryAfter: 1.5 });
    expect(JSON.parse(writeError(error))).toMatchObject({
      error: {
        details: [
          { reason: "RATE_LIMIT_EXCEEDED" },
          { "@type": `${type}RetryInfo`, retryDelay: "1.5s" },
        ],
      },
    });
    const problems = [
      { path: "contents", message: "is bad" },
      { path: "tools", message: "too" },
    ];
    const bad = new AppError("invalid_request", "is bad", { param: "contents", problems });
    expect(JSON.parse(writeError(bad))).toMatchObject({
      error: {
        details: [
          {},
          {
            "@type": `${type}BadRequest`,
            fieldViolations: [
              { field: "contents", description: "is bad" },
              { field: "tools", description: "too" },
            ],
          },
        ],
      },
    });
    // What we write, we can read.
    expect(read(429, writeError(error)).retryAfter).toBe(1.5);
  });

  test("in a stream: an event like any other", () => {
    expect(writeStreamError(new AppError("upstream_cut", "cut"))).toMatch(
      /^data: \{"error".*\}\n\n$/,
    );
  });
});
