/** What came into and went out of an account in a stretch of time, from the ledger alone. */

import { sql, type Kysely } from "kysely";
import { balanceChange } from "./ledger-kinds.ts";
import type { Tables } from "./schema.ts";

export interface StatementQuery {
  readonly accountId: string;
  /** Milliseconds, included. */
  readonly since: number;
  /** Milliseconds, excluded. */
  readonly until: number;
}

export interface Statement {
  /** Money of the account, held or not, before and after. */
  readonly openingNano: number;
  readonly closingNano: number;
  readonly kinds: readonly {
    readonly kind: string;
    readonly entries: number;
    readonly nano: number;
  }[];
  /** What calls cost, the dearest first. A model whose price is not on record has none. */
  readonly models: readonly {
    readonly provider: string | null;
    readonly model: string | null;
    readonly requests: number;
    readonly nano: number;
  }[];
}

/** The kinds that are a call's bill; the first is written once per call. */
const BILLED = ["settle", "overrun", "shortfall"];

export async function readStatement(
  db: Kysely<Tables>,
  { accountId, since, until }: StatementQuery,
): Promise<Statement> {
  const { rows: changes } = await sql<{ before: string | null; within: string | null }>`
    select cast(sum(case when at < ${since} then ${balanceChange} else 0 end) as text) as before,
      cast(sum(case when at >= ${since} then ${balanceChange} else 0 end) as text) as within
    from ledger_entries where account_id = ${accountId} and at < ${until}`.execute(db);
  const openingNano = Number(changes[0]?.before ?? 0);
  const entries = db
    .selectFrom("ledger_entries")
    .where("ledger_entries.account_id", "=", accountId)
    .where("ledger_entries.at", ">=", since)
    .where("ledger_entries.at", "<", until);
  const sum = sql<string>`cast(sum(ledger_entries.amount_nano) as text)`;
  const kinds = await entries
    .select(["kind", sql<number>`count(*)`.as("entries"), sum.as("nano")])
    .groupBy("kind")
    .orderBy("kind")
    .execute();
  const models = await entries
    .leftJoin("prices", "prices.id", "ledger_entries.price_id")
    .where("kind", "in", BILLED)
    .select([
      "prices.provider",
      "prices.model",
      sql<number>`sum(case when kind = 'settle' then 1 else 0 end)`.as("requests"),
      sum.as("nano"),
    ])
    .groupBy(["prices.provider", "prices.model"])
    .execute();
  return {
    openingNano,
    closingNano: openingNano + Number(changes[0]?.within ?? 0),
    kinds: kinds.map(({ kind, entries: count, nano }) => ({
      kind,
      entries: Number(count),
      nano: Number(nano),
    })),
    models: models
      .map(({ provider, model, requests, nano }) => ({
        provider,
        model,
        requests: Number(requests),
        nano: Number(nano),
      }))
      .toSorted((a, b) => b.nano - a.nano),
  };
}
