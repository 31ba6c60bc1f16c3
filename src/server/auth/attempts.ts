/**
 * Slows down guessing. Each attempt counts before it is judged, so that parallel guesses cannot slip through, and a
 * good one wipes the count of its name. Counts are kept per name and per address, in memory: a restart forgets them.
 */

import { isIP } from "node:net";
import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";

interface Rule {
  /** Failures that are free. */
  readonly free: number;
  /** First lock; it doubles with each further failure. */
  readonly lockMs: number;
  readonly mostMs: number;
}

const PER_NAME: Rule = { free: 5, lockMs: 30_000, mostMs: 15 * 60_000 };
const PER_ADDRESS: Rule = { free: 20, lockMs: 30_000, mostMs: 15 * 60_000 };
/** Failures older than this are forgotten. */
const MEMORY_MS = 60 * 60_000;
const MOST_RECORDS = 10_000;

interface Tally {
  failures: number;
  last: number;
  lockedUntil: number;
}

export interface Attempt {
  /** The guess was right: the counts it raised are taken back. */
  succeed(): void;
}

export class Attempts {
  readonly #records = new Map<string, Tally>();

  /** Counts an attempt. Throws AppError("rate_limit_exceeded") while the name or the address is locked. */
  begin(name: string, address: string, now: number): Attempt {
    const nameKey = `name ${name}`;
    const addressKey = `address ${network(address)}`;
    const until = Math.max(this.#lockedUntil(nameKey, now), this.#lockedUntil(addressKey, now));
    if (until > now) throw lockedError(until - now);
    this.#count(nameKey, PER_NAME, now);
    const tally = this.#count(addressKey, PER_ADDRESS, now);
    return {
      succeed: () => {
        this.#records.delete(nameKey);
        // Only this attempt: knowing one password must not buy more guesses at another.
        tally.failures--;
        if (tally.failures < PER_ADDRESS.free) tally.lockedUntil = 0;
      },
    };
  }

  #lockedUntil(key: string, now: number): number {
    return this.#find(key, now)?.lockedUntil ?? 0;
  }

  #find(key: string, now: number): Tally | undefined {
    const record = this.#records.get(key);
    return record !== undefined && now - record.last < MEMORY_MS ? record : undefined;
  }

  #count(key: string, rule: Rule, now: number): Tally {
    const record = this.#find(key, now) ?? { failures: 0, last: now, lockedUntil: 0 };
    record.failures++;
    record.last = now;
    const over = record.failures - rule.free;
    if (over >= 0) record.lockedUntil = now + Math.min(rule.lockMs * 2 ** over, rule.mostMs);
    // Taken out and put back: the map then runs from the least to the most recently used.
    this.#records.delete(key);
    this.#records.set(key, record);
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= MOST_RECORDS) break;
      this.#records.delete(oldest);
    }
    return record;
  }
}

/** Whoever has one IPv6 address has the 64-bit network around it. */
function network(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  if (tail !== undefined) {
    const missing = 8 - groups.length - tail.split(":").filter((group) => group !== "").length;
    groups.push(...Array.from({ length: Math.max(missing, 0) }, () => "0"), ...tail.split(":"));
  }
  return groups.slice(0, 4).join(":");
}

function lockedError(milliseconds: number): AppError {
  const seconds = Math.ceil(milliseconds / 1000);
  return new AppError(
    "rate_limit_exceeded",
    seconds < 90
      ? sentence("too_many_attempts", { seconds })
      : sentence("far_too_many_attempts", { minutes: Math.ceil(seconds / 60) }),
    { retryAfter: seconds },
  );
}
