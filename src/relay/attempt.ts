/**
 * One try at one vendor: the only place that waits for a vendor, so the only place that times out, is cancelled, and
 * measures how much of a call was the vendor's time.
 *
 * Waiting is a pair of calls around a plain `await`, `expect` before it and `arrived` after it: a wrapper of promises
 * would cost more than everything else on this path.
 */

import { AppError } from "../base/errors.ts";
import type { UpstreamFailure } from "../llm/dialect.ts";
import type { Inbound } from "../llm/inbound.ts";
import { sendUpstream } from "../llm/upstream.ts";
import type { Call } from "./call.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";
import type { Watched } from "./watch.ts";

export class Attempt implements Watched {
  readonly target: Target;
  readonly vendorKey: string | undefined;
  readonly startedAt = performance.now();
  /** What was sent, and how the vendor refused it, if it did: there may be something to learn from the two. */
  body = "";
  refusal: UpstreamFailure | undefined;
  readonly #context: RelayContext;
  readonly #call: Call;
  readonly #control = new AbortController();
  #failure: AppError | undefined;
  #waitingSince = 0;
  #waitLimitMs = Infinity;
  #beginWithinMs: number;
  #succeeded = false;
  #ended = false;
  #onTick: ((now: number) => void) | undefined;

  /** `beginWithinSeconds`: how long the first event, or the whole answer, may take, whatever else the vendor sends. */
  constructor(
    context: RelayContext,
    call: Call,
    target: Target,
    vendorKey: string | undefined,
    beginWithinSeconds = Infinity,
  ) {
    this.#context = context;
    this.#call = call;
    this.target = target;
    this.vendorKey = vendorKey;
    this.#beginWithinMs = beginWithinSeconds * 1000;
    context.watch.add(this);
  }

  /** When another target gets the call unless this one has begun its answer; 0: there is no other. */
  get failsOverAt(): number {
    return this.#beginWithinMs === Infinity ? 0 : this.startedAt + this.#beginWithinMs;
  }

  /** Sends the request and starts waiting for the answer's head. `client`: the headers of one that speaks as the vendor. */
  send(
    inbound: Inbound,
    body: string,
    limitSeconds: number,
    client: Headers | undefined,
  ): Promise<Response> {
    const { provider, upstreamId } = this.target;
    this.body = body;
    const sent = sendUpstream({
      url: provider.dialect.operationUrl(
        provider.baseUrl,
        inbound.operation,
        upstreamId,
        inbound.stream,
      ),
      headers: provider.headersFor(this.vendorKey, client),
      body,
      stream: inbound.stream,
      signal: this.#control.signal,
    });
    this.expect(limitSeconds);
    return sent;
  }

  /** Sends a body to a path below the vendor's base address, as it is. */
  sendBody(path: string, body: string | FormData, limitSeconds: number): Promise<Response> {
    const { provider } = this.target;
    const models = provider.dialect.operationUrl(provider.baseUrl, "models", "", false);
    const sent = sendUpstream({
      url: models.replace(/\/models(?=$|\?)/, `/${path}`),
      headers: provider.headersFor(this.vendorKey),
      body,
      stream: false,
      signal: this.#control.signal,
    });
    this.expect(limitSeconds);
    return sent;
  }

  /** From now on the vendor's silence counts, until `arrived`; after so many seconds of it the try is given up. */
  expect(limitSeconds: number): void {
    this.#waitingSince = performance.now();
    this.#waitLimitMs = limitSeconds * 1000;
  }

