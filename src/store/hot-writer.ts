/**
 * The hot path's way into the database. Writes are queued without waiting; everything queued in one turn of the event
 * loop is committed in one transaction, so that many requests share the cost of one commit.
 */

import type { AppError } from "../base/errors.ts";

export type HotValue = string | number | null;

/** A running total kept beside the ledger. */
export type HotTotal = "account_balance" | "key_spent";

export interface HotWriter {
  /**
   * Queues one statement. Parameters are written $1, $2, … in order of first appearance. The writer keeps `values`
   * until the commit: give it an array of its own. After `close` the write is dropped and `committed` rejects.
   */
  write(sql: string, values: readonly HotValue[]): void;
  /** Adds to a running total. All changes of one total in a batch become one UPDATE. */
  bump(target: HotTotal, id: string, deltaNano: number): void;
  /**
   * Resolves when everything queued so far is durably committed; rejects with AppError("unavailable") if it was not,
   * in which case nothing of that batch was written. Later batches are not affected.
   */
  committed(): Promise<void>;
  /** Called for each batch that failed, also when nobody waited for it. */
  onFailure(listener: (error: AppError) => void): void;
  /** Commits what is queued, then refuses writes. Safe to call twice. */
  close(): Promise<void>;
}

/** The UPDATE behind each running total: $1 is the change, $2 the id. */
export const BUMP: Readonly<Record<HotTotal, string>> = {
  account_balance: "update accounts set balance_nano = balance_nano + $1 where id = $2",
  key_spent: "update api_keys set spent_nano = spent_nano + $1 where id = $2",
};
