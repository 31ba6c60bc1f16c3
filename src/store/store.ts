/**
 * What an open store is. Other rooms hold a `Store` and pass it to the query functions beside this file
 * (accounts.ts, requests.ts …); only this room looks inside it.
 */

import type { CompiledQuery, Kysely } from "kysely";
import type { HotWriter } from "./hot-writer.ts";
import type { LedgerProof } from "./ledger-proof.ts";
import type { RunReport } from "./reports.ts";
import type { Tables } from "./schema.ts";
import type { Vault } from "./vault.ts";

export type Engine = "sqlite" | "postgres";

export interface Store {
  readonly engine: Engine;
  /** Group commit for the hot path. Nothing else may write balances, spending, requests or the ledger. */
  readonly writer: HotWriter;
  /** Encrypts vendor secrets at rest. */
  readonly vault: Vault;
  /**
   * Makes this process the one owner of balances and limits until it closes the store or dies (`kill -9` included:
   * no stale claim is possible). Throws AppError("conflict") while another process owns the database. Claiming twice
   * through the same store is a no-op.
   */
  claim(): Promise<void>;
  /** Called once if the claim is lost while held (PostgreSQL connection died). Never called after `close`. */
  onClaimLost(listener: () => void): void;
  /** Resolves when the database answers; throws AppError("unavailable") otherwise. */
  ping(): Promise<void>;
  /** Flushes the writer, gives the claim back, closes every connection. Safe to call twice. */
  close(): Promise<void>;
  /** For src/store only. */
  readonly [inside]: Inside;
}

/** Key of the part of a store that only this room may touch. */
export const inside: unique symbol = Symbol("parley.store.inside");

/** What query functions work with. */
export interface Inside {
  /**
   * For reads and single-statement writes. Interactive transactions are refused on SQLite: one left open across an
   * `await` would lock the hot writer out. Use `together`.
   */
  readonly db: Kysely<Tables>;
  /** Runs the statements in order in one transaction, all or nothing. */
  together(queries: readonly CompiledQuery[]): Promise<void>;
  /** See `verifyLedger`. */
  proveLedger(): Promise<LedgerProof>;
  /** Reads much without holding up what else this process does. */
  readonly report: RunReport;
}

/** The query builder of an open store. */
export function queries(store: Store): Kysely<Tables> {
  return store[inside].db;
}
