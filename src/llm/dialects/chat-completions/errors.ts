/** Errors: a vendor's read, ours written. */

import type { AppError } from "../../../base/errors.ts";
import { writeSse } from "../../../base/sse.ts";
import { vendorError } from "../../failure.ts";

export { readFailure, vendorError } from "../../failure.ts";

/** The failure inside an answer or chunk that came with status 200; undefined when there is none. */
export function readInbandError(body: Readonly<Record<string, unknown>>): AppError | undefined {
  if (body["error"]) return vendorError(body);
  // vLLM and Mistral answer with a bare error object.
  if (body["object"] === "error") return vendorError(body);
  return undefined;
}

/** All four keys are always there: clients with generated types require them. */
export function writeError(error: AppError): string {
  return JSON.stringify({
    error: {
      message: error.message,
      type: error.type,
      param: error.detail.param ?? null,
      code: error.shownCode,
    },
  });
}

/** No `[DONE]` follows: the official clients throw on the `error` and would take the mark for a good end. */
export function writeStreamError(error: AppError): string {
  return writeSse(writeError(error));
}
