/**
 * The life of an inference request:
 *
 *   authenticate -> read and check the body -> find the target -> limits -> hold money -> call the vendor
 *   -> deliver the answer -> settle the bill before the last byte leaves
 *
 * Up to "hold money" nothing waits for a database; from there on the `Call` must be finished, whatever happens.
 */

import { clientAddress } from "../base/addresses.ts";
import { AppError, toAppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import { formatUsd } from "../base/money.ts";
import type { Inbound, Operation } from "../llm/dialect.ts";
import { chatCompletions } from "../llm/dialects/chat-completions/index.ts";
import { estimateTokens } from "../llm/tokens/estimate.ts";
import { REQUEST_BODIES, requestBodiesValues } from "../store/requests.ts";
import { Attempt } from "./attempt.ts";
import { authenticate } from "./authenticate.ts";
import { billOf } from "./billing.ts";
import { readBody } from "./body.ts";
import { Call } from "./call.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";
import { errorResponse } from "./error-response.ts";
import { worstCost } from "./pricing.ts";
import { StreamDelivery, endReason } from "./stream.ts";
import { hold, tryHold } from "./wallet.ts";

/** Where a request came from. */
export interface Peer {
  readonly address: string;
}

const dialect = chatCompletions;

export async function infer(
  context: RelayContext,
  request: Request,
  peer: Peer,
  operation: Operation,
  endpoint: string,
): Promise<Response> {
  const startedAt = performance.now();
  let call: Call | undefined;
  let inbound: Inbound;
  let target: Target;
  try {
    const address = clientAddress(
      peer.address,
      request.headers.get("x-forwarded-for"),
      context.trustedProxies,
    );
    const key = authenticate(context, request.headers, address);
    call = new Call(context, key, endpoint, startedAt, address);
    inbound = dialect.parseRequest(
      operation,
      await readBody(request, context.config.relay.bodyLimitMb),
    );
    call.describe(inbound);
    target = pickTarget(context, call, inbound);
    const promptTokens = estimateTokens(inbound.text);
    call.admit(promptTokens + (inbound.maxOutputTokens ?? 0) * inbound.choices);
    call.open(
      target,
      await holdMoney(context, call, inbound, target, promptTokens, request.signal),
    );
  } catch (thrown) {
    const error = toAppError(thrown);
    if (call) call.refuse(error);
    else context.metrics.refused(error.code);
    return errorResponse(dialect, error, call?.id ?? timeId("req", context.clock.now()));
  }
  return answer(context, request, call, inbound, target);
}

function pickTarget(context: RelayContext, call: Call, inbound: Inbound): Target {
  const targets = context.directory.targets(call.key, inbound.model);
  const target = targets.find(({ provider }) =>
    provider.dialect.operations.includes(inbound.operation),
  );
  if (target) return target;
  throw new AppError(
    "invalid_request",
    `The model \`${inbound.model}\` does not serve ${call.row.endpoint}.`,
    { param: "model" },
  );
}

async function holdMoney(
  context: RelayContext,
  call: Call,
  inbound: Inbound,
  target: Target,
  promptTokens: number,
  signal: AbortSignal,
): Promise<number> {
  const { account, budget } = call.key;
  const maxOutput = inbound.operation === "embeddings" ? 0 : inbound.maxOutputTokens;
  const want = worstCost(promptTokens, maxOutput, inbound.choices, target.price);
  const held = tryHold(account.wallet, budget, want);
  if (typeof held === "number") return held;
  const since = performance.now();
  try {
    return await hold(account.wallet, budget, want, {
      ms: context.config.relay.balanceWaitSeconds * 1000,
      signal,
    });
  } finally {
    call.waitedMs += performance.now() - since;
  }
}

async function answer(
  context: RelayContext,
  request: Request,
  call: Call,
  inbound: Inbound,
  target: Target,
): Promise<Response> {
  const attempt = new Attempt(context, call, target);
  const leave = (): void =>
    attempt.abort(new AppError("client_closed_request", "The client went away before the answer."));
  request.signal.addEventListener("abort", leave, { once: true });
  if (request.signal.aborted) leave();
  try {
    call.row.attempts++;
    const response = await attempt.send(inbound, nextKey(target));
    if (inbound.stream)
      return await deliverStream(context, request, call, attempt, inbound, response);
    return await deliverWhole(context, call, attempt, inbound, response);
  } catch (thrown) {
    const error = toAppError(thrown);
    attempt.abort(error);
    attempt.end();
    const reason = error.code === "client_closed_request" ? "client_abort" : endReason(error);
    // When even this cannot be written, the client's error is already the right one; the store has logged its own.
    await call.finish({ reason, status: error.status, error }).catch(() => undefined);
    return errorResponse(dialect, error, call.id, answerHeaders(call));
  }
}

async function deliverWhole(
  context: RelayContext,
  call: Call,
  attempt: Attempt,
  inbound: Inbound,
  response: Response,
): Promise<Response> {
  const { totalSeconds } = context.config.relay.timeouts;
  const text = await attempt.wait(totalSeconds, response.text());
  attempt.end();
  const answer = attempt.target.provider.dialect.sniffResponse(inbound.operation, text);
  const bill = answer.usage
    ? { usage: answer.usage, estimated: false }
    : await billOf(inbound, dialect, answer);
  storeBodies(context, call, inbound.text, text);
  await call.finish({ reason: "complete", status: 200, ...bill });
  return new Response(dialect.passResponse(inbound, attempt.target.upstreamId, text), {
    headers: { "content-type": "application/json", ...answerHeaders(call) },
  });
}

async function deliverStream(
  context: RelayContext,
  request: Request,
  call: Call,
  attempt: Attempt,
  inbound: Inbound,
  response: Response,
): Promise<Response> {
  if (!response.body) throw new AppError("upstream_error", "The provider answered without a body.");
  const delivery = new StreamDelivery(context, call, attempt, inbound, response.body);
  await delivery.firstEvent();
  request.signal.addEventListener("abort", () => void delivery.abandon(), { once: true });
  return new Response(delivery.body(), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      ...answerHeaders(call),
    },
  });
}

/** Prompts and answers are kept only where the operator switched that on. */
export function storeBodies(
  context: RelayContext,
  call: Call,
  requestText: string,
  responseText: string,
): void {
  if (!context.config.relay.log.bodies) return;
  context.store.writer.write(
    REQUEST_BODIES,
    requestBodiesValues({
      request_id: call.id,
      request_text: requestText,
      response_text: responseText,
    }),
  );
}

/** Headers of every answer that reached a vendor. A stream's cost is not known when its headers leave. */
function answerHeaders(call: Call): Record<string, string> {
  const headers = call.key.limits.headers(call.row.at);
  headers["x-request-id"] = call.id;
  headers["x-parley-provider"] = call.row.provider ?? "";
  headers["x-parley-attempts"] = String(call.row.attempts);
  if (call.row.overhead_ms !== null) {
    headers["x-parley-overhead-ms"] = String(call.row.overhead_ms);
    headers["x-parley-cost"] = formatUsd(call.row.cost_nano);
  }
  return headers;
}

const turns = new WeakMap<Target["provider"], number>();

/** The vendor's keys in turn; undefined for a vendor that needs none. */
function nextKey(target: Target): string | undefined {
  const { keys } = target.provider;
  if (keys.length < 2) return keys[0];
  const turn = (turns.get(target.provider) ?? 0) + 1;
  turns.set(target.provider, turn);
  return keys[turn % keys.length];
}
