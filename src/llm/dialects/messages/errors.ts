/** Errors: a vendor's read, ours written. */

import type { AppError } from "../../../base/errors.ts";
import { writeSse } from "../../../base/sse.ts";
import type { UpstreamFailure } from "../../dialect.ts";
import { readFailure as readAnyFailure, vendorError } from "../../failure.ts";

export { vendorError } from "../../failure.ts";

// ---- vendor errors -------------------------------------------------------------------------------------------------

export function readFailure(
  status: number,
  headers: Headers,
  text: string,
  now: number = Date.now(),
): UpstreamFailure {
  const failure = readAnyFailure(status, headers, text);
  if (status !== 429 || failure.retryAfter !== undefined) return failure;
  return { ...failure, retryAfter: readResets(headers, now) };
}

const LIMITS = ["requests", "tokens", "input-tokens", "output-tokens"];

/** Seconds until the last exhausted limit is filled again, where only the limits' own headers say so. */
function readResets(headers: Headers, now: number): number | undefined {
  const waits = LIMITS.filter(
    (limit) => headers.get(`anthropic-ratelimit-${limit}-remaining`)?.trim() === "0",
  )
    .map((limit) => Date.parse(headers.get(`anthropic-ratelimit-${limit}-reset`) ?? ""))
    .filter((reset) => !Number.isNaN(reset))
    .map((reset) => Math.max(0, (reset - now) / 1000));
  return waits.length === 0 ? undefined : Math.max(...waits);
}

/** The failure inside an answer or event that came with status 200; undefined when there is none. */
export function readInbandError(body: Readonly<Record<string, unknown>>): AppError | undefined {
  return body["type"] === "error" || body["error"] ? vendorError(body) : undefined;
}

// ---- our errors ----------------------------------------------------------------------------------------------------

const TYPE_OF_STATUS: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** A vendor's own words that may reach a client. Those about keys and money are about ours, not the client's. */
const PASSED_TYPES: ReadonlySet<string> = new Set([
  "invalid_request_error",
  "not_found_error",
  "request_too_large",
  "rate_limit_error",
  "api_error",
  "timeout_error",
  "overloaded_error",
]);

const CLIENT_FAULTS = 400;
const SERVER_FAULTS = 500;

function errorType(error: AppError): string {
  const { type, shownCode } = error.detail;
  if (error.code === "insufficient_quota") return "billing_error";
  if (error.code === "upstream_timeout") return "timeout_error";
  if (/overloaded/i.test(`${type} ${shownCode}`)) return "overloaded_error";
  if (type !== undefined && PASSED_TYPES.has(type)) return type;
  const { status } = error;
  const known = TYPE_OF_STATUS[status];
  if (known !== undefined) return known;
  return status >= CLIENT_FAULTS && status < SERVER_FAULTS ? "invalid_request_error" : "api_error";
}

export function writeError(error: AppError, requestId?: string): string {
  return JSON.stringify({
    type: "error",
    error: { type: errorType(error), message: error.message },
    request_id: requestId ?? null,
  });
}

/** No `message_stop` follows: the official clients throw on the `error`. */
export function writeStreamError(error: AppError): string {
  return writeSse(writeError(error), "error");
}
