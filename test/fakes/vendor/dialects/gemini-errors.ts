import type { ErrorKind } from "../faults.ts";
import type { ErrorAnswer, Frame, Problem } from "./dialect.ts";

interface Row {
  readonly code: number;
  readonly status: string;
  readonly message: string;
}

const TABLE: Readonly<Record<ErrorKind, Row>> = {
  bad_request: {
    code: 400,
    status: "INVALID_ARGUMENT",
    message: "Request contains an invalid argument.",
  },
  context_length: {
    code: 400,
    status: "INVALID_ARGUMENT",
    message:
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
  },
  content_filter: { code: 200, status: "OK", message: "" },
  invalid_key: {
    code: 400,
    status: "INVALID_ARGUMENT",
    message: "API key not valid. Please pass a valid API key.",
  },
  billing: {
    code: 402,
    status: "RESOURCE_EXHAUSTED",
    message: "Your prepayment credits are depleted.",
  },
  permission: {
    code: 403,
    status: "PERMISSION_DENIED",
    message: "The caller does not have permission",
  },
  not_found: {
    code: 404,
    status: "NOT_FOUND",
    message:
      "models/unknown is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.",
  },
  too_large: {
    code: 413,
    status: "INVALID_ARGUMENT",
    message: "Request payload size exceeds the limit: 20971520 bytes.",
  },
  rate_limit: {
    code: 429,
    status: "RESOURCE_EXHAUSTED",
    message: "You exceeded your current quota, please check your plan and billing details.",
  },
  quota: {
    code: 429,
    status: "RESOURCE_EXHAUSTED",
    message: "Your prepayment credits are depleted.",
  },
  server: {
    code: 500,
    status: "INTERNAL",
    message:
      "An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
  },
  overloaded: {
    code: 503,
    status: "UNAVAILABLE",
    message: "The model is overloaded. Please try again later.",
  },
  timeout: {
    code: 504,
    status: "DEADLINE_EXCEEDED",
    message: "Deadline expired before operation could complete.",
  },
};

/** A blocked prompt is no error here: 200, feedback, and no candidates. */
const BLOCKED = {
  promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
  usageMetadata: { promptTokenCount: 5, totalTokenCount: 5 },
  modelVersion: "gemini-fake",
};

export function writeGeminiError(problem: Problem): ErrorAnswer {
  const headerLines =
    "content-type: application/json; charset=UTF-8\r\nserver: scaffolding on HTTPServer2\r\n";
  const status = problem.status ?? TABLE[problem.kind].code;
  const body = status < 400 ? BLOCKED : envelope(problem);
  return { status, headerLines, body: `${JSON.stringify(body, null, 2)}\n` };
}

export function geminiErrorEvent(problem: Problem): Frame {
  return {
    kind: "frame",
    data: JSON.stringify(problem.kind === "content_filter" ? BLOCKED : envelope(problem)),
  };
}

function envelope(problem: Problem): object {
  const row = TABLE[problem.kind];
  const code = problem.status ?? row.code;
  const details = detailsOf(problem);
  return {
    error: {
      code,
      message: problem.message ?? row.message,
      status: code === 401 ? "UNAUTHENTICATED" : row.status,
      ...(details.length > 0 && { details }),
    },
  };
}

function detailsOf(problem: Problem): object[] {
  const details: object[] = [];
  if (problem.kind === "invalid_key" && problem.code !== null) {
    details.push({
      "@type": "type.googleapis.com/google.rpc.ErrorInfo",
      reason: "API_KEY_INVALID",
      domain: "googleapis.com",
      metadata: { service: "generativelanguage.googleapis.com" },
    });
  }
  if (problem.kind === "rate_limit") {
    details.push({
      "@type": "type.googleapis.com/google.rpc.QuotaFailure",
      violations: [
        {
          quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
          quotaId: "GenerateRequestsPerMinutePerProjectPerModel-FreeTier",
        },
      ],
    });
  }
  if (problem.retryAfter !== undefined) {
    details.push({
      "@type": "type.googleapis.com/google.rpc.RetryInfo",
      retryDelay: `${problem.retryAfter}s`,
    });
  }
  return details;
}
