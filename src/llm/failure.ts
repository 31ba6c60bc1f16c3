/**
 * Vendors' errors, whatever their make. Proxies, gateways and compatible servers answer in an envelope that is not the
 * dialect's own often enough that every dialect must understand them all.
 */

import { AppError } from "../base/errors.ts";
import { isRecord } from "../base/json.ts";
import type { UpstreamFailure } from "./dialect.ts";
import { redactCredentials } from "./redact.ts";
import { readRetryAfter } from "./retry-after.ts";

const MAX_MESSAGE_CHARS = 1000;

type Fields = Pick<UpstreamFailure, "message" | "type" | "code" | "param">;

/** Reads any failed answer: an envelope of some make, plain text, or a proxy's HTML page. Never throws. */
export function readFailure(status: number, headers: Headers, text: string): UpstreamFailure {
  const fields = readFields(parseJsonOrText(text));
  return {
    status,
    ...fields,
    message:
      cleanMessage(fields.message) || `The vendor answered with status ${status} and no message.`,
    retryAfter: readRetryAfter(headers),
  };
}

/** The failure a vendor reports inside an answer or a stream. */
export function vendorError(value: unknown): AppError {
  const { message, type, code, param } = readFields(value);
  const shown = cleanMessage(message) || "The vendor reported an error without a message.";
  return new AppError("upstream_error", shown, {
    ...(type === undefined ? {} : { type }),
    ...(code === undefined ? {} : { shownCode: code }),
    ...(param === undefined ? {} : { param }),
  });
}

/**
 * Knows the envelopes in use: `{error:{message,type,param,code}}` (`code` a number at OpenRouter), the same wrapped in
 * an array (Gemini), `{error:"text"}`, `{message,…}`, FastAPI's `{detail:"text" | [{loc,msg}]}`, and plain text.
 */
function readFields(value: unknown): Fields {
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(body)) return fieldsOf(typeof body === "string" ? stripMarkup(body) : "");
  const error = body["error"];
  if (typeof error === "string") return fieldsOf(error, body);
  const holder = isRecord(error) ? error : body;
  if (typeof holder["message"] === "string") return fieldsOf(holder["message"], holder);
  const detail = body["detail"] ?? holder["detail"];
  if (typeof detail === "string") return fieldsOf(detail, holder);
  if (Array.isArray(detail)) return readFastApi(detail);
  return fieldsOf(
    isRecord(detail) || isRecord(error) ? JSON.stringify(detail ?? error) : "",
    holder,
  );
}

function fieldsOf(message: string, holder: Readonly<Record<string, unknown>> = {}): Fields {
  const code = holder["code"];
  return {
    message,
    type: textOrUndefined(holder["type"] ?? holder["status"]),
    code: typeof code === "number" ? String(code) : textOrUndefined(code),
    param: textOrUndefined(holder["param"]),
  };
}

function readFastApi(detail: readonly unknown[]): Fields {
  const first: unknown = detail[0];
  if (!isRecord(first)) return fieldsOf(JSON.stringify(detail));
  const path = Array.isArray(first["loc"])
    ? first["loc"].filter((part) => part !== "body").join(".")
    : "";
  const message = textOrUndefined(first["msg"]) ?? "";
  return {
    ...fieldsOf(path === "" ? message : `${path}: ${message}`, first),
    param: path === "" ? undefined : path,
  };
}

function textOrUndefined(value: unknown): string | undefined {
  return typeof value === "string" && value !== ""
    ? redactCredentials(value.slice(0, 200))
    : undefined;
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function stripMarkup(text: string): string {
  if (!text.trimStart().startsWith("<")) return text;
  return text
    .slice(0, 8000)
    .replaceAll(
      /<(script|style|head)\b.*?<\/\1>/gis,
      (part) => /<title>(.*?)<\/title>/is.exec(part)?.[1] ?? " ",
    )
    .replaceAll(/<[^>]*>/g, " ");
}

function cleanMessage(message: string): string {
  const whole = redactCredentials(message.slice(0, 4 * MAX_MESSAGE_CHARS))
    .replaceAll(/\s+/g, " ")
    .trim();
  return whole.length > MAX_MESSAGE_CHARS ? `${whole.slice(0, MAX_MESSAGE_CHARS)}…` : whole;
}
