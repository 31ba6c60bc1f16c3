/** The one mapper from errors to answers on the relay's own endpoints, in the client's dialect. */

import type { AppError } from "../base/errors.ts";
import type { Dialect } from "../llm/dialect.ts";
import { answerHeaders } from "./answer-headers.ts";
import { type Call, endReason } from "./call.ts";

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

/** Ends a call that no vendor answered, and tells the client why. */
export async function giveUp(call: Call, front: Dialect, error: AppError): Promise<Response> {
  // When even this cannot be written, the client's error is already the right one; the store has logged its own.
  await call
    .finish({ reason: endReason(error), status: error.status, error })
    .catch(() => undefined);
  return errorResponse(front, error, call.id, answerHeaders(call, "application/json"));
}
