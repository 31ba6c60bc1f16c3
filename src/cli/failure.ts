/** Errors as the command line shows them: one JSON document for programs, a few plain lines for people. */

import { AppError, type Problem } from "../base/errors.ts";
import type { Paint } from "./paint.ts";
import { UsageError } from "./usage-error.ts";

/** The management API refused, or could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly facts: ApiErrorFacts;

  constructor(
    code: string,
    status: number,
    message: string,
    facts: ApiErrorFacts = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.status = status;
    this.facts = facts;
  }
}

export interface ApiErrorFacts {
  readonly param?: string | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly requestId?: string | undefined;
}

export interface Failure {
  readonly exitCode: number;
  readonly code: string;
  readonly message: string;
  readonly param?: string | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly requestId?: string | undefined;
  /** The command whose help mends it. */
  readonly help?: readonly string[] | undefined;
  /** For a defect of Parley: where it happened. */
  readonly stack?: string | undefined;
}

export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof UsageError)
    return { exitCode: 2, code: "usage", message: thrown.message, help: thrown.path };
  if (thrown instanceof ApiError)
    return { exitCode: 1, code: thrown.code, message: thrown.message, ...thrown.facts };
  if (thrown instanceof AppError)
    return { exitCode: 1, code: thrown.code, message: thrown.message, ...thrown.detail };
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  return { exitCode: 1, code: "internal_error", message: error.message, stack: error.stack };
}

export function failureJson(failure: Failure): Record<string, unknown> {
  const { code, message, param, problems, requestId } = failure;
  return { ok: false, error: { code, message, param, problems, request_id: requestId } };
}

export function failureText(failure: Failure, program: string, paint: Paint): string {
  const lines = [`${paint.red("error:")} ${failure.message}`];
  for (const { path, message } of failure.problems ?? []) {
    if (!failure.message.includes(message)) lines.push(`  ${path}: ${message}`);
  }
  if (failure.help) lines.push(paint.dim(`Try "${[program, ...failure.help].join(" ")} --help".`));
  if (failure.requestId !== undefined) lines.push(paint.dim(`request id ${failure.requestId}`));
  if (failure.stack !== undefined) lines.push(paint.dim(failure.stack));
  return lines.join("\n");
}
