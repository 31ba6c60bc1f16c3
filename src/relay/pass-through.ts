/**
 * Carries a request that Parley does not understand beyond its model: rerank, speech, images, moderations. The vendor's
 * answer passes as it is, streamed or not; its usage is billed where it reports one, else the input is counted, and by
 * the piece where the price says so.
 */

import { clientAddress } from "../base/addresses.ts";
import { AppError, toAppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import { isRecord, replaceString } from "../base/json.ts";
import { chatCompletions } from "../llm/dialects/chat-completions/index.ts";
import type { Inbound, Usage } from "../llm/inbound.ts";
import { countTokens } from "../llm/tokens/count.ts";
import { answerHeaders } from "./answer-headers.ts";
import type { Attempt } from "./attempt.ts";
import { authenticate } from "./authenticate.ts";
import type { Bill } from "./billing.ts";
import { readBody, readForm } from "./body.ts";
import { Call } from "./call.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";
import { errorResponse, giveUp } from "./error-response.ts";
import { Tries } from "./failover.ts";
import type { PassThrough } from "./pass-through-endpoints.ts";
import { guessSpeechTokens, type Load, loadOfBody, loadOfForm } from "./pass-through-load.ts";
import { readAnswerUsage } from "./pass-through-usage.ts";
import type { Peer } from "./peer.ts";
import { planTargets } from "./plan.ts";
import { type Price, worstCost } from "./pricing.ts";
import { hold } from "./wallet.ts";

const front = chatCompletions;

/** The request as received, and as it is for a vendor that knows the model by another name. */
interface Parcel {
  readonly model: string;
  /** Text whose tokens stand for the request when the vendor reports none. */
  readonly input: string;
  readonly load: Load;
  bodyFor(upstreamModel: string): string | FormData;
}

export async function passThrough(
  context: RelayContext,
  request: Request,
  peer: Peer,
  endpoint: PassThrough,
): Promise<Response> {
  const startedAt = performance.now();
  let call: Call | undefined;
  let parcel: Parcel;
  let plan: readonly Target[];
  try {
    const forwarded = request.headers.get("x-forwarded-for");
    const address = clientAddress(peer.address, forwarded, context.trustedProxies);
    const key = authenticate(context, request.headers, address);
    call = new Call(context, key, `/v1/${endpoint.path}`, startedAt, { request, peer, address });
    parcel = await readParcel(context, request, endpoint);
    const inbound = asInbound(parcel);
    call.describe(inbound);
    plan = planTargets(context, key, inbound);
    refuseUnmeasured(plan, parcel.load);
    const { tokens, output, asks } = parcel.load;
    call.admit(tokens);
    const want = Math.max(...plan.map(({ price }) => worstCost(tokens, output, 1, price, asks)));
    const wait = { ms: context.config.relay.balanceWaitSeconds * 1000, signal: request.signal };
    call.open(plan[0] as Target, await hold(key.account.wallet, key.budget, want, wait));
  } catch (thrown) {
    const error = toAppError(thrown);
    if (call) call.refuse(error);
    else context.metrics.refused(error.code);
    return errorResponse(front, error, call?.id ?? timeId("req", context.clock.now()));
  }

  const tries = new Tries(context, call, plan);
  try {
    for (;;) {
      const attempt = tries.next() ?? (await tries.nextRound());
      try {
        return await deliver(context, call, attempt, endpoint, parcel);
      } catch (thrown) {
        tries.failed(attempt, attempt.explain(thrown));
      }
    }
  } catch (thrown) {
    return giveUp(call, front, toAppError(thrown));
  }
}

/** What is paid by the second must be here to be measured: its cost could neither be held nor, by most answers, billed. */
function refuseUnmeasured(plan: readonly Target[], { unmeasured }: Load): void {
  if (unmeasured === undefined) return;
  if (plan.every(({ price }) => price.rare?.perSecond === undefined)) return;
  const wanted = "this model is billed by the second, so send the recording itself as `file`.";
  const said =
    unmeasured === "file" ? "`file` holds no recording" : `\`${unmeasured}\` cannot be used`;
  throw new AppError("invalid_request", `${said}: ${wanted}`, { param: unmeasured });
}

async function deliver(
  context: RelayContext,
  call: Call,
  attempt: Attempt,
  endpoint: PassThrough,
  parcel: Parcel,
): Promise<Response> {
  const { target } = attempt;
  const response = await attempt.sendBody(
    endpoint.path,
    parcel.bodyFor(target.upstreamId),
    context.config.relay.timeouts.totalSeconds,
  );
  attempt.arrived();
  if (!response.ok) throw await attempt.readRefusal(response);
  attempt.expect(context.config.relay.timeouts.totalSeconds);
  const body = await response.bytes();
  attempt.arrived();
  attempt.succeed();
  attempt.end();
  const contentType = response.headers.get("content-type") ?? "application/octet-stream";
  const bill = await billOf(target.price, endpoint, parcel, contentType, body);
  await call.finish({ reason: "complete", status: 200, ...bill });
  return new Response(body, { headers: answerHeaders(call, contentType) });
}

/** Tokens as the vendor reports them, or counted here; pieces as its answer tells them, or as the request does. */
async function billOf(
  price: Price,
  { piece }: PassThrough,
  { input, load }: Parcel,
  contentType: string,
  body: Uint8Array,
): Promise<Bill> {
  const reported = readAnswerUsage(contentType, body, piece);
  const tokens = reported.tokens ?? {
    prompt: await countTokens(input),
    cached: 0,
    ...guessOutput(price, piece, load, contentType, body),
    reasoning: 0,
  };
  const pieces = reported.pieces ?? load.pieces;
  const isByToken = price.input > 0 || price.output > 0;
  const isGuess = reported.pieces === undefined && load.isGuess;
  return {
    usage:
      piece === undefined || pieces === 0
        ? tokens
        : { ...tokens, special: { ...tokens.special, [piece]: pieces } },
    estimated:
      (isByToken && reported.tokens === undefined) ||
      (isGuess && price.rare?.perSecond !== undefined),
  };
}

/** Speech is the one answer whose size tells its tokens. */
function guessOutput(
  price: Price,
  piece: PassThrough["piece"],
  load: Load,
  contentType: string,
  body: Uint8Array,
): Pick<Usage, "completion" | "special"> {
  if (piece !== "characters" || price.rare?.audioOutput === undefined) return { completion: 0 };
  const audioOutput = guessSpeechTokens(load.pieces, contentType, body.length);
  return { completion: audioOutput, special: { audioOutput } };
}

async function readParcel(
  context: RelayContext,
  request: Request,
  endpoint: PassThrough,
): Promise<Parcel> {
  const limitMb = context.config.relay.bodyLimitMb;
  if (endpoint.form) {
    const form = await readForm(request, limitMb);
    const field = endpoint.input === undefined ? null : form.get(endpoint.input);
    const input = typeof field === "string" ? field : "";
    return {
      model: parseModel(form.get("model")),
      input,
      load: await loadOfForm(endpoint.piece, form, input),
      bodyFor(upstreamModel) {
        form.set("model", upstreamModel);
        return form;
      },
    };
  }
  const text = await readBody(request, limitMb);
  const body = parseObject(text);
  const model = parseModel(body["model"]);
  return {
    model,
    input: textOf(endpoint.input === undefined ? undefined : body[endpoint.input]),
    load: loadOfBody(endpoint.piece, body, text),
    bodyFor: (upstreamModel) => replaceString(text, "model", model, upstreamModel),
  };
}

function parseObject(text: string): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    throw new AppError("invalid_json", "The body is not JSON.", {}, { cause });
  }
  if (isRecord(body)) return body;
  throw new AppError("invalid_json", "The body must be a JSON object.");
}

function parseModel(model: unknown): string {
  if (typeof model === "string" && model !== "") return model;
  throw new AppError("invalid_request", "`model` is missing: name the model to use.", {
    param: "model",
  });
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);
}

/** Plans and limits look at requests of any kind alike. */
function asInbound(parcel: Parcel): Inbound {
  return {
    operation: "completions",
    model: parcel.model,
    stream: false,
    wantsUsage: false,
    maxOutputTokens: undefined,
    choices: 1,
    text: "",
    body: {},
  };
}
