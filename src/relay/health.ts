/**
 * How well targets and vendor keys are doing, in memory. A target that keeps failing is left alone for a while (the
 * breaker is open), then one call may try it again (half open). A key that was limited or refused is set aside.
 */

import type { Target } from "./directory.ts";

/** Failures in a row that open a breaker, and how long it stays open: doubling from first to longest. */
const FAILURES_TO_OPEN = 3;
const FIRST_OPEN_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

/** A key the vendor refused is tried again after this time, in case it was mended at the vendor's end. */
const REFUSED_KEY_MS = 10 * 60_000;
/** A limited key whose vendor did not say for how long. */
const LIMITED_KEY_MS = 1_000;

/** Weight of the newest sample in the running mean of latencies. */
const NEWEST = 0.2;

export type BreakerState = "closed" | "open" | "half-open";

export class TargetHealth {
  #failures = 0;
  #openUntil = 0;
  #openFor = FIRST_OPEN_MS;
  #probing = false;
  /** Running mean of the time to the first event, in milliseconds; undefined before the first success. */
  latencyMs: number | undefined;

  state(now: number): BreakerState {
    if (this.#openUntil === 0) return "closed";
    return now < this.#openUntil ? "open" : "half-open";
  }

  /** True if a call may try the target now. In the half-open state only one may at a time. */
  allow(now: number): boolean {
    const state = this.state(now);
    if (state === "closed") return true;
    if (state === "open" || this.#probing) return false;
    this.#probing = true;
    return true;
  }

  /** Milliseconds until a call may try again; 0 when it may. */
  wait(now: number): number {
    return Math.max(0, this.#openUntil - now);
  }

  succeed(latencyMs: number): void {
    this.#failures = 0;
    this.#openUntil = 0;
    this.#openFor = FIRST_OPEN_MS;
    this.#probing = false;
    this.latencyMs =
      this.latencyMs === undefined ? latencyMs : this.latencyMs * (1 - NEWEST) + latencyMs * NEWEST;
  }

  fail(now: number): void {
    this.#failures++;
    if (this.#probing || this.#failures >= FAILURES_TO_OPEN) {
      this.#openUntil = now + this.#openFor;
      this.#openFor = Math.min(this.#openFor * 2, LONGEST_OPEN_MS);
    }
    this.#probing = false;
  }

  /** The try said nothing about the target's health: the client left, or its request was at fault. */
  forget(): void {
    this.#probing = false;
  }
}

export interface KeyState {
  /** Not to be used before this time. */
  until: number;
  refused: boolean;
}

export class Health {
  readonly #targets = new Map<string, TargetHealth>();
  readonly #keys = new Map<string, KeyState>();
  #turn = 0;

  target(target: Target): TargetHealth {
    const name = `${target.provider.id}\0${target.upstreamId}`;
    let health = this.#targets.get(name);
    if (!health) this.#targets.set(name, (health = new TargetHealth()));
    return health;
  }

  /** The provider's usable keys, in turn. `[undefined]` for a provider that needs none. */
  keys(target: Target, now: number): readonly (string | undefined)[] {
    const { keys } = target.provider;
    if (keys.length === 0) return NO_KEY;
    if (keys.length === 1) return this.#isUsable(target, keys[0] as string, now) ? keys : [];
    const start = this.#turn++ % keys.length;
    return [...keys.slice(start), ...keys.slice(0, start)].filter((key) =>
      this.#isUsable(target, key, now),
    );
  }

  /** Milliseconds until one of the provider's keys may be used again; Infinity when all were refused. */
  keyWait(target: Target, now: number): number {
    const waits = target.provider.keys.map((key) => {
      const state = this.#keys.get(keyName(target, key));
      if (!state) return 0;
      return state.refused ? Infinity : Math.max(0, state.until - now);
    });
    return waits.length === 0 ? 0 : Math.min(...waits);
  }

  limitKey(
    target: Target,
    key: string | undefined,
    now: number,
    retryAfter: number | undefined,
  ): void {
    if (key === undefined) return;
    const ms = retryAfter === undefined ? LIMITED_KEY_MS : retryAfter * 1000;
    this.#keys.set(keyName(target, key), { until: now + ms, refused: false });
  }

  refuseKey(target: Target, key: string | undefined, now: number): void {
    if (key !== undefined)
      this.#keys.set(keyName(target, key), { until: now + REFUSED_KEY_MS, refused: true });
  }

  /** What is known of a key; undefined: nothing bad. */
  keyState(target: Target, key: string, now: number): KeyState | undefined {
    const state = this.#keys.get(keyName(target, key));
    return state && state.until > now ? state : undefined;
  }

  #isUsable(target: Target, key: string, now: number): boolean {
    return this.#keys.size === 0 || this.keyState(target, key, now) === undefined;
  }
}

const NO_KEY: readonly undefined[] = [undefined];

function keyName(target: Target, key: string): string {
  return `${target.provider.id}\0${key}`;
}
