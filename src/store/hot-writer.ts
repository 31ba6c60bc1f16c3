/**
 * The hot path's way into the database. Writes are queued without waiting; everything queued in one turn of the event
 * loop is committed in one transaction, so that many requests share the cost of one commit.
 */

import { AppError } from "../base/errors.ts";

export type HotValue = string | number | null;

/** A running total kept beside the ledger. */
export type HotTotal = "account_balance" | "key_spent";

/** Writes that have not been made yet. */
export interface Deferred {
  /** Takes the writes back. True: they were not made and never will be. False: they are queued or committed already. */
  cancel(): boolean;
}

/** How long `defer` waits. */
export const DEFER_MS = 100;

export interface HotWriter {
  /**
   * Queues one statement. Parameters are written $1, $2, … and numbered in order of first appearance. The writer keeps
   * `values` until the commit: give it an array of its own. After `close` the write is dropped and `committed` rejects.
   */
  write(sql: string, values: readonly HotValue[]): void;
  /** Adds to a running total. All changes of one total in a batch become one UPDATE, made after the batch's writes. */
  bump(target: HotTotal, id: string, deltaNano: number): void;
  /**
   * Calls `make` (which queues writes) after `DEFER_MS`, unless cancelled before. A row that says "this call has
   * begun" is worth its cost only for calls that last: most short calls can cancel it and write one row in place of two.
   */
  defer(make: () => void): Deferred;
  /**
   * Resolves when everything queued so far is durably committed; rejects with AppError("unavailable") if it was not,
   * in which case nothing of that batch was written. Later batches are not affected. Call it in the same turn as the
   * writes it is to cover. Deferred writes count once they are made.
   */
  committed(): Promise<void>;
  /** Called for each batch that failed, also when nobody waited for it. */
  onFailure(listener: (error: AppError) => void): void;
  /** Makes deferred writes, commits what is queued, then refuses writes. Safe to call twice. */
  close(): Promise<void>;
}

/** The UPDATE behind each running total: $1 is the change, $2 the id. */
export const BUMP: Readonly<Record<HotTotal, string>> = {
  account_balance: "update accounts set balance_nano = balance_nano + $1 where id = $2",
  key_spent: "update api_keys set spent_nano = spent_nano + $1 where id = $2",
};

/** What goes into one transaction. */
export class Batch {
  readonly texts: string[] = [];
  readonly values: (readonly HotValue[])[] = [];
  readonly totals: Readonly<Record<HotTotal, Map<string, number>>> = {
    account_balance: new Map(),
    key_spent: new Map(),
  };
  #outcome: PromiseWithResolvers<void> | undefined;

  isEmpty(): boolean {
    return (
      this.texts.length === 0 &&
      this.totals.account_balance.size === 0 &&
      this.totals.key_spent.size === 0
    );
  }

  add(sql: string, values: readonly HotValue[]): void {
    this.texts.push(sql);
    this.values.push(values);
  }

  bump(target: HotTotal, id: string, deltaNano: number): void {
    if (!Number.isSafeInteger(deltaNano))
      throw new RangeError(`${deltaNano} is not a whole number of nano-dollars.`);
    const totals = this.totals[target];
    totals.set(id, (totals.get(id) ?? 0) + deltaNano);
  }

  /** Made only when somebody asks: a batch costs one promise at most. */
  outcome(): Promise<void> {
    this.#outcome ??= Promise.withResolvers<void>();
    return this.#outcome.promise;
  }

  succeed(): void {
    this.#outcome?.resolve();
  }

  fail(error: AppError): void {
    this.#outcome?.reject(error);
  }
}

export function toWriteError(cause: unknown): AppError {
  return new AppError("unavailable", "Parley could not write to its database.", {}, { cause });
}
