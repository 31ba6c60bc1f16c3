/** The one mapper from errors to answers on the relay's own endpoints, in the client's dialect. */

import type { AppError } from "../base/errors.ts";
import type { Dialect } from "../llm/dialect.ts";

export function errorResponse(
  dialect: Dialect,
  error: AppError,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { retryAfter } = error.detail;
  const shouldRetry = error.retryable || retryAfter !== undefined;
  return new Response(dialect.writeError(error, requestId), {
    status: error.status,
    headers: {
      ...headers,
      ...error.detail.headers,
      "content-type": "application/json",
      "x-request-id": requestId,
      "request-id": requestId,
      // The official clients retry 429 and 5xx on their own unless told not to.
      "x-should-retry": shouldRetry ? "true" : "false",
      ...(retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter)) }),
    },
  });
}
