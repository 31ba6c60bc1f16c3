/**
 * How well targets and vendor keys are doing, in memory. A target that keeps failing is left alone for a while (the
 * breaker is open), then one call may try it again (half open). A key that was limited or refused is set aside.
 */

import type { Target } from "./directory.ts";

/** Failures in a row that open a breaker, and how long it stays open: doubling from first to longest. */
const FAILURES_TO_OPEN = 3;
/** A busy target fails three times in a row by chance, so half of its calls of late must have failed too. */
const LATELY_MS = 2_000;
const FIRST_OPEN_MS = 5_000;
const LONGEST_OPEN_MS = 60_000;

/** A failing vendor that asks for more time than this is tried again all the same. */
const LONGEST_REST_MS = 60_000;

/** A key the vendor refused is tried again after this time, in case it was mended at the vendor's end. */
const REFUSED_KEY_MS = 10 * 60_000;
/** A limited key whose vendor did not say for how long. */
const LIMITED_KEY_MS = 1_000;

/** Weight of the newest sample in the running mean of latencies. */
const NEWEST = 0.2;

const MOST_TARGETS = 10_000;

export type BreakerState = "closed" | "open" | "half-open";

export class TargetHealth {
  #failures = 0;
  /** Whole answers and failures of late: each counts half after `LATELY_MS`, a quarter after twice that. */
  #wellOfLate = 0;
  #failedOfLate = 0;
  #countedAt = 0;
  #openUntil = 0;
  #openFor = FIRST_OPEN_MS;
  #probing = false;
  /** The vendor asked to be left alone until then. */
  #restUntil = 0;
  /** Running mean of the time to the first event, in milliseconds; undefined before the first success. */
  latencyMs: number | undefined;

