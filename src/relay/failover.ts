/**
 * What is tried for a call, one try after another. Every healthy way is tried once before anything is tried twice: the
 * keys of a target, then the next target. When all have failed, a pause (the vendor's own `Retry-After`, or a growing
 * one), and another round. All of this is before the first byte; after it nothing is retried.
 */

import { AppError } from "../base/errors.ts";
import { learnFromRefusal } from "../llm/quirks.ts";
import { Attempt, clientGone } from "./attempt.ts";
import type { Call } from "./call.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";
import { rememberQuirks } from "./learned.ts";

const FIRST_PAUSE_MS = 250;

export class Tries {
  readonly #context: RelayContext;
  readonly #call: Call;
  readonly #plan: readonly Target[];
  #round = 0;
  #at = 0;
  /** Keys of the current target and how many of them were used; undefined: not looked at yet. */
  #keys: readonly (string | undefined)[] | undefined;
  #keysUsed = 0;
  /** The error that says most about why the call failed. */
  #worst: AppError | undefined;
  /** Targets that cannot take this request, now or later. */
  readonly #unfit = new Set<Target>();
  #hasLearned = false;

  constructor(context: RelayContext, call: Call, plan: readonly Target[]) {
    this.#context = context;
    this.#call = call;
    this.#plan = plan;
  }

  /** True if another target could still take the call when this one does not answer. */
  get #hasMore(): boolean {
    if (this.#at >= this.#plan.length - 1) return false;
    const now = this.#context.clock.now();
    return this.#plan.slice(this.#at + 1).some((target) => this.#wait(target, now) === 0);
  }

  /** The next try of this round; undefined: the round is over. */
  next(): Attempt | undefined {
    const { health, clock } = this.#context;
    const now = clock.now();
    for (; this.#at < this.#plan.length; this.#at++, this.#keys = undefined) {
      const target = this.#plan[this.#at] as Target;
      if (this.#keys === undefined) {
        if (this.#unfit.has(target) || !health.target(target).allow(now)) continue;
        this.#keys = health.keys(target, now);
        this.#keysUsed = 0;
      }
      if (this.#keysUsed >= this.#keys.length) {
        health.target(target).forget();
        continue;
      }
      this.#call.aim(target);
      this.#call.row.attempts++;
      const key = this.#keys[this.#keysUsed++];
      return new Attempt(this.#context, this.#call, target, key, this.#patience());
    }
    return undefined;
  }

  /** Seconds a try has to begin its answer before another target gets the call; Infinity: there is no other. */
  #patience(): number {
    if (!this.#hasMore) return Infinity;
    const { failoverSeconds, firstTokenSeconds } = this.#context.config.relay.timeouts;
    return this.#call.row.stream === 1
      ? Math.min(failoverSeconds, firstTokenSeconds)
      : firstTokenSeconds;
  }

  /** Takes note of a failed try. Throws when no other try can help. */
  failed(attempt: Attempt, error: AppError): void {
    attempt.end();
    // What is left of a broken answer is not read, so its connection must be closed.
    attempt.abort(error);
    this.#call.note(attempt, error);
    if (this.#call.client.aborted) throw clientGone();
    const { health, clock } = this.#context;
    const now = clock.now();
    const target = health.target(attempt.target);
    switch (error.code) {
      case "upstream_credentials_exhausted":
        health.refuseKey(attempt.target, attempt.vendorKey, now);
        break;
      case "rate_limit_exceeded":
        health.limitKey(attempt.target, attempt.vendorKey, now, error.detail.retryAfter);
        break;
      case "upstream_error":
      case "upstream_cut":
      case "upstream_timeout":
        target.fail(now, error.detail.retryAfter);
        if (this.#isOverdue()) throw error;
        this.#skipTarget();
        break;
      case "invalid_request":
        if (this.#learn(attempt)) return;
        // A fallback that cannot take the request says nothing about the request; the model's own word counts.
        if (this.#worst === undefined && !isTooLong(error) && !this.#isFallback(attempt.target))
          throw error;
        this.#worst ??= error;
        this.#unfit.add(attempt.target);
        this.#skipTarget();
        return;
      default:
        throw error;
    }
    this.#worst = worse(this.#worst, error);
  }

  /** A refusal that names what the vendor cannot take is learned from, once per call, and the same key tried again. */
  #learn({ target, refusal, body }: Attempt): boolean {
    const lesson = refusal && !this.#hasLearned ? learnFromRefusal(refusal, body) : undefined;
    if (!lesson) return false;
    this.#hasLearned = true;
    this.#keysUsed--;
    rememberQuirks(this.#context, target, lesson);
    return true;
  }

  #isFallback(target: Target): boolean {
    return target.publicId !== this.#plan[0]?.publicId;
  }

  /** True if the time for the whole call is over, whoever might take it. */
  #isOverdue(): boolean {
    const { totalSeconds } = this.#context.config.relay.timeouts;
    return performance.now() - this.#call.startedAt >= totalSeconds * 1000;
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
    if (!canHelp || this.#round >= retries || pause > retryWaitSeconds * 1000) throw error;
    await this.#sleep(pause);
    if (this.#call.client.aborted) throw clientGone();
    this.#round++;
    this.#at = 0;
    this.#keys = undefined;
    const attempt = this.next();
    if (!attempt) throw error;
    return attempt;
  }

  /** Milliseconds until some target may be tried again; Infinity: none may, however long one waits. */
  #pause(): number {
    const now = this.#context.clock.now();
    const waits = this.#plan.map((target) => this.#wait(target, now));
    const backoff = FIRST_PAUSE_MS * 2 ** this.#round * (0.5 + Math.random() / 2);
    return Math.max(backoff, Math.min(...waits));
  }

  #wait(target: Target, now: number): number {
    if (this.#unfit.has(target)) return Infinity;
    const { health } = this.#context;
    return Math.max(health.target(target).wait(now), health.keyWait(target, now));
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
    const { client } = this.#call;
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        client.removeEventListener("abort", done);
        this.#call.waitedMs += performance.now() - since;
        resolve();
      };
      // Timers may fire a little early, and what is waited for must be over.
      const timer = setTimeout(done, Math.ceil(ms) + 2);
      client.addEventListener("abort", done);
    });
  }
}

function isTooLong(error: AppError): boolean {
  return error.shownCode === "context_length_exceeded";
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
