/** `/healthz`: the process answers. `/readyz`: calls can be served. `/metrics`: numbers for Prometheus. */

import { isLoopback } from "../base/addresses.ts";
import { AppError, toAppError } from "../base/errors.ts";
import type { Relay } from "../relay/relay.ts";
import { COMMON_HEADERS } from "./api/error-answer.ts";
import { authenticate, type Guard } from "./auth/authenticate.ts";
import { VERSION } from "./version.ts";

export function answerHealth(): Response {
  return Response.json({ ok: true, version: VERSION }, { headers: COMMON_HEADERS });
}

/** 503 with the reasons while starting, stopping, or without a database. */
export async function answerReady(relay: Relay, isStopping: boolean): Promise<Response> {
  const reasons = isStopping ? ["stopping"] : [];
  try {
    await relay.ready();
  } catch (thrown) {
    const { message } = toAppError(thrown);
    if (!reasons.includes(message)) reasons.push(message);
  }
  const ok = reasons.length === 0;
  return Response.json(ok ? { ok } : { ok, reasons }, {
    status: ok ? 200 : 503,
    headers: { ...COMMON_HEADERS, ...(ok ? {} : { "retry-after": "1" }) },
  });
}

export interface MetricsGate {
  readonly isPublic: boolean;
  readonly guard: Guard;
}

/** Open to this machine itself, unless a proxy on it forwards somebody else; otherwise to those who may manage. */
export async function answerMetrics(
  relay: Relay,
  gate: MetricsGate,
  request: Request,
  peer: string,
  now: number,
): Promise<Response> {
  if (!gate.isPublic && !isOwnMachine(request, peer)) {
    try {
      await authenticate(gate.guard, request, now);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "unauthorized") throw error;
      throw new AppError(
        "unauthorized",
        `${error.message} /metrics is open to this machine; set metrics.public to open it to everybody.`,
        error.detail,
        { cause: error },
      );
    }
  }
  return new Response(relay.metrics(), {
    headers: { ...COMMON_HEADERS, "content-type": "text/plain; version=0.0.4; charset=utf-8" },
  });
}

const FORWARDED = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

function isOwnMachine(request: Request, peer: string): boolean {
  return isLoopback(peer) && !FORWARDED.some((name) => request.headers.has(name));
}
