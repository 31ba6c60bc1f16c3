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

type Wire = Readonly<Record<string, unknown>>;

/**
 * Knows the envelopes in use: `{error:{message,type,param,code}}` (`code` a number at OpenRouter), the same wrapped in
 * an array (Gemini), `{error:"text"}`, `{message,…}`, FastAPI's `{detail:"text" | [{loc,msg}]}`, that again inside
 * `message` (Mistral), and plain text.
 */
function readFields(value: unknown): Fields {
  const body: unknown = Array.isArray(value) ? value[0] : value;
  if (!isRecord(body)) return fieldsOf(typeof body === "string" ? stripMarkup(body) : "");
  const error = body["error"];
  if (typeof error === "string") return fieldsOf(error, body);
  const holder = isRecord(error) ? error : body;
  const places = [holder["message"], body["detail"], holder["detail"]];
  for (const place of places) {
    const { message, first } = readWords(place);
    if (message !== "") return { ...fieldsOf(message, holder), ...readProblem(first, holder) };
  }
  const rest = places.find((place) => isRecord(place)) ?? error;
  return fieldsOf(isRecord(rest) ? JSON.stringify(rest) : "", holder);
}

function fieldsOf(message: string, holder: Wire = {}): Fields {
  const code = holder["code"];
  return {
    message,
    type: textOrUndefined(holder["type"] ?? holder["status"]),
    code: typeof code === "number" ? String(code) : textOrUndefined(code),
    param: textOrUndefined(holder["param"]),
  };
}

interface Words {
  /** Empty: there are none. */
  readonly message: string;
  /** The first of FastAPI's problems. */
  readonly first?: Wire | undefined;
}

const MOST_PROBLEMS = 20;
const MOST_ENVELOPES = 3;

/** The words of a text, of FastAPI's list of problems, or of an envelope inside the envelope. */
function readWords(value: unknown, depth = 0): Words {
  if (typeof value === "string") return { message: value };
  if (Array.isArray(value)) {
    const problems: unknown[] = value.slice(0, MOST_PROBLEMS);
    const message = problems
      .map(writeProblem)
      .filter((text) => text !== "")
      .join("; ");
    return { message, first: problems.find((problem) => isRecord(problem)) };
  }
  if (!isRecord(value) || depth >= MOST_ENVELOPES) return { message: "" };
  for (const name of ["detail", "message", "msg", "error"]) {
    const words = readWords(value[name], depth + 1);
    if (words.message !== "") return words;
  }
  return { message: "" };
}

function writeProblem(problem: unknown): string {
  if (typeof problem === "string") return problem;
  if (!isRecord(problem)) return "";
  const path = pathOf(problem);
  const message = textOrUndefined(problem["msg"] ?? problem["message"]) ?? "";
  return path === "" || message === "" ? message : `${path}: ${message}`;
}

/** What a problem says of itself, where the envelope says nothing. */
function readProblem(problem: Wire | undefined, holder: Wire): Partial<Fields> {
  if (problem === undefined) return {};
  const path = pathOf(problem);
  const type = textOrUndefined(holder["type"] ?? problem["type"]);
  return { ...(path === "" ? {} : { param: path }), ...(type === undefined ? {} : { type }) };
}

/** Where a problem is, without saying that it is in the body. */
function pathOf({ loc }: Wire): string {
  if (!Array.isArray(loc)) return "";
  return loc.filter((part, at) => at > 0 || !PLACES.has(part)).join(".");
}

const PLACES = new Set<unknown>(["body", "query", "path", "header"]);

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
