/** One page of the ledger, newest first, each line with the account's money right after it. */

import { sql, type Kysely, type RawBuilder, type Selectable } from "kysely";
import { LEDGER_COLUMNS } from "./hot-statements.ts";
import { balanceChange } from "./ledger-kinds.ts";
import type { LedgerEntryTable, Tables } from "./schema.ts";

type Entry = Selectable<LedgerEntryTable>;

/** A ledger entry with the account's money (available and held) right after it. */
export type LedgerLine = Entry & { readonly balance_nano: number };

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

export async function readLedgerPage(
  db: Kysely<Tables>,
  filter: LedgerFilter,
): Promise<LedgerLine[]> {
  const { rows: entries } = await sql<Entry>`
    select ${sql.join(["seq", ...LEDGER_COLUMNS].map((column) => sql.ref(column)))}
    from ledger_entries where ${sql.join(await conditions(db, filter), sql` and `)}
    order by seq desc limit ${filter.limit}`.execute(db);
  const newest = entries[0];
  const oldest = entries.at(-1);
  if (!newest || !oldest) return [];
  const [first, last] = await findEnds(db);
  const isEarly = newest.seq - first < last - oldest.seq;
  const { rows } = await writeBalances(entries, isEarly).execute(db);
  const balances = new Map(rows.map(({ seq, balance_nano }) => [seq, balance_nano]));
  return entries.map((entry) => ({ ...entry, balance_nano: balances.get(entry.seq) ?? 0 }));
}

// ---- balances ------------------------------------------------------------------------------------------------------

/**
 * The balance after each entry of a page, counted from the nearer end of the ledger: from its beginning, or back from the
 * account's present balance. Each line adds or takes off what lies between it and the next line of its account on the
 * page, by the index of accounts, so a page near either end is quick however long the ledger is.
 */
export function writeBalances(
  entries: readonly Pick<Entry, "seq">[],
  isEarly: boolean,
): RawBuilder<{ readonly seq: number; readonly balance_nano: number }> {
  const order = isEarly ? sql`order by seq` : sql`order by seq desc`;
  const bounds = isEarly
    ? sql`other.seq > coalesce(page.next_seq, ${NO_BEGINNING}) and other.seq <= page.seq`
    : sql`other.seq > page.seq and other.seq <= coalesce(page.next_seq, ${NO_END})`;
  const summed = sql`coalesce(sum(change) over (partition by account_id ${order}), 0)`;
  const balance = isEarly ? summed : sql`coalesce(accounts.balance_nano, 0) - ${summed}`;
  return sql`
    with page as (
      select seq, account_id, lag(seq) over (partition by account_id ${order}) as next_seq
      from ledger_entries where seq in (${sql.join(entries.map(({ seq }) => seq))})
    ),
    stretches as materialized (
      select page.seq, page.account_id, (
        select sum(${balanceChange}) from ledger_entries as other
        where other.account_id = page.account_id and ${bounds}
      ) as change
      from page
    )
    select stretches.seq, cast(${balance} as bigint) as balance_nano
    from stretches left join accounts on accounts.id = stretches.account_id`;
}

const NO_BEGINNING = -1;
const NO_END = Number.MAX_SAFE_INTEGER;

// ---- where to look -------------------------------------------------------------------------------------------------

async function conditions(
  db: Kysely<Tables>,
  filter: LedgerFilter,
): Promise<RawBuilder<unknown>[]> {
  const all = [sql`true`];
  if (filter.accountId !== undefined) all.push(sql`account_id = ${filter.accountId}`);
  if (filter.before !== undefined) all.push(sql`seq < ${filter.before}`);
  if (filter.keyId !== undefined) all.push(sql`key_id = ${filter.keyId}`);
  if (filter.kind !== undefined) all.push(sql`kind = ${filter.kind}`);
  if (filter.since !== undefined) {
    all.push(sql`at >= ${filter.since}`, sql`seq >= ${await findSeq(db, filter.since - SLACK_MS)}`);
  }
  if (filter.until !== undefined) {
    all.push(sql`at < ${filter.until}`, sql`seq <= ${await findSeq(db, filter.until + SLACK_MS)}`);
  }
  if (filter.requestId !== undefined) {
    all.push(sql`request_id = ${filter.requestId}`, ...(await whereabouts(db, filter.requestId)));
  }
  return all;
}

/** How far an entry's time may be from its place in the ledger: deferred writes, clocks that were set. */
const SLACK_MS = 60_000;

/**
 * Where in the ledger to look for a call's entries. They carry no index by call, which would cost every call on the
 * hot path; the log says when the call ran, and the ledger is in the order of time.
 */
async function whereabouts(db: Kysely<Tables>, requestId: string): Promise<RawBuilder<unknown>[]> {
  const call = await db
    .selectFrom("requests")
    .select(["at", "finished_at"])
    .where("id", "=", requestId)
    .executeTakeFirst();
  if (!call) return [];
  const from = sql`seq >= ${await findSeq(db, call.at - SLACK_MS)}`;
  if (call.finished_at === null) return [from];
  return [from, sql`seq <= ${await findSeq(db, call.finished_at + SLACK_MS)}`];
}

/** The first entry at or after a time, or the last one of all: a binary search, twenty steps for a million. */
async function findSeq(db: Kysely<Tables>, at: number): Promise<number> {
  let [low, high] = await findEnds(db);
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

/** Numbers of the first and the last entry. */
export async function findEnds(db: Kysely<Tables>): Promise<[first: number, last: number]> {
  const ends = () => db.selectFrom("ledger_entries").select("seq").limit(1);
  const first = await ends().orderBy("seq").executeTakeFirst();
  const last = await ends().orderBy("seq", "desc").executeTakeFirst();
  return [first?.seq ?? 0, last?.seq ?? 0];
}
