/** What went wrong with a call to the management API. */

import type { ErrorBody } from "./contract.ts";

type Said = Pick<ErrorBody["error"], "sentence" | "params">;

export interface FieldProblem extends Said {
  /** As the server writes paths: `models[2].price_in`. Empty: the input as a whole. */
  readonly path: string;
  readonly message: string;
}

export class ApiError extends Error {
  override readonly name = "ApiError";
  /** HTTP status; 0: no answer came. */
  readonly status: number;
  /** See docs/reference/errors.md; `network` when no answer came. */
  readonly code: string;
  readonly sentence: Said["sentence"];
  readonly params: Said["params"];
  readonly problems: readonly FieldProblem[];
  readonly requestId: string | undefined;
  /** Seconds until another try can succeed. */
  readonly retryAfter: number | undefined;

  constructor(facts: {
    status: number;
    code: string;
    message: string;
    said?: Said;
    problems?: readonly FieldProblem[];
    requestId?: string | undefined;
    retryAfter?: number | undefined;
    cause?: unknown;
  }) {
    super(facts.message, { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.sentence = facts.said?.sentence;
    this.params = facts.said?.params;
    this.problems = facts.problems ?? [];
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
  }
}

/** Reads an error answer, whoever wrote it: a proxy in between may answer without our envelope. */
export async function readError(response: Response): Promise<ApiError> {
  const status = response.status;
  const retryAfter = Number(response.headers.get("retry-after")) || undefined;
  const error = await response.json().then(
    (body: Partial<ErrorBody> | null) => body?.error,
    () => undefined,
  );
  if (error === undefined || typeof error.message !== "string")
    return new ApiError({ status, code: "unreadable", message: `HTTP ${status}`, retryAfter });
  const { message, sentence, params } = error;
  const own = error.param === null ? [] : [{ path: error.param, message, sentence, params }];
  return new ApiError({
    status,
    code: error.code ?? "unknown",
    message,
    said: { sentence, params },
    problems: error.problems ?? own,
    requestId: error.request_id,
    retryAfter,
  });
}
