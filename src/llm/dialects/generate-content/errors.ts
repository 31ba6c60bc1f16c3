/** Errors: a vendor's read, ours written. */

import { AppError, type ErrorDetail } from "../../../base/errors.ts";
import { isRecord } from "../../../base/json.ts";
import { writeSse } from "../../../base/sse.ts";
import type { UpstreamFailure } from "../../dialect.ts";
import { recordsOf } from "../../extras.ts";
import { readFailure as readAnyFailure, vendorError } from "../../failure.ts";
import { present, type Wire } from "./wire.ts";

const TYPE = "type.googleapis.com/google.rpc.";

// ---- vendor errors -------------------------------------------------------------------------------------------------

/** Reads any failed answer. A key the vendor refuses is a 400 there; it comes out as the 401 it means. */
export function readFailure(status: number, headers: Headers, text: string): UpstreamFailure {
  const failure = readAnyFailure(status, headers, text);
  const details = readDetails(text);
  const reason = details.reason ?? (isNumeric(failure.code) ? undefined : failure.code);
  return {
    ...failure,
    status: meantStatus(status, reason, failure.message),
    code: reason,
    param: failure.param ?? details.field,
    retryAfter: details.retryAfter ?? failure.retryAfter ?? readWait(failure.message),
  };
}

function meantStatus(status: number, reason: string | undefined, message: string): number {
  const isKey =
    reason?.startsWith("API_KEY_") || /^API key (?:not valid|expired|not found)/i.test(message);
  if (status === 400 && isKey) return 401;
  // No money left is said with the status of a rate limit, but waiting does not help.
  return status === 429 && /\bcredits? (?:are|is|have been) depleted/i.test(message) ? 402 : status;
}

function isNumeric(code: string | undefined): boolean {
  return code !== undefined && /^\d+$/.test(code);
}

interface Details {
  readonly reason?: string;
  readonly field?: string;
  readonly retryAfter?: number;
}

function readDetails(text: string): Details {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  const body: unknown = Array.isArray(value) ? value[0] : value;
  const error = isRecord(body) ? body["error"] : undefined;
  return isRecord(error) ? detailsOf(error) : {};
}

function detailsOf(error: Wire): Details {
  let details: Details = {};
  for (const detail of recordsOf(error["details"])) {
    const kind = typeof detail["@type"] === "string" ? detail["@type"].split(".").at(-1) : "";
    if (kind === "RetryInfo") {
      details = { ...details, ...present("retryAfter", readDuration(detail["retryDelay"])) };
    } else if (kind === "ErrorInfo" && typeof detail["reason"] === "string") {
      details = { ...details, reason: detail["reason"].slice(0, 100) };
    } else if (kind === "BadRequest") {
      const name = recordsOf(detail["fieldViolations"])[0]?.["field"];
      if (typeof name === "string") details = { ...details, field: name.slice(0, 200) };
    }
  }
  return details;
}

const MAX_SECONDS = 86_400;

/** `"27s"`, `"0.5s"`, or `{seconds: "27", nanos: 500000000}`. */
function readDuration(value: unknown): number | undefined {
  if (isRecord(value)) {
    const seconds = Number(value["seconds"] ?? 0) + Number(value["nanos"] ?? 0) / 1e9;
    return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, MAX_SECONDS) : undefined;
  }
  const match = typeof value === "string" ? /^(\d+(?:\.\d+)?)s$/.exec(value) : null;
  return match === null ? undefined : Math.min(Number(match[1]), MAX_SECONDS);
}

/** The same in words, where a proxy has dropped the details. */
function readWait(message: string): number | undefined {
  const match = /\bretry in (\d+(?:\.\d+)?)s\b/i.exec(message);
  return match === null ? undefined : Math.min(Number(match[1]), MAX_SECONDS);
}

/** The failure inside an answer or chunk that came with status 200; undefined when there is none. */
export function readInbandError(body: Wire): AppError | undefined {
  const { error } = body;
  if (!error) return undefined;
  const { message } = vendorError(body);
  const code = isRecord(error) ? error["code"] : undefined;
  const isShown = typeof code === "number" && (code === 429 || (code >= 500 && code < 600));
  return new AppError("upstream_error", message, {
    // A refused key of ours must not look like the client's own.
    ...(isShown ? { status: code } : {}),
    ...present("retryAfter", isRecord(error) ? detailsOf(error).retryAfter : undefined),
  });
}

// ---- our errors ----------------------------------------------------------------------------------------------------

const STATUS: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "RESOURCE_EXHAUSTED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  429: "RESOURCE_EXHAUSTED",
  499: "CANCELLED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

export function writeError(error: AppError): string {
  const { status } = error;
  return JSON.stringify({
    error: {
      code: status,
      message: error.message,
      status: STATUS[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "INTERNAL"),
      details: writeDetails(error, error.detail),
    },
  });
}

function writeDetails(error: AppError, detail: ErrorDetail): Wire[] {
  const code = error.shownCode ?? error.code;
  const details: Wire[] = [
    {
      "@type": `${TYPE}ErrorInfo`,
      reason: code === "invalid_api_key" ? "API_KEY_INVALID" : code.toUpperCase(),
      domain: "parley",
    },
  ];
  const problems = detail.problems ?? [];
  if (detail.param !== undefined) {
    const violations =
      problems.length === 0 ? [{ path: detail.param, message: error.message }] : problems;
    details.push({
      "@type": `${TYPE}BadRequest`,
      fieldViolations: violations.map(({ path, message }) => ({
        field: path,
        description: message,
      })),
    });
  }
  if (detail.retryAfter !== undefined) {
    details.push({
      "@type": `${TYPE}RetryInfo`,
      retryDelay: `${Number(detail.retryAfter.toFixed(3))}s`,
    });
  }
  return details;
}

/** The official client throws on an event that holds an `error`. */
export function writeStreamError(error: AppError): string {
  return writeSse(writeError(error));
}
