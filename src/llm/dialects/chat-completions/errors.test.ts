import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { readFailure, writeError, writeStreamError } from "./errors.ts";

const none = new Headers();

describe("readFailure", () => {
  test.each([
    [
      "OpenAI",
      '{"error":{"message":"no","type":"invalid_request_error","param":"messages[0]","code":"too_long"}}',
      { message: "no", type: "invalid_request_error", param: "messages[0]", code: "too_long" },
    ],
    [
      "OpenRouter's numeric code",
      '{"error":{"code":402,"message":"no credits"}}',
      { message: "no credits", code: "402", type: undefined },
    ],
    [
      "Gemini's array",
      '[{"error":{"code":429,"message":"slow","status":"RESOURCE_EXHAUSTED"}}]',
      { message: "slow", type: "RESOURCE_EXHAUSTED", code: "429" },
    ],
    ["a text for an error", '{"error":"model not loaded"}', { message: "model not loaded" }],
    [
      "a bare message",
      '{"object":"error","message":"bad","type":"E","code":400}',
      { message: "bad", type: "E" },
    ],
    ["FastAPI text", '{"detail":"Not authenticated"}', { message: "Not authenticated" }],
    [
      "FastAPI list",
      '{"detail":[{"loc":["body","messages",0],"msg":"field required","type":"missing"}]}',
      { message: "messages.0: field required", param: "messages.0", type: "missing" },
    ],
    ["an error without a message", '{"error":{"kind":"odd"}}', { message: '{"kind":"odd"}' }],
    ["plain text", "upstream  connect\nerror", { message: "upstream connect error" }],
    [
      "an HTML page",
      "<html><head><title>502 Bad Gateway</title><style>p{}</style></head><body><h1>502</h1>nginx</body></html>",
      { message: "502 Bad Gateway 502 nginx" },
    ],
    ["nothing", "", { message: "The vendor answered with status 502 and no message." }],
    ["null", "null", { message: "The vendor answered with status 502 and no message." }],
  ])("%s", (_name, text, expected) => {
    expect(readFailure(502, none, text)).toMatchObject({ status: 502, ...expected });
  });

  test("a long message is cut and carries no key", () => {
    const { message } = readFailure(
      401,
      none,
      JSON.stringify({ error: { message: `sk-secret12345 ${"x".repeat(5000)}` } }),
    );
    expect(message.length).toBeLessThan(1010);
    expect(message).toStartWith("[redacted] xxx");
  });

  test("takes the wait from the headers", () => {
    expect(readFailure(429, new Headers({ "retry-after": "7" }), "{}").retryAfter).toBe(7);
  });
});

describe("writeError", () => {
  test("has all four keys", () => {
    expect(JSON.parse(writeError(new AppError("insufficient_quota", "no money")))).toEqual({
      error: {
        message: "no money",
        type: "insufficient_quota",
        param: null,
        code: "insufficient_quota",
      },
    });
    expect(
      JSON.parse(
        writeError(new AppError("invalid_request", "bad", { param: "n", shownCode: null })),
      ),
    ).toEqual({
      error: { message: "bad", type: "invalid_request_error", param: "n", code: null },
    });
  });

  test("in a stream it is one event and nothing after it", () => {
    const error = new AppError("upstream_cut", "cut\nshort");
    expect(writeStreamError(error)).toBe(`data: ${writeError(error)}\n\n`);
    expect(writeStreamError(error).trimEnd()).not.toContain("\n");
  });
});
