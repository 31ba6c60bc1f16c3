/** Reading the ledger. Entries are appended by the hot writer; nothing ever changes or deletes one. */

import { sql, type RawBuilder, type Selectable } from "kysely";
import { LEDGER_COLUMNS } from "./hot-statements.ts";
import { balanceChange } from "./ledger-kinds.ts";
import type { LedgerProof } from "./ledger-proof.ts";
import type { LedgerEntryTable } from "./schema.ts";
import { inside, queries, type Store } from "./store.ts";

export { LEDGER_KINDS, type LedgerKind } from "./ledger-kinds.ts";
export type { LedgerProof, Mismatch } from "./ledger-proof.ts";

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
 * the ledger is: each line takes off what came after it, up to the next line of its account on the page.
 */
export async function listLedgerEntries(store: Store, filter: LedgerFilter): Promise<LedgerLine[]> {
  const { rows } = await sql<LedgerLine>`
    with page as (
      select *, lag(seq) over (partition by account_id order by seq desc) as next_seq
      from (
        select * from ledger_entries where ${sql.join(await conditions(store, filter), sql` and `)}
        order by seq desc limit ${filter.limit}
      ) as found
    ),
    stretches as materialized (
      select page.*, (
        select sum(${balanceChange}) from ledger_entries as later
        where later.account_id = page.account_id and later.seq > page.seq
          and later.seq <= coalesce(page.next_seq, ${NO_END})
      ) as later_change
      from page
    )
    select ${sql.join(LINE_COLUMNS.map((column) => sql.ref(`stretches.${column}`)))}, cast(
      coalesce(accounts.balance_nano, 0)
      - coalesce(sum(later_change) over (partition by account_id order by seq desc), 0)
      as bigint) as balance_nano
    from stretches left join accounts on accounts.id = stretches.account_id
    order by seq desc`.execute(queries(store));
  return rows;
}

/** Takes about 3 s for a million entries; other work goes on meanwhile. */
export async function verifyLedger(store: Store): Promise<LedgerProof> {
  return store[inside].proveLedger();
}

const NO_END = Number.MAX_SAFE_INTEGER;

const LINE_COLUMNS = ["seq", ...LEDGER_COLUMNS] as const;

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
  const entries = () => db.selectFrom("ledger_entries").select(["seq", "at"]).limit(1);
  let low = (await entries().orderBy("seq").executeTakeFirst())?.seq ?? 0;
  let high = (await entries().orderBy("seq", "desc").executeTakeFirst())?.seq ?? 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const entry = await entries().where("seq", ">=", middle).orderBy("seq").executeTakeFirst();
    if (entry && entry.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
