import type { ErrorKind } from "../faults.ts";
import type { ErrorAnswer, Frame, Problem } from "./dialect.ts";

interface Row {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

const TABLE: Readonly<Record<ErrorKind, Row>> = {
  bad_request: { status: 400, type: "invalid_request_error", message: "Invalid request." },
  context_length: {
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 209752 tokens > 200000 maximum",
  },
  content_filter: {
    status: 400,
    type: "invalid_request_error",
    message: "Output blocked by content filtering policy",
  },
  invalid_key: { status: 401, type: "authentication_error", message: "invalid x-api-key" },
  billing: {
    status: 402,
    type: "billing_error",
    message: "There is an issue with your billing or payment information.",
  },
  permission: {
    status: 403,
    type: "permission_error",
    message: "Your API key does not have permission to use the specified resource.",
  },
  not_found: {
    status: 404,
    type: "not_found_error",
    message: "The requested resource could not be found.",
  },
  too_large: {
    status: 413,
    type: "request_too_large",
    message: "Request exceeds the maximum size",
  },
  rate_limit: {
    status: 429,
    type: "rate_limit_error",
    message: "This request would exceed your organization's rate limit of 50 requests per minute.",
  },
  quota: {
    status: 400,
    type: "invalid_request_error",
    message:
      "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
  },
  server: { status: 500, type: "api_error", message: "Internal server error" },
  overloaded: { status: 529, type: "overloaded_error", message: "Overloaded" },
  timeout: { status: 504, type: "timeout_error", message: "Request timed out" },
};

export function writeAnthropicError(problem: Problem, requestId: string): ErrorAnswer {
  const row = TABLE[problem.kind];
  let headerLines = `content-type: application/json\r\nrequest-id: ${requestId}\r\n`;
  if (problem.retryAfter !== undefined) headerLines += `retry-after: ${problem.retryAfter}\r\n`;
  if (problem.kind === "rate_limit") {
    const reset = new Date(Date.now() + 60_000).toISOString();
    headerLines += `anthropic-ratelimit-requests-limit: 50\r\nanthropic-ratelimit-requests-remaining: 0\r\nanthropic-ratelimit-requests-reset: ${reset}\r\n`;
  }
  const body = JSON.stringify({ type: "error", error: inner(problem), request_id: requestId });
  return { status: problem.status ?? row.status, headerLines, body };
}

export function anthropicErrorEvent(problem: Problem): Frame {
  return {
    kind: "frame",
    event: "error",
    data: JSON.stringify({ type: "error", error: inner(problem) }),
  };
}

function inner(problem: Problem): object {
  const row = TABLE[problem.kind];
  return { type: row.type, message: problem.message ?? row.message };
}
