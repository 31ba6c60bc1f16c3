/**
 * One try at one vendor: the only place that waits for a vendor, so the only place that times out, is cancelled, and
 * measures how much of a call was the vendor's time.
 */

import { AppError, toAppError } from "../base/errors.ts";
import type { Inbound, UpstreamFailure } from "../llm/dialect.ts";
import { sendUpstream } from "../llm/upstream.ts";
import type { Call } from "./call.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";
import type { Watched } from "./watch.ts";

export class Attempt implements Watched {
  readonly target: Target;
  readonly #context: RelayContext;
  readonly #call: Call;
  readonly #control = new AbortController();
  readonly #deadline: number;
  #failure: AppError | undefined;
  #waitingSince: number | undefined;
  #waitLimitMs = Infinity;
  #onTick: ((now: number) => void) | undefined;

  constructor(context: RelayContext, call: Call, target: Target) {
    this.#context = context;
    this.#call = call;
    this.target = target;
    this.#deadline = call.startedAt + context.config.relay.timeouts.totalSeconds * 1000;
    context.watch.add(this);
  }

  /** Sends the request. Throws AppError when no answer came or the vendor refused. */
  async send(inbound: Inbound, vendorKey: string | undefined): Promise<Response> {
    const { provider, upstreamId } = this.target;
    const { dialect } = provider;
    const response = await this.wait(
      this.#context.config.relay.timeouts.firstTokenSeconds,
      sendUpstream({
        url: dialect.operationUrl(provider.baseUrl, inbound.operation, upstreamId, inbound.stream),
        headers: provider.headersFor(vendorKey),
        body: dialect.passRequest(inbound, upstreamId),
        stream: inbound.stream,
        signal: this.#control.signal,
      }),
    );
    if (response.status >= 200 && response.status < 300) return response;
    const text = await this.wait(this.#context.config.relay.timeouts.idleSeconds, response.text());
    throw upstreamError(dialect.readFailure(response.status, response.headers, text), this.target);
  }

  /** Waits for the vendor, at most `limitSeconds`. Rejects with AppError only. */
  async wait<Value>(limitSeconds: number, work: Promise<Value>): Promise<Value> {
    const since = performance.now();
    this.#waitingSince = since;
    this.#waitLimitMs = limitSeconds * 1000;
    try {
      return await work;
    } catch (thrown) {
      throw (
        this.#failure ??
        (thrown instanceof AppError ? thrown : brokenConnection(this.target, thrown))
      );
    } finally {
      this.#waitingSince = undefined;
      this.#call.waitedMs += performance.now() - since;
    }
  }

  /** Gives up on the vendor: whatever waits for it rejects with `error`, and the connection is closed. */
  abort(error: AppError): void {
    this.#failure ??= error;
    this.#control.abort();
  }

  /** Called on every tick of the watch until `end`. */
  onTick(listener: (now: number) => void): void {
    this.#onTick = listener;
  }

  tick(now: number): void {
    const { timeouts } = this.#context.config.relay;
    if (now > this.#deadline) {
      this.abort(timeout(this.target, `did not finish within ${timeouts.totalSeconds} s`));
    } else if (this.#waitingSince !== undefined && now - this.#waitingSince > this.#waitLimitMs) {
      this.abort(timeout(this.target, `was silent for ${this.#waitLimitMs / 1000} s`));
    }
    this.#onTick?.(now);
  }

  /** The try is over. Safe to call twice. */
  end(): void {
    this.#context.watch.remove(this);
    this.#onTick = undefined;
  }
}

function timeout(target: Target, what: string): AppError {
  return new AppError("upstream_timeout", `The provider \`${target.provider.name}\` ${what}.`);
}

function brokenConnection(target: Target, thrown: unknown): AppError {
  return new AppError(
    "upstream_error",
    `The connection to the provider \`${target.provider.name}\` broke off.`,
    {},
    { cause: toAppError(thrown).cause },
  );
}

/** What a vendor's refusal means to the client. A vendor's 401 is our trouble, never the client's. */
export function upstreamError(failure: UpstreamFailure, target: Target): AppError {
  const name = target.provider.name;
  const { status, message } = failure;
  const cause = new Error(`${status} from ${name}: ${message}`);
  const detail = failure.retryAfter === undefined ? {} : { retryAfter: failure.retryAfter };
  if (status === 401 || status === 402 || status === 403 || failure.code === "insufficient_quota") {
    return new AppError(
      "upstream_credentials_exhausted",
      `The provider \`${name}\` refused the key Parley holds for it. Whoever runs this relay must mend that; your own key is fine.`,
      {},
      { cause },
    );
  }
  if (status === 429) {
    return new AppError(
      "rate_limit_exceeded",
      `The provider \`${name}\` is limiting requests: ${message}`,
      detail,
      { cause },
    );
  }
  if (status === 404) {
    return new AppError(
      "upstream_error",
      `The provider \`${name}\` does not know the model \`${target.upstreamId}\`: ${message}`,
      {},
      { cause },
    );
  }
  if (status >= 400 && status < 500 && status !== 408 && status !== 409) {
    return new AppError(
      "invalid_request",
      message,
      {
        status,
        type: failure.type ?? "invalid_request_error",
        shownCode: failure.code ?? null,
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
