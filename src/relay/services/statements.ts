/** What an account paid in a month. */

import { formatUsd } from "../../base/money.ts";
import type { Statement, StatementFilter } from "../../contract/usage.ts";
import { reportStatement } from "../../store/report-road.ts";
import type { RelayContext } from "../context.ts";
import type { Account } from "../directory.ts";

/** Kinds that take money from the account; a shortfall is the house's. */
const PAID = ["settle", "overrun"];

export async function readStatement(
  context: RelayContext,
  account: Account,
  { month = new Date(context.clock.now()).toISOString().slice(0, 7) }: StatementFilter,
): Promise<Statement> {
  const begin = new Date(`${month}-01T00:00:00Z`);
  const end = new Date(begin);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const report = await reportStatement(context.store, {
    accountId: account.id,
    since: begin.getTime(),
    until: end.getTime(),
  });
  const spent = report.kinds
    .filter(({ kind }) => PAID.includes(kind))
    .reduce((sum, { nano }) => sum + nano, 0);
  return {
    account: account.name,
    month,
    opening_nano: report.openingNano,
    closing_nano: report.closingNano,
    spent_nano: spent,
    spent_usd: formatUsd(spent),
    kinds: report.kinds.map(({ kind, entries, nano }) => ({ kind, entries, amount_nano: nano })),
    models: report.models.map(({ provider, model, requests, nano }) => ({
      provider,
      model,
      requests,
      amount_nano: nano,
      amount_usd: formatUsd(nano),
    })),
  };
}
