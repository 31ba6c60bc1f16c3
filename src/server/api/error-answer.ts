/** Renders an error of everything but the relay's own endpoints, and logs it once if it is ours. */

import { type AppError, toAppError } from "../../base/errors.ts";
import type { Log } from "../../base/log.ts";
import type { ErrorBody } from "../../contract/error.ts";

/** On every answer that is not the relay's: nothing here may be cached or guessed at. */
export const COMMON_HEADERS = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
} as const;

export function makeErrorAnswer(thrown: unknown, requestId: string, log: Log): Response {
  const error = toAppError(thrown);
  if (error.status >= 500) {
    log.error(error.message, {
      request_id: requestId,
      code: error.code,
      error: error.cause ?? error,
    });
  }
  return Response.json(makeErrorBody(error, requestId), {
    status: error.status,
    headers: {
      ...COMMON_HEADERS,
      ...(error.detail.retryAfter === undefined
        ? {}
        : { "retry-after": String(Math.ceil(error.detail.retryAfter)) }),
      ...error.detail.headers,
      "x-request-id": requestId,
    },
  });
}

function makeErrorBody(error: AppError, requestId: string): ErrorBody {
  const { param, problems } = error.detail;
  return {
    error: {
      message: error.message,
      ...(error.sentence && { sentence: error.sentence.sentence, params: error.sentence.params }),
      type: error.type,
      param: param ?? null,
      code: error.shownCode,
      ...(problems === undefined ? {} : { problems: [...problems] }),
      request_id: requestId,
    },
  };
}
