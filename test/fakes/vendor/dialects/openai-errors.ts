import type { ErrorKind } from "../faults.ts";
import type { ErrorAnswer, Frame, Problem } from "./dialect.ts";

interface Row {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
}

/** As recorded from the vendor, or from its error-codes page. */
const TABLE: Readonly<Record<ErrorKind, Row>> = {
  bad_request: {
    status: 400,
    type: "invalid_request_error",
    code: null,
    message: "Invalid request.",
  },
  context_length: {
    status: 400,
    type: "invalid_request_error",
    code: "context_length_exceeded",
    message:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.",
  },
  content_filter: {
    status: 400,
    type: "invalid_request_error",
    code: "content_policy_violation",
    message: "Your request was rejected as a result of our safety system.",
  },
  invalid_key: {
    status: 401,
    type: "invalid_request_error",
    code: "invalid_api_key",
    message:
      "Incorrect API key provided. You can find your API key at https://platform.openai.com/account/api-keys.",
  },
  billing: {
    status: 402,
    type: "insufficient_quota",
    code: "credit_balance_exhausted",
    message: "Your credit balance is exhausted.",
  },
  permission: {
    status: 403,
    type: "invalid_request_error",
    code: "unsupported_country_region_territory",
    message: "Country, region, or territory not supported",
  },
  not_found: {
    status: 404,
    type: "invalid_request_error",
    code: "model_not_found",
    message: "The model does not exist or you do not have access to it.",
  },
  too_large: {
    status: 413,
    type: "invalid_request_error",
    code: null,
    message: "Request body is too large.",
  },
  rate_limit: {
    status: 429,
    type: "requests",
    code: "rate_limit_exceeded",
    message:
      "Rate limit reached for requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.",
  },
  quota: {
    status: 429,
    type: "insufficient_quota",
    code: "insufficient_quota",
    message: "You exceeded your current quota, please check your plan and billing details.",
  },
  server: {
    status: 500,
    type: "server_error",
    code: null,
    message: "The server had an error while processing your request. Sorry about that!",
  },
  overloaded: {
    status: 503,
    type: "service_unavailable_error",
    code: "server_is_overloaded",
    message: "The engine is currently overloaded, please try again later.",
  },
  timeout: { status: 504, type: "server_error", code: null, message: "Request timed out." },
};

export function writeOpenaiError(problem: Problem, requestId: string): ErrorAnswer {
  const status = problem.status ?? TABLE[problem.kind].status;
  let headerLines = `content-type: application/json\r\nx-request-id: ${requestId}\r\nopenai-version: 2020-10-01\r\n`;
  if (problem.retryAfter !== undefined) headerLines += `retry-after: ${problem.retryAfter}\r\n`;
  if (status === 429 && problem.kind === "rate_limit") {
    headerLines +=
      "x-ratelimit-limit-requests: 3\r\nx-ratelimit-remaining-requests: 0\r\nx-ratelimit-reset-requests: 20s\r\n" +
      "x-ratelimit-limit-tokens: 40000\r\nx-ratelimit-remaining-tokens: 39000\r\nx-ratelimit-reset-tokens: 1.5s\r\n";
  }
  return { status, headerLines, body: `${JSON.stringify(envelope(problem), null, 2)}\n` };
}

export function openaiErrorEvent(problem: Problem): Frame {
  return { kind: "frame", data: JSON.stringify(envelope(problem)) };
}

function envelope(problem: Problem): object {
  const row = TABLE[problem.kind];
  return {
    error: {
      message: problem.message ?? row.message,
      type: row.type,
      param: problem.param ?? null,
      code: problem.code === undefined ? row.code : problem.code,
    },
  };
}
