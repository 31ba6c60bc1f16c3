/** Errors: a vendor's read, ours written. */

import type { AppError } from "../../../base/errors.ts";
import { writeSse } from "../../../base/sse.ts";
import { vendorError } from "../../failure.ts";
import { writeAnswer } from "./answer.ts";

export { readFailure, vendorError } from "../../failure.ts";

type Wire = Readonly<Record<string, unknown>>;

// ---- vendor errors -------------------------------------------------------------------------------------------------

/** The failure inside an answer or event that came with status 200; undefined when there is none. */
export function readInbandError(body: Wire): AppError | undefined {
  const { error, status } = body;
  if (error) return vendorError({ error });
  // The published form has the fields beside `type`; the vendor itself puts them into `error`.
  if (body["type"] === "error") {
    return vendorError({ code: body["code"], message: body["message"], param: body["param"] });
  }
  if (status !== "failed" && status !== "cancelled") return undefined;
  return vendorError(`The vendor ended the answer as ${status}.`);
}

// ---- our errors ----------------------------------------------------------------------------------------------------

/** All four keys are always there: clients with generated types require them. */
export function writeError(error: AppError): string {
  return JSON.stringify({ error: writeFields(error) });
}

function writeFields(error: AppError): Wire {
  return {
    message: error.message,
    type: error.type,
    param: error.detail.param ?? null,
    code: error.shownCode,
  };
}

const SERVER_FAULTS = 500;

/** A vendor's own word, or one of those the published schema lists. */
function failureCode(error: AppError): string {
  const { shownCode } = error.detail;
  return shownCode ?? (error.status >= SERVER_FAULTS ? "server_error" : error.code);
}

/** What is known of the answer that failed; a stream that broke before it began has none of it. */
export interface FailedAnswer {
  readonly sequence: number;
  readonly id: string;
  readonly model: string;
  readonly created: number;
  readonly output: readonly unknown[];
}

const UNKNOWN: FailedAnswer = { sequence: 0, id: "", model: "", created: 0, output: [] };

/**
 * As the vendor itself ends a broken stream: `error`, then `response.failed`. The official clients throw on the first,
 * with the message inside `error` (Python) or beside it (the published schema); Codex knows only the second.
 */
export function writeStreamError(error: AppError, failed: FailedAnswer = UNKNOWN): string {
  const fields = writeFields(error);
  const { code, message, param } = fields;
  const { sequence, ...facts } = failed;
  const event = { type: "error", sequence_number: sequence, code, message, param, error: fields };
  const response = writeAnswer({
    ...facts,
    status: "failed",
    error: { code: failureCode(error), message },
  });
  const last = { type: "response.failed", sequence_number: sequence + 1, response };
  return writeSse(JSON.stringify(event), event.type) + writeSse(JSON.stringify(last), last.type);
}
