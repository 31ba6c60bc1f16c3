/** Requests per minute, tokens per minute and calls at once, per key, in memory. */

import { AppError } from "../base/errors.ts";

const MINUTE = 60_000;

/** Fills evenly, one minute from empty to full. May go below zero when a call used more than it was expected to. */
export class Bucket {
  readonly capacity: number;
  #level: number;
  #at: number;

  constructor(perMinute: number, now: number) {
    this.capacity = perMinute;
    this.#level = perMinute;
    this.#at = now;
  }

  level(now: number): number {
    if (now > this.#at) {
      this.#level = Math.min(
        this.capacity,
        this.#level + ((now - this.#at) * this.capacity) / MINUTE,
      );
      this.#at = now;
    }
    return this.#level;
  }

  take(amount: number, now: number): void {
    this.#level = this.level(now) - amount;
  }

  /** Milliseconds until the bucket holds `amount`; 0 when it does. */
  wait(amount: number, now: number): number {
    return Math.max(0, Math.ceil(((amount - this.level(now)) * MINUTE) / this.capacity));
  }
}

export interface LimitSettings {
  readonly rpm: number | null;
  readonly tpm: number | null;
  readonly concurrency: number | null;
}

/** What a call took from the limits, to be corrected when it ends. */
export interface Admission {
  readonly tokens: number;
}

export class Limits {
  #requests: Bucket | null = null;
  #tokens: Bucket | null = null;
  #concurrency: number | null = null;
  #running = 0;

  constructor(settings: LimitSettings, now: number) {
    this.change(settings, now);
  }

  /** Applies new settings; a limit that stays the same keeps its state. */
  change(settings: LimitSettings, now: number): void {
    this.#requests = renew(this.#requests, settings.rpm, now);
    this.#tokens = renew(this.#tokens, settings.tpm, now);
    this.#concurrency = settings.concurrency;
  }

  /** Lets one call in and counts it, or throws AppError("rate_limit_exceeded") and counts nothing. */
  admit(tokens: number, now: number): Admission {
    if (this.#concurrency !== null && this.#running >= this.#concurrency) {
      throw over(
        `This key allows ${plural(this.#concurrency, "call")} at once.`,
        "requests",
        1000,
        this.headers(now),
      );
    }
    const requestWait = this.#requests?.wait(1, now) ?? 0;
    if (this.#requests && requestWait > 0) {
      throw over(
        `This key allows ${plural(this.#requests.capacity, "request")} per minute.`,
        "requests",
        requestWait,
        this.headers(now),
      );
    }
    if (this.#tokens) {
      if (tokens > this.#tokens.capacity) {
        throw over(
          `This request needs about ${tokens} tokens, and the key allows ${this.#tokens.capacity} per minute. Shorten it or lower its maximum output.`,
          "tokens",
          MINUTE,
          this.headers(now),
        );
      }
      const tokenWait = this.#tokens.wait(tokens, now);
      if (tokenWait > 0) {
        throw over(
          `This key allows ${this.#tokens.capacity} tokens per minute; this request needs about ${tokens}.`,
          "tokens",
          tokenWait,
          this.headers(now),
        );
      }
      this.#tokens.take(tokens, now);
    }
    this.#requests?.take(1, now);
    this.#running++;
    return { tokens };
  }

  /** Ends a call. `tokens` is what it really used. */
  leave(admission: Admission, tokens: number, now: number): void {
    this.#running--;
    this.#tokens?.take(tokens - admission.tokens, now);
  }

  get running(): number {
    return this.#running;
  }

  /** The limits as the official clients read them; empty when the key has none. */
  headers(now: number): Record<string, string> {
    const headers: Record<string, string> = {};
    if (this.#requests) describe(headers, "requests", this.#requests, now);
    if (this.#tokens) describe(headers, "tokens", this.#tokens, now);
    return headers;
  }
}

function renew(old: Bucket | null, perMinute: number | null, now: number): Bucket | null {
  if (perMinute === null) return null;
  return old?.capacity === perMinute ? old : new Bucket(perMinute, now);
}

function describe(
  headers: Record<string, string>,
  kind: string,
  bucket: Bucket,
  now: number,
): void {
  headers[`x-ratelimit-limit-${kind}`] = String(bucket.capacity);
  headers[`x-ratelimit-remaining-${kind}`] = String(Math.max(0, Math.floor(bucket.level(now))));
  headers[`x-ratelimit-reset-${kind}`] = duration(bucket.wait(bucket.capacity, now));
}

/** Milliseconds as clients expect them: `120ms`, `1.5s`, `6m0s`. */
export function duration(ms: number): string {
  if (ms === 0) return "0s";
  if (ms < 1000) return `${Math.ceil(ms)}ms`;
  const tenths = Math.ceil(ms / 100) / 10;
  return tenths < 60 ? `${tenths}s` : `${Math.floor(tenths / 60)}m${Math.ceil(tenths % 60)}s`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function over(
  message: string,
  type: string,
  waitMs: number,
  headers: Record<string, string>,
): AppError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate_limit_exceeded", `${message} Try again in ${retryAfter} s.`, {
    type,
    retryAfter,
    headers,
  });
}
