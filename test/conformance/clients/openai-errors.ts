import OpenAI from "openai";
import type { Failure, FailureKind } from "./client.ts";

const KINDS: readonly (readonly [new (...args: never) => Error, FailureKind])[] = [
  [OpenAI.BadRequestError, "bad_request"],
  [OpenAI.AuthenticationError, "authentication"],
  [OpenAI.NotFoundError, "not_found"],
  [OpenAI.RateLimitError, "rate_limit"],
  [OpenAI.InternalServerError, "server"],
];

export function readOpenaiFailure(thrown: unknown): Failure {
  if (thrown instanceof OpenAI.APIUserAbortError)
    return { kind: "aborted", message: thrown.message, word: null };
  if (!(thrown instanceof OpenAI.APIError)) throw thrown;
  const status: unknown = thrown.status;
  const kind = KINDS.find(([type]) => thrown instanceof type)?.[1] ?? "in_stream";
  const word = thrown.code ?? thrown.type ?? null;
  if (typeof status !== "number") return { kind, message: thrown.message, word };
  return { kind, status, message: thrown.message, word };
}