  /** What was waited for is here. Safe to call when nothing was. */
  arrived(): void {
    if (this.#waitingSince === 0) return;
    this.#call.waitedMs += performance.now() - this.#waitingSince;
    this.#waitingSince = 0;
  }

  /** Turns whatever came of waiting into the error to tell: why we gave up, if we did. */
  explain(thrown: unknown): AppError {
    this.arrived();
    if (this.#failure) return this.#failure;
    return thrown instanceof AppError ? thrown : brokenConnection(this.target, thrown);
  }

  /** Reads a refusal's body. Never throws: the error is the result. */
  async readRefusal(response: Response): Promise<AppError> {
    this.expect(this.#context.config.relay.timeouts.idleSeconds);
    let text = "";
    try {
      text = await response.text();
    } catch (thrown) {
      if (this.#failure) return this.explain(thrown);
    }
    this.arrived();
    const { dialect } = this.target.provider;
    this.refusal = dialect.readFailure(response.status, response.headers, text);
    return upstreamError(this.refusal, this.target);
  }

  /** Gives up on the vendor: whatever waits for it fails with `error`, and the connection is closed. */
  abort(error: AppError): void {
    this.#failure ??= error;
    this.#control.abort();
  }

  /** Called on every tick of the watch until `end`. */
  onTick(listener: (now: number) => void): void {
    this.#onTick = listener;
  }

  tick(now: number): void {
    if (this.#call.client.aborted) return this.abort(clientGone());
    const { totalSeconds } = this.#context.config.relay.timeouts;
    if (now > this.#call.startedAt + totalSeconds * 1000) {
      this.abort(timeout(this.target, `did not finish within ${totalSeconds} s`));
    } else if (this.#waitingSince > 0 && now - this.#waitingSince > this.#waitLimitMs) {
      this.abort(timeout(this.target, `was silent for ${this.#waitLimitMs / 1000} s`));
    } else if (now - this.startedAt > this.#beginWithinMs) {
      this.abort(timeout(this.target, `did not answer within ${this.#beginWithinMs / 1000} s`));
    }
    if (!this.#failure) this.#onTick?.(now);
  }

  /** The vendor answered well: the first event, or the whole answer. */
  succeed(): void {
    this.#succeeded = true;
    this.#beginWithinMs = Infinity;
    this.#context.health.target(this.target).begin(performance.now() - this.startedAt);
  }

  /** The try is over. Safe to call twice. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#context.watch.remove(this);
    this.#onTick = undefined;
    const health = this.#context.health.target(this.target);
    if (!this.#succeeded) health.forget();
    else if (!this.#failure) health.succeed(this.#context.clock.now());
  }
}

export function clientGone(): AppError {
  return new AppError("client_closed_request", "The client went away before the answer.");
}

function timeout(target: Target, what: string): AppError {
  return new AppError("upstream_timeout", `The provider \`${target.provider.name}\` ${what}.`);
}

function brokenConnection(target: Target, cause: unknown): AppError {
  return new AppError(
    "upstream_error",
    `The connection to the provider \`${target.provider.name}\` broke off.`,
    {},
    { cause },
  );
}

/** Only one vendor has a code for it; the others say it in words. */
const TOO_LONG =
  /prompt is too long|context (?:length|window|size)|maximum number of tokens allowed|input is too long|reduce the length of/i;

function isTooLong({ status, code, message }: UpstreamFailure): boolean {
  if (code === "context_length_exceeded") return true;
  return status === 400 && TOO_LONG.test(message);
}

/** Our account with the vendor is empty, which some vendors call the request's mistake. */
function isOutOfMoney({ code, message }: UpstreamFailure): boolean {
  if (code === "insufficient_quota" || code === "billing_hard_limit_reached") return true;
  return /\bcredit balance is too low\b/i.test(message);
}

/** What a vendor's refusal means to the client. A vendor's 401 is our trouble, never the client's. */
export function upstreamError(failure: UpstreamFailure, target: Target): AppError {
  const name = target.provider.name;
  const { status, message } = failure;
  const cause = new Error(`${status} from ${name}: ${message}`);
  const detail = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter };
  if (status === 401 || status === 402 || status === 403 || isOutOfMoney(failure)) {
    return new AppError(
      "upstream_credentials_exhausted",
      `The provider \`${name}\` refused the key Parley holds for it. Whoever runs this relay must mend that; your own key is fine.`,
      {},
      { cause },
    );
  }
  if (status === 429) {
    const text = `The provider \`${name}\` is limiting requests: ${message}`;
    return new AppError("rate_limit_exceeded", text, detail, { cause });
  }
  if (status === 404) {
    const text = `The provider \`${name}\` does not know the model \`${target.upstreamId}\`: ${message}`;
    return new AppError("upstream_error", text, {}, { cause });
  }
  if (status >= 400 && status < 500 && status !== 408 && status !== 409) {
    return new AppError(
      "invalid_request",
      message,
      {
        status,
        // Other vendors' names for types (`INVALID_ARGUMENT`) mean nothing to a client.
        type: /^[a-z_]+$/.exec(failure.type ?? "")?.[0] ?? "invalid_request_error",
        shownCode: isTooLong(failure) ? "context_length_exceeded" : (failure.code ?? null),
        ...(failure.param === undefined ? {} : { param: failure.param }),
      },
      { cause },
    );
  }
  return new AppError(
    "upstream_error",
    `The provider \`${name}\` failed (${status}): ${message}`,
    detail,
    { cause },
  );
}
