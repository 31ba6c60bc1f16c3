/**
 * Proves that every total kept beside the ledger is what the ledger says. Everything is recomputed by the database from
 * the entries, on one snapshot; only what does not match comes out.
 *
 * Every entry takes from one bucket what it gives another, so the sum over all buckets is zero by construction; what
 * can go wrong is a malformed entry, a total that drifted, or a call whose entries do not fit together.
 */

import { sql, type Kysely } from "kysely";
import { LEDGER_KINDS, bucketChange } from "./ledger-kinds.ts";
import type { Tables } from "./schema.ts";

export interface Mismatch {
  readonly what:
    /** `accounts.balance_nano` against the entries. */
    | "account_balance"
    /** `api_keys.spent_nano` against what the key's calls took from the account: settle and overrun. */
    | "key_spent"
    /** A bucket of an account is below zero. */
    | "negative_available"
    | "negative_held"
    /** What an account holds against the reservations of its open calls. */
    | "account_held"
    /** What a call holds: its reservation while open, nothing afterwards. */
    | "request_held"
    /** `requests.cost_nano` against the call's settle, overrun and shortfall entries. */
    | "request_cost"
    /** A call was settled more than once; the numbers are how often. */
    | "double_settle"
    /** An entry whose amount is negative or whose buckets do not fit its kind; `found` is the amount. */
    | "entry";
  /** The account, key, request, or entry (its `seq`) that is wrong. */
  readonly id: string;
  readonly expected: number;
  readonly found: number;
}

export interface LedgerProof {
  readonly accounts: number;
  readonly entries: number;
  /** At most `MOST_MISMATCHES` of each check. */
  readonly mismatches: readonly Mismatch[];
}

export const MOST_MISMATCHES = 1_000;

/** On a connection that sees one moment. */
export async function proveLedger(db: Kysely<Tables>): Promise<LedgerProof> {
  return {
    accounts: await count(db, "accounts"),
    entries: await count(db, "ledger_entries"),
    mismatches: [
      ...(await checkEntries(db)),
      ...(await checkAccounts(db)),
      ...(await checkKeys(db)),
      ...(await checkRequests(db)),
    ],
  };
}

async function count(db: Kysely<Tables>, table: "accounts" | "ledger_entries"): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Sums travel as text: a damaged one may be larger than a number can hold. */
type Sums<Column extends string> = { readonly id: string } & Readonly<Record<Column, string>>;

async function checkEntries(db: Kysely<Tables>): Promise<Mismatch[]> {
  const ways = Object.entries(LEDGER_KINDS).flatMap(([kind, pairs]) =>
    pairs.map(
      ([source, target]) => sql`(kind = ${kind} and source = ${source} and target = ${target})`,
    ),
  );
  const { rows } = await sql<Sums<"amount">>`
    select cast(seq as text) as id, cast(amount_nano as text) as amount from ledger_entries
    where amount_nano < 0 or not (${sql.join(ways, sql` or `)})
    order by seq limit ${MOST_MISMATCHES}`.execute(db);
  return rows.map(({ id, amount }) => ({
    what: "entry",
    id,
    expected: Math.max(0, Number(amount)),
    found: Number(amount),
  }));
}

async function checkAccounts(db: Kysely<Tables>): Promise<Mismatch[]> {
  const { rows } = await sql<Sums<"balance" | "kept" | "available" | "held" | "reserved">>`
    select id,
      cast(sum(available) + sum(held) as text) as balance, cast(sum(kept) as text) as kept,
      cast(sum(available) as text) as available, cast(sum(held) as text) as held,
      cast(sum(reserved) as text) as reserved
    from (
      select account_id as id, sum(${bucketChange("available")}) as available,
        sum(${bucketChange("held")}) as held, 0 as kept, 0 as reserved
      from ledger_entries group by account_id
      union all
      select id, 0, 0, balance_nano, 0 from accounts
      union all
      select account_id, 0, 0, 0, reserved_nano from requests where finished_at is null
    ) as sides
    group by id
    having sum(available) + sum(held) <> sum(kept) or sum(available) < 0 or sum(held) < 0
      or sum(held) <> sum(reserved)
    order by id limit ${MOST_MISMATCHES}`.execute(db);
  return rows.flatMap(({ id, balance, kept, available, held, reserved }) => [
    ...differ("account_balance", id, balance, kept),
    ...(Number(available) < 0 ? differ("negative_available", id, "0", available) : []),
    ...(Number(held) < 0 ? differ("negative_held", id, "0", held) : []),
    ...differ("account_held", id, reserved, held),
  ]);
}

async function checkKeys(db: Kysely<Tables>): Promise<Mismatch[]> {
  const { rows } = await sql<Sums<"billed" | "kept">>`
    select id, cast(sum(billed) as text) as billed, cast(sum(kept) as text) as kept
    from (
      select key_id as id, sum(amount_nano) as billed, 0 as kept
      from ledger_entries where key_id is not null and kind in ('settle', 'overrun') group by key_id
      union all
      select id, 0, spent_nano from api_keys
    ) as sides
    group by id having sum(billed) <> sum(kept)
    order by id limit ${MOST_MISMATCHES}`.execute(db);
  return rows.flatMap(({ id, billed, kept }) => differ("key_spent", id, billed, kept));
}

/** A call whose row was pruned from the log has only its entries left: those must still hold nothing. */
async function checkRequests(db: Kysely<Tables>): Promise<Mismatch[]> {
  const { rows } = await sql<Sums<"logged" | "settles" | "billed" | "cost" | "held" | "reserved">>`
    select id,
      cast(sum(logged) as text) as logged, cast(sum(settles) as text) as settles,
      cast(sum(billed) as text) as billed, cast(sum(cost) as text) as cost,
      cast(sum(held) as text) as held, cast(sum(reserved) as text) as reserved
    from (
      select request_id as id, 0 as logged, case when kind = 'settle' then 1 else 0 end as settles,
        case when kind in ('settle', 'overrun', 'shortfall') then amount_nano else 0 end as billed,
        0 as cost, ${bucketChange("held")} as held, 0 as reserved
      from ledger_entries where request_id is not null
      union all
      select id, 1, 0, 0, cost_nano, 0, case when finished_at is null then reserved_nano else 0 end from requests
    ) as sides
    group by id
    having sum(settles) > 1 or sum(held) <> sum(reserved) or (sum(logged) > 0 and sum(billed) <> sum(cost))
    order by id limit ${MOST_MISMATCHES}`.execute(db);
  return rows.flatMap(({ id, logged, settles, billed, cost, held, reserved }) => [
    ...(Number(settles) > 1 ? differ("double_settle", id, "1", settles) : []),
    ...(Number(logged) > 0 ? differ("request_cost", id, billed, cost) : []),
    ...differ("request_held", id, reserved, held),
  ]);
}

function differ(what: Mismatch["what"], id: string, expected: string, found: string): Mismatch[] {
  return expected === found ? [] : [{ what, id, expected: Number(expected), found: Number(found) }];
}
