/** The kinds of ledger entries: which bucket each moves money from and to. */

import { sql, type RawBuilder } from "kysely";

/** The account's money that can be spent, and the part set aside for calls in flight. */
type AccountBucket = "available" | "held";
/** The house's side: money paid in, money earned, losses carried. */
type HouseBucket = "deposits" | "revenue" | "shortfall";
type Bucket = AccountBucket | HouseBucket;

export type LedgerKind =
  | "topup"
  | "adjust"
  | "reserve"
  | "settle"
  | "release"
  | "overrun"
  | "shortfall";

/** A kind may have several ways. */
export const LEDGER_KINDS: Readonly<
  Record<LedgerKind, readonly (readonly [source: Bucket, target: Bucket])[]>
> = {
  /** Money paid in. */
  topup: [["deposits", "available"]],
  /** Money taken back. */
  adjust: [["available", "deposits"]],
  /** Set aside before a call. */
  reserve: [["available", "held"]],
  /** The bill of a call, out of what was held, or straight from the balance if the hold was never written. */
  settle: [
    ["held", "revenue"],
    ["available", "revenue"],
  ],
  /** What was held and not needed. */
  release: [["held", "available"]],
  /** The part of a bill above the hold. */
  overrun: [["available", "revenue"]],
  /** The part of a bill above the whole balance: the house's loss. */
  shortfall: [["shortfall", "revenue"]],
};

/** SQL: what an entry adds to a bucket. */
export function bucketChange(bucket: Bucket): RawBuilder<number> {
  const name = sql.lit(bucket);
  return sql<number>`case when target = ${name} then amount_nano when source = ${name} then -amount_nano else 0 end`;
}

/** SQL: what an entry adds to the account's balance, which is what is available and what is held. */
export const balanceChange: RawBuilder<number> = sql<number>`(
  case when target in ('available', 'held') then amount_nano else 0 end
  - case when source in ('available', 'held') then amount_nano else 0 end)`;
