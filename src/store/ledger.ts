/** Reading the ledger. Entries are appended by the hot writer; nothing ever changes or deletes one. */

import { sql, type RawBuilder, type Selectable } from "kysely";
import { balanceChange } from "./ledger-kinds.ts";
import type { LedgerEntryTable } from "./schema.ts";
import { queries, type Store } from "./store.ts";

export { LEDGER_KINDS, type LedgerKind } from "./ledger-kinds.ts";
export { verifyLedger, type LedgerProof, type Mismatch } from "./ledger-proof.ts";

/** A ledger entry with the account's money (available and held) right after it. */
export type LedgerLine = Selectable<LedgerEntryTable> & { readonly balance_nano: number };

export interface LedgerFilter {
  readonly limit: number;
  /** `seq` of the last entry of the page before. */
  readonly before?: number | undefined;
  readonly accountId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly keyId?: string | undefined;
  readonly kind?: string | undefined;
  /** Milliseconds, included. */
  readonly since?: number | undefined;
  /** Milliseconds, excluded. */
  readonly until?: number | undefined;
}

/**
 * Newest first. Balances are counted back from the account's present one, so the first pages are quick however long
 * the ledger is.
 */
export async function listLedgerEntries(store: Store, filter: LedgerFilter): Promise<LedgerLine[]> {
  const { rows } = await sql<LedgerLine>`
    with page as (
      select * from ledger_entries where ${sql.join(await conditions(store, filter), sql` and `)}
      order by seq desc limit ${filter.limit}
    ),
    spread as (
      select account_id, min(seq) as oldest from page group by account_id
    ),
    newer as (
      select entry.seq, entry.account_id, sum(${balanceChange}) over (
        partition by entry.account_id order by entry.seq desc rows between unbounded preceding and 1 preceding
      ) as change
      from spread join ledger_entries as entry on entry.account_id = spread.account_id and entry.seq >= spread.oldest
    )
    select page.*, cast(coalesce(accounts.balance_nano, 0) - coalesce(newer.change, 0) as bigint) as balance_nano
    from page
    join newer on newer.seq = page.seq
    left join accounts on accounts.id = page.account_id
    order by page.seq desc`.execute(queries(store));
  return rows;
}

async function conditions(store: Store, filter: LedgerFilter): Promise<RawBuilder<unknown>[]> {
  const all = [sql`true`];
  if (filter.accountId !== undefined) all.push(sql`account_id = ${filter.accountId}`);
  if (filter.before !== undefined) all.push(sql`seq < ${filter.before}`);
  if (filter.keyId !== undefined) all.push(sql`key_id = ${filter.keyId}`);
  if (filter.kind !== undefined) all.push(sql`kind = ${filter.kind}`);
  if (filter.since !== undefined) {
    all.push(
      sql`at >= ${filter.since}`,
      sql`seq >= ${await findSeq(store, filter.since - SLACK_MS)}`,
    );
  }
  if (filter.until !== undefined) {
    all.push(
      sql`at < ${filter.until}`,
      sql`seq <= ${await findSeq(store, filter.until + SLACK_MS)}`,
    );
  }
  if (filter.requestId !== undefined) {
    all.push(
      sql`request_id = ${filter.requestId}`,
      ...(await whereabouts(store, filter.requestId)),
    );
  }
  return all;
}

/** How far an entry's time may be from its place in the ledger: deferred writes, clocks that were set. */
const SLACK_MS = 60_000;

/**
 * Where in the ledger to look for a call's entries. They carry no index by call, which would cost every call on the
 * hot path; the log says when the call ran, and the ledger is in the order of time.
 */
async function whereabouts(store: Store, requestId: string): Promise<RawBuilder<unknown>[]> {
  const call = await queries(store)
    .selectFrom("requests")
    .select(["at", "finished_at"])
    .where("id", "=", requestId)
    .executeTakeFirst();
  if (!call) return [];
  const from = sql`seq >= ${await findSeq(store, call.at - SLACK_MS)}`;
  if (call.finished_at === null) return [from];
  return [from, sql`seq <= ${await findSeq(store, call.finished_at + SLACK_MS)}`];
}

/** The first entry at or after a time, or the last one of all: a binary search, twenty steps for a million. */
async function findSeq(store: Store, at: number): Promise<number> {
  const db = queries(store);
  const ends = await db
    .selectFrom("ledger_entries")
    .select(({ fn }) => [
      fn.min<number | null>("seq").as("first"),
      fn.max<number | null>("seq").as("last"),
    ])
    .executeTakeFirst();
  let low = ends?.first ?? 0;
  let high = ends?.last ?? 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = await db
      .selectFrom("ledger_entries")
      .select("at")
      .where("seq", ">=", middle)
      .orderBy("seq")
      .limit(1)
      .executeTakeFirst();
    if (entry && entry.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
