/**
 * What is tried for a call, one try after another. Every healthy way is tried once before anything is tried twice: the
 * keys of a target, then the next target. When all have failed, a pause (the vendor's own `Retry-After`, or a growing
 * one), and another round. All of this is before the first byte; after it nothing is retried.
 */

import { AppError } from "../base/errors.ts";
import { Attempt } from "./attempt.ts";
import type { Call } from "./call.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";

const FIRST_PAUSE_MS = 250;

export class Tries {
  readonly #context: RelayContext;
  readonly #call: Call;
  readonly #plan: readonly Target[];
  readonly #signal: AbortSignal;
  #round = 0;
  #at = 0;
  /** Keys of the current target and how many of them were used; undefined: not looked at yet. */
  #keys: readonly (string | undefined)[] | undefined;
  #keysUsed = 0;
  /** The error that says most about why the call failed. */
  #worst: AppError | undefined;
  #current: Attempt | undefined;

  constructor(context: RelayContext, call: Call, plan: readonly Target[], signal: AbortSignal) {
    this.#context = context;
    this.#call = call;
    this.#plan = plan;
    this.#signal = signal;
    signal.addEventListener("abort", this.#leave, { once: true });
  }

  readonly #leave = (): void => {
    this.#current?.abort(clientGone());
  };

  /** True if another target could still take the call when this one does not answer. */
  get hasMore(): boolean {
    return this.#at < this.#plan.length - 1;
  }

  /** The next try of this round; undefined: the round is over. */
  next(): Attempt | undefined {
    if (this.#signal.aborted) throw clientGone();
    const { health, clock } = this.#context;
    const now = clock.now();
    for (; this.#at < this.#plan.length; this.#at++, this.#keys = undefined) {
      const target = this.#plan[this.#at] as Target;
      if (this.#keys === undefined) {
        if (!health.target(target).allow(now)) continue;
        this.#keys = health.keys(target, now);
        this.#keysUsed = 0;
      }
      if (this.#keysUsed >= this.#keys.length) {
        health.target(target).forget();
        continue;
      }
      this.#call.aim(target);
      this.#call.row.attempts++;
      this.#current = new Attempt(this.#context, this.#call, target, this.#keys[this.#keysUsed++]);
      return this.#current;
    }
    return undefined;
  }

  /** Takes note of a failed try. Throws when no other try can help. */
  failed(attempt: Attempt, error: AppError): void {
    attempt.end();
    this.#call.note(attempt, error);
    const { health, clock } = this.#context;
    const now = clock.now();
    const target = health.target(attempt.target);
    switch (error.code) {
      case "upstream_credentials_exhausted":
        health.refuseKey(attempt.target, attempt.vendorKey, now);
        target.forget();
        break;
      case "rate_limit_exceeded":
        health.limitKey(attempt.target, attempt.vendorKey, now, error.detail.retryAfter);
        target.forget();
        break;
      case "upstream_error":
      case "upstream_cut":
      case "upstream_timeout":
        target.fail(now);
        this.#skipTarget();
        break;
      case "invalid_request":
        target.forget();
        // A fallback that cannot take the request says nothing about the request; the first target's word counts.
        if (!this.hasMore || (this.#worst === undefined && !isTooLong(error)))
          throw this.#worst ?? error;
        this.#skipTarget();
        break;
      default:
        target.forget();
        throw error;
    }
    this.#worst = worse(this.#worst, error);
  }

  #skipTarget(): void {
    this.#at++;
    this.#keys = undefined;
  }

  /** After a round: pauses and begins another, or throws what the client is to be told. */
  async nextRound(): Promise<Attempt> {
    const { retries, retryWaitSeconds } = this.#context.config.relay;
    const pause = this.#pause();
    const error = this.#worst ?? this.#nothingToTry(pause);
    const canHelp = this.#worst !== undefined || error.code === "rate_limit_exceeded";
    if (
      !canHelp ||
      this.#round >= retries ||
      pause > retryWaitSeconds * 1000 ||
      !isRetryable(error)
    )
      throw error;
    await this.#sleep(pause);
    this.#round++;
    this.#at = 0;
    this.#keys = undefined;
    const attempt = this.next();
    if (!attempt) throw error;
    return attempt;
  }

  /** Milliseconds until some target may be tried again. */
  #pause(): number {
    const { health, clock } = this.#context;
    const now = clock.now();
    const waits = this.#plan.map((target) =>
      Math.max(health.target(target).wait(now), health.keyWait(target, now)),
    );
    const backoff = FIRST_PAUSE_MS * 2 ** this.#round * (0.5 + Math.random() / 2);
    return Math.max(backoff, Math.min(...waits));
  }

  /** Every target was left out before a single try: all breakers are open, or all keys are set aside. */
  #nothingToTry(pause: number): AppError {
    const model = this.#call.row.model;
    if (pause === Infinity) {
      return new AppError(
        "upstream_credentials_exhausted",
        `Every key Parley holds for the model \`${model}\` was refused by its provider. Whoever runs this relay must mend that; your own key is fine.`,
      );
    }
    const retryAfter = Math.max(1, Math.ceil(pause / 1000));
    const { health, clock } = this.#context;
    const isLimited = this.#plan.some((target) => health.keyWait(target, clock.now()) > 0);
    return isLimited
      ? new AppError(
          "rate_limit_exceeded",
          `Every provider of the model \`${model}\` is limiting requests.`,
          { retryAfter },
        )
      : new AppError(
          "unavailable",
          `Every provider of the model \`${model}\` is failing. The next try is in ${retryAfter} s.`,
          { retryAfter },
        );
  }

  #sleep(ms: number): Promise<void> {
    const since = performance.now();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#signal.removeEventListener("abort", done);
        this.#call.waitedMs += performance.now() - since;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#signal.addEventListener("abort", done);
    });
  }
}

function clientGone(): AppError {
  return new AppError("client_closed_request", "The client went away before the answer.");
}

function isTooLong(error: AppError): boolean {
  return error.shownCode === "context_length_exceeded";
}

function isRetryable(error: AppError): boolean {
  return error.code !== "upstream_credentials_exhausted" && error.code !== "invalid_request";
}

/** Of two errors the one that tells the client more: its own mistake, then a limit, then a failure, then bad keys. */
function worse(before: AppError | undefined, error: AppError): AppError {
  const rank = (of: AppError): number => {
    if (of.code === "invalid_request") return 3;
    if (of.code === "rate_limit_exceeded") return 2;
    return of.code === "upstream_credentials_exhausted" ? 0 : 1;
  };
  return before === undefined || rank(error) >= rank(before) ? error : before;
}
