import { describe, expect, test } from "bun:test";
import { AppError } from "../../../base/errors.ts";
import { SseReader } from "../../../base/sse.ts";
import { readFailure, readInbandError, writeError, writeStreamError } from "./errors.ts";

describe("errors for a client", () => {
  test("have all four keys", () => {
    const error = new AppError("invalid_request", "no", { param: "input[0]" });
    expect(JSON.parse(writeError(error))).toEqual({
      error: {
        message: "no",
        type: "invalid_request_error",
        param: "input[0]",
        code: "invalid_request",
      },
    });
  });

  test("in a stream: an error in both forms, then the failed answer", () => {
    const text = writeStreamError(new AppError("upstream_cut", "cut"));
    const frames = new SseReader().push(new TextEncoder().encode(text));
    expect(frames.map((frame) => frame.event)).toEqual(["error", "response.failed"]);
    const [first, last] = frames.map((frame) => JSON.parse(frame.data ?? "") as unknown);
    expect(first).toEqual({
      type: "error",
      sequence_number: 0,
      code: "upstream_cut",
      message: "cut",
      param: null,
      error: { message: "cut", type: "upstream_error", param: null, code: "upstream_cut" },
    });
    expect(last).toMatchObject({
      type: "response.failed",
      sequence_number: 1,
      response: { status: "failed", error: { code: "server_error", message: "cut" }, output: [] },
    });
  });

  test.each([
    [
      new AppError("upstream_error", "x", { shownCode: "server_is_overloaded" }),
      "server_is_overloaded",
    ],
    [new AppError("upstream_error", "x", { shownCode: null }), "server_error"],
    [new AppError("rate_limit_exceeded", "x"), "rate_limit_exceeded"],
    [new AppError("internal_error", "x"), "server_error"],
  ])("%s: the failed answer's code", (error, code) => {
    expect(writeStreamError(error)).toContain(`"error":{"code":"${code}"`);
  });
});

describe("errors of a vendor", () => {
  test("status, envelope and wait", () => {
    const text =
      '{"error":{"message":"slow down","type":"tokens","param":null,"code":"rate_limit_exceeded"}}';
    expect(readFailure(429, new Headers({ "retry-after-ms": "1500" }), text)).toEqual({
      status: 429,
      message: "slow down",
      type: "tokens",
      code: "rate_limit_exceeded",
      param: undefined,
      retryAfter: 1.5,
    });
  });

  test.each([
    [
      { type: "error", error: { message: "a", code: null, type: "server_error" } },
      "a",
      "server_error",
    ],
    [{ type: "error", code: "b1", message: "b", param: "input" }, "b", undefined],
    [{ status: "failed", error: { code: "c1", message: "c" } }, "c", undefined],
    [{ status: "failed", error: null }, "ended the answer as failed", undefined],
    [{ status: "cancelled" }, "ended the answer as cancelled", undefined],
    [{ error: "plain" }, "plain", undefined],
  ])("in band: %j", (body, message, type) => {
    const error = readInbandError(body);
    expect(error?.message).toContain(message);
    expect(error?.code).toBe("upstream_error");
    expect(error?.detail.type).toBe(type as string);
  });

  test.each([[{ status: "completed", error: null }], [{ status: "queued" }], [{}]])(
    "%j is none",
    (body) => {
      expect(readInbandError(body)).toBeUndefined();
    },
  );
});
