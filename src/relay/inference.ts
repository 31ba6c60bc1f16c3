/**
 * The life of an inference request:
 *
 *   authenticate -> read and check the body -> plan the targets -> limits -> hold money -> try vendors
 *   -> deliver the answer -> settle the bill before the last byte leaves
 *
 * Up to "hold money" nothing waits for a database; from there on the `Call` must be finished, whatever happens.
 */

import { clientAddress } from "../base/addresses.ts";
import { toAppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import type { Dialect } from "../llm/dialect.ts";
import type { Inbound, Operation, PathFacts } from "../llm/inbound.ts";
import { estimateTokens } from "../llm/tokens/estimate.ts";
import { answerHeaders } from "./answer-headers.ts";
import { type Attempt, clientGone } from "./attempt.ts";
import { authenticate } from "./authenticate.ts";
import { billOf } from "./billing.ts";
import { readBody } from "./body.ts";
import { readWholeAnswer, writeVendorRequest } from "./bridge.ts";
import { Call } from "./call.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";
import { errorResponse, giveUp } from "./error-response.ts";
import { Tries } from "./failover.ts";
import { mayBeKept, recall, type Recall } from "./keeper.ts";
import type { Peer } from "./peer.ts";
import { planTargets } from "./plan.ts";
import { worstCost } from "./pricing.ts";
import { StreamDelivery } from "./stream.ts";
import { hold, tryHold } from "./wallet.ts";

/** An endpoint that asks a model for something, and the dialect it is asked in. */
export interface InferenceEndpoint {
  readonly front: Dialect;
  readonly operation: Operation;
  /** As the log names it: `/v1/chat/completions`. */
  readonly name: string;
  readonly path?: PathFacts | undefined;
}

export async function infer(
  context: RelayContext,
  request: Request,
  peer: Peer,
  endpoint: InferenceEndpoint,
): Promise<Response> {
  const startedAt = performance.now();
  const { front } = endpoint;
  let call: Call | undefined;
  let inbound: Inbound;
  let plan: readonly Target[];
  try {
    const forwarded = request.headers.get("x-forwarded-for");
    const address = clientAddress(peer.address, forwarded, context.trustedProxies);
    const key = peer.key ?? authenticate(context, request.headers, address);
    call = new Call(context, key, endpoint.name, startedAt, { request, peer, address });
    const text = await readBody(request, context.config.relay.bodyLimitMb);
    inbound = front.parseRequest(endpoint.operation, text, endpoint.path);
    call.describe(inbound);
    if (mayBeKept(key, request.headers)) {
      const found = await recall(context, key, request.headers, endpoint, inbound.text);
      if (found.kind === "found") return replay(call, found);
      call.keeper = found.keeper;
    }
    plan = planTargets(context, key, inbound);
    const promptTokens = estimateTokens(inbound.text);
    call.admit(promptTokens + (inbound.maxOutputTokens ?? 0) * inbound.choices);
    const want = mostExpensive(plan, promptTokens, inbound);
    const held = tryHold(key.account.wallet, key.budget, want);
    call.open(
      plan[0] as Target,
      typeof held === "number" ? held : await waitForMoney(context, call, want, request.signal),
    );
  } catch (thrown) {
    const error = toAppError(thrown);
    if (call) call.refuse(error);
    else context.metrics.refused(error.code);
    return errorResponse(front, error, call?.id ?? timeId("req", context.clock.now()));
  }

  // A whole answer may take as long as it takes to write it.
  const { firstTokenSeconds, totalSeconds } = context.config.relay.timeouts;
  const tries = new Tries(context, call, plan);
  try {
    for (;;) {
      const attempt = tries.next() ?? (await tries.nextRound());
      try {
        const quirks = context.directory.quirksOf(attempt.target);
        const body = writeVendorRequest(front, inbound, attempt.target, quirks);
        const response = await attempt.send(
          inbound,
          body,
          inbound.stream ? firstTokenSeconds : totalSeconds,
          front === attempt.target.provider.dialect ? request.headers : undefined,
        );
        attempt.arrived();
        if (!response.ok) throw await attempt.readRefusal(response);
        if (inbound.stream) {
          const delivery = new StreamDelivery(context, call, attempt, front, inbound, response);
          await delivery.firstEvent();
          if (request.signal.aborted) {
            // A signal that has spoken tells a new listener nothing.
            await delivery.abandon();
            throw clientGone();
          }
          request.signal.addEventListener("abort", () => void delivery.abandon(), { once: true });
          return streamResponse(request, call, front, delivery);
        }
        attempt.expect(totalSeconds);
        const text = await response.text();
        attempt.arrived();
        return await deliverWhole(call, attempt, front, inbound, text);
      } catch (thrown) {
        tries.failed(attempt, attempt.explain(thrown));
      }
    }
  } catch (thrown) {
    return giveUp(call, front, toAppError(thrown));
  }
}

/** Gives a kept answer again. */
function replay(call: Call, { answer, header }: Recall & { kind: "found" }): Response {
  call.replay();
  const headers = answerHeaders(call, answer.content_type);
  headers[header[0]] = header[1];
  headers["x-parley-original-request"] = answer.request_id;
  return new Response(answer.answer, { headers });
}

/** Any target of the plan may answer, so the dearest must be covered. */
function mostExpensive(plan: readonly Target[], promptTokens: number, inbound: Inbound): number {
  let most = 0;
  for (const { price } of plan) {
    const { maxOutputTokens, choices, asks } = inbound;
    most = Math.max(most, worstCost(promptTokens, maxOutputTokens, choices, price, asks));
  }
  return most;
}

async function waitForMoney(
  context: RelayContext,
  call: Call,
  want: number,
  signal: AbortSignal,
): Promise<number> {
  const since = performance.now();
  const ms = context.config.relay.balanceWaitSeconds * 1000;
  try {
    return await hold(call.key.account.wallet, call.key.budget, want, { ms, signal });
  } finally {
    call.waitedMs += performance.now() - since;
  }
}

async function deliverWhole(
  call: Call,
  attempt: Attempt,
  front: Dialect,
  inbound: Inbound,
  text: string,
): Promise<Response> {
  const answer = readWholeAnswer(front, inbound, attempt.target, text);
  attempt.succeed();
  attempt.end();
  const { usage } = answer;
  const bill = usage ? { usage, estimated: false } : await billOf(inbound, front, answer);
  call.keepBodies(inbound.text, answer.text);
  call.keepAnswer("application/json", answer.text);
  await call.finish({ reason: "complete", status: 200, ...bill });
  return new Response(answer.text, { headers: answerHeaders(call, "application/json") });
}

function streamResponse(
  request: Request,
  call: Call,
  front: Dialect,
  delivery: StreamDelivery,
): Response {
  const framing = request.url.includes("alt=sse") ? undefined : front.makeArrayFraming?.();
  const type = framing ? "application/json" : "text/event-stream; charset=utf-8";
  const headers = answerHeaders(call, type);
  headers["cache-control"] = "no-cache";
  headers["x-accel-buffering"] = "no";
  const body = delivery.body();
  return new Response(framing ? body.pipeThrough(reframe(framing)) : body, { headers });
}

function reframe(framing: {
  push(events: string): string;
  end(): string;
}): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  return new TransformStream({
    transform: (events, controller) =>
      controller.enqueue(encoder.encode(framing.push(decoder.decode(events)))),
    flush: (controller) => controller.enqueue(encoder.encode(framing.end())),
  });
}