  state(now: number): BreakerState {
    if (this.#openUntil === 0) return "closed";
    return now < this.#openUntil ? "open" : "half-open";
  }

  /** True if a call may try the target now. In the half-open state only one may at a time. */
  allow(now: number): boolean {
    if (now < this.#restUntil) return false;
    const state = this.state(now);
    if (state === "closed") return true;
    if (state === "open" || this.#probing) return false;
    this.#probing = true;
    return true;
  }

  /** Milliseconds until a call may try again; 0 when it may. */
  wait(now: number): number {
    return Math.max(0, this.#openUntil - now, this.#restUntil - now);
  }

  /** The answer began: others may try too. Whether the target is well shows when the answer is whole. */
  begin(latencyMs: number): void {
    this.#openUntil = 0;
    this.#restUntil = 0;
    this.#probing = false;
    this.latencyMs =
      this.latencyMs === undefined ? latencyMs : this.latencyMs * (1 - NEWEST) + latencyMs * NEWEST;
  }

  /** The answer was whole. */
  succeed(now: number): void {
    this.#age(now);
    this.#wellOfLate++;
    this.#failures = 0;
    this.#openFor = FIRST_OPEN_MS;
  }

  /** `retryAfter`: seconds the vendor asked to be left alone. */
  fail(now: number, retryAfter = 0): void {
    if (retryAfter > 0) this.#restUntil = now + Math.min(retryAfter * 1000, LONGEST_REST_MS);
    this.#age(now);
    this.#failedOfLate++;
    this.#failures++;
    this.#probing = false;
    if (this.#failures < FAILURES_TO_OPEN || this.#failedOfLate < this.#wellOfLate) return;
    // Calls that were under way when the breaker opened say nothing new when they fail too.
    if (this.state(now) === "open") return;
    this.#openUntil = now + this.#openFor;
    this.#openFor = Math.min(this.#openFor * 2, LONGEST_OPEN_MS);
  }

  #age(now: number): void {
    if (now <= this.#countedAt) return;
    const rest = 0.5 ** ((now - this.#countedAt) / LATELY_MS);
    this.#wellOfLate *= rest;
    this.#failedOfLate *= rest;
    this.#countedAt = now;
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
  /** The same, without making a name on every call. */
  readonly #kept = new WeakMap<Target, TargetHealth>();
  readonly #keys = new Map<string, KeyState>();
  /** By provider: how often its keys were asked for. */
  readonly #turns = new Map<string, number>();

  target(target: Target): TargetHealth {
    const kept = this.#kept.get(target);
    if (kept) return kept;
    const name = targetName(target);
    let health = this.#targets.get(name);
    if (!health) {
      // Where a wildcard serves them, clients make up names; forgetting all now and then bounds the memory.
      if (this.#targets.size >= MOST_TARGETS) this.#targets.clear();
      this.#targets.set(name, (health = new TargetHealth()));
    }
    this.#kept.set(target, health);
    return health;
  }

  /** What is known of a target; undefined: it was never called. Unlike `target`, it remembers nothing new. */
  find(target: Target): TargetHealth | undefined {
    return this.#kept.get(target) ?? this.#targets.get(targetName(target));
  }

  /** Upstream models of a provider that were called, with their health. */
  called(providerId: string): [upstreamId: string, health: TargetHealth][] {
    return namedAfter(this.#targets, `${providerId}\0`);
  }

  /** What is known of a key of a provider for any of its models; empty: nothing bad. */
  keyStates(providerId: string, key: string, now: number): KeyState[] {
    if (this.#keys.size === 0) return [];
    const name = `${providerId}\0${key}`;
    const refused = this.#current(name, now);
    const limited = namedAfter(this.#keys, `${name}\0`).map(([, state]) => state);
    return [...(refused ? [refused] : []), ...limited.filter(({ until }) => until > now)];
  }

  /** The keys a target may be tried with now, in turn. `[undefined]` for a provider that needs none. */
  keys(target: Target, now: number): readonly (string | undefined)[] {
    const keys = keysOf(target);
    if (keys.length === 1) return this.#isUsable(target, keys[0], now) ? keys : [];
    const turn = this.#turns.get(target.provider.id) ?? 0;
    this.#turns.set(target.provider.id, turn + 1);
    const start = turn % keys.length;
    return [...keys.slice(start), ...keys.slice(0, start)].filter((key) =>
      this.#isUsable(target, key, now),
    );
  }

  /** Milliseconds until the target may be tried with one of its keys; Infinity when all were refused. */
  keyWait(target: Target, now: number): number {
    if (this.#keys.size === 0) return 0;
    const waits = keysOf(target).map((key) => {
      const state = this.keyState(target, key, now);
      if (!state) return 0;
      return state.refused ? Infinity : state.until - now;
    });
    return Math.min(...waits);
  }

  /** Vendors limit each model for itself, so only this target's calls are kept off the key. */
  limitKey(
    target: Target,
    key: string | undefined,
    now: number,
    retryAfter: number | undefined,
  ): void {
    const ms = retryAfter === undefined ? LIMITED_KEY_MS : retryAfter * 1000;
    this.#keys.set(limitName(target, key), { until: now + ms, refused: false });
  }

  refuseKey(target: Target, key: string | undefined, now: number): void {
    this.#keys.set(refusalName(target, key), { until: now + REFUSED_KEY_MS, refused: true });
  }

  /** What is known of a key; undefined: nothing bad. */
  keyState(target: Target, key: string | undefined, now: number): KeyState | undefined {
    return (
      this.#current(refusalName(target, key), now) ?? this.#current(limitName(target, key), now)
    );
  }

  #current(name: string, now: number): KeyState | undefined {
    const state = this.#keys.get(name);
    if (!state || state.until > now) return state;
    this.#keys.delete(name);
    return undefined;
  }

  #isUsable(target: Target, key: string | undefined, now: number): boolean {
    return this.#keys.size === 0 || this.keyState(target, key, now) === undefined;
  }
}

function targetName(target: Target): string {
  return `${target.provider.id}\0${target.upstreamId}`;
}

function namedAfter<Value>(map: ReadonlyMap<string, Value>, prefix: string): [string, Value][] {
  return [...map]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value]);
}

const NO_KEY: readonly undefined[] = [undefined];

function keysOf(target: Target): readonly (string | undefined)[] {
  return target.provider.keys.length === 0 ? NO_KEY : target.provider.keys;
}

function refusalName(target: Target, key: string | undefined): string {
  return `${target.provider.id}\0${key ?? ""}`;
}

function limitName(target: Target, key: string | undefined): string {
  return `${refusalName(target, key)}\0${target.upstreamId}`;
}
