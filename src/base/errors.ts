/**
 * The one error that crosses rooms, and the closed table of its codes.
 *
 * Throw `AppError` before the first byte of an answer has left; after it, errors travel as events inside the stream.
 * A mapper at the edge renders the error in the caller's own dialect and logs it once.
 */

import type { Sentence } from "./sentence.ts";

/** Whose fault an error is: decides how loudly it is logged and whether the client may retry. */
export type Fault = "client" | "account" | "upstream" | "parley";

interface CodeFacts {
  readonly status: number;
  /** The `type` field of a chat-completions error envelope. */
  readonly type: string;
  readonly fault: Fault;
  /** False sends `x-should-retry: false`, which stops the official clients from retrying. */
  readonly retryable: boolean;
  readonly meaning: string;
}

const INVALID = "invalid_request_error";

/** Every code Parley can answer with. docs/reference/errors.md is generated from this table. */
export const ERROR_CODES = {
  invalid_request: code(
    400,
    INVALID,
    "client",
    false,
    "A field is missing or wrong; `param` names it.",
  ),
  invalid_json: code(400, INVALID, "client", false, "The body is not JSON."),
  invalid_api_key: code(
    401,
    INVALID,
    "client",
    false,
    "The key is missing, malformed, unknown, expired or revoked.",
  ),
  unauthorized: code(401, INVALID, "client", false, "Sign in, or send a personal access token."),
  forbidden: code(403, INVALID, "client", false, "Signed in, but not allowed to do this."),
  ip_not_allowed: code(403, INVALID, "client", false, "The key may not be used from this address."),
  model_not_found: code(404, INVALID, "client", false, "No such model, or the key may not use it."),
  not_found: code(
    404,
    INVALID,
    "client",
    false,
    "Nothing lives at this path, or the named thing does not exist.",
  ),
  method_not_allowed: code(
    405,
    INVALID,
    "client",
    false,
    "The path exists, but not for this method.",
  ),
  conflict: code(409, INVALID, "client", false, "The thing exists already, or changed meanwhile."),
  body_too_large: code(413, INVALID, "client", false, "The body is over the configured limit."),
  unsupported_media_type: code(
    415,
    INVALID,
    "client",
    false,
    "Send `content-type: application/json`.",
  ),
  rate_limit_exceeded: code(
    429,
    "rate_limit_error",
    "account",
    true,
    "Over a limit of the key; `Retry-After` says when.",
  ),
  insufficient_quota: code(
    429,
    "insufficient_quota",
    "account",
    false,
    "The account or the key has no money left.",
  ),
  client_closed_request: code(
    499,
    INVALID,
    "client",
    false,
    "The client went away before the answer was complete.",
  ),
  internal_error: code(
    500,
    "server_error",
    "parley",
    true,
    "A defect in Parley; the request id finds it in the log.",
  ),
  upstream_error: code(
    502,
    "upstream_error",
    "upstream",
    true,
    "The vendor failed or answered nonsense.",
  ),
  upstream_credentials_exhausted: code(
    502,
    "upstream_error",
    "upstream",
    false,
    "The vendor refused every key Parley holds for it.",
  ),
  upstream_cut: code(
    502,
    "upstream_error",
    "upstream",
    true,
    "The vendor's stream ended before the answer was finished.",
  ),
  unavailable: code(
    503,
    "server_error",
    "parley",
    true,
    "Parley is starting, stopping, or nothing can serve this model now.",
  ),
  upstream_timeout: code(
    504,
    "upstream_error",
    "upstream",
    true,
    "The vendor did not answer in time.",
  ),
} as const satisfies Record<string, CodeFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;

function code(
  status: number,
  type: string,
  fault: Fault,
  retryable: boolean,
  meaning: string,
): CodeFacts {
  return { status, type, fault, retryable, meaning };
}

/** What an error may carry beside its code and message. Absent means unknown or not applicable. */
export interface ErrorDetail {
  /** The request field at fault, written as a path: `messages[2].tool_call_id`. */
  readonly param?: string;
  /** Seconds until a retry can succeed; becomes `Retry-After`. */
  readonly retryAfter?: number;
  /** Overrides the table's status, for vendor answers passed on as they are. */
  readonly status?: number;
  /** Overrides the table's `type`, for the same reason. */
  readonly type?: string;
  /** Overrides the `code` shown to the client, for the same reason. `null` shows null. */
  readonly shownCode?: string | null;
  /** Every problem found, when there is more than one. */
  readonly problems?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** One thing wrong with an input: where, and how to mend it. Without a sentence it is told in English alone. */
export interface Problem extends Partial<Omit<Sentence, "message">> {
  readonly path: string;
  readonly message: string;
}

export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly detail: ErrorDetail;
  /** Undefined: told in English alone. */
  readonly sentence: Sentence | undefined;

  constructor(
    code: ErrorCode,
    message: string | Sentence,
    detail: ErrorDetail = {},
    options?: ErrorOptions,
  ) {
    super(typeof message === "string" ? message : message.message, options);
    this.code = code;
    this.sentence = typeof message === "string" ? undefined : message;
    this.detail = detail;
  }

  get status(): number {
    return this.detail.status ?? ERROR_CODES[this.code].status;
  }

  get type(): string {
    return this.detail.type ?? ERROR_CODES[this.code].type;
  }

  get shownCode(): string | null {
    return this.detail.shownCode === undefined ? this.code : this.detail.shownCode;
  }

  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }
}

/** For one field that is wrong in a way only the program can know. `said` goes on after its name. */
export function makeFieldError(path: string, said: Sentence): AppError {
  const problems = [{ path, ...said }];
  return new AppError("invalid_request", `${path} ${said.message}.`, { param: path, problems });
}

/** Turns anything thrown into an AppError. What Parley did not foresee becomes a bare 500 that leaks nothing. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError(
    "internal_error",
    "Something went wrong inside Parley. The request id in this answer's headers finds it in the log.",
    {},
    { cause: thrown },
  );
}
