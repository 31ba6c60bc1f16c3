/** The tries of a call, the good one included, on one line of time. */

import type { RequestDetail } from "../../api/contract.ts";

export interface Step {
  readonly provider: string;
  readonly model: string;
  readonly end: "failed" | "answered" | "running";
  readonly error: string | null;
  readonly status: number | null;
  readonly message: string | null;
  /** Milliseconds after the first try began. */
  readonly from: number;
  readonly ms: number | null;
}

export function readSteps(request: RequestDetail): Step[] {
  let from = 0;
  const steps = request.tries.map((one): Step => {
    const step: Step = { ...one, end: "failed", from };
    from += one.ms;
    return step;
  });
  if (request.attempts <= request.tries.length || request.provider === null) return steps;
  const isRunning = request.status === null;
  const isFailed = !isRunning && (request.status ?? 0) >= 400;
  return [
    ...steps,
    {
      provider: request.provider,
      model: request.upstream_model ?? "",
      end: isRunning ? "running" : isFailed ? "failed" : "answered",
      error: isFailed ? request.error_code : null,
      status: request.status,
      message: null,
      from,
      ms: request.total_ms === null ? null : Math.max(0, request.total_ms - from),
    },
  ];
}
