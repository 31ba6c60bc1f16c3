/** How rows of the store are shown, where several services show the same ones. */

import { formatUsd } from "../../base/money.ts";
import type { LedgerEntry } from "../../contract/ledger.ts";
import type { LedgerLine } from "../../store/ledger.ts";
import type { RelayContext } from "../context.ts";

/** Rows of a page when the caller does not say. */
export const PAGE = 50;

export function viewEntry(context: RelayContext, line: LedgerLine): LedgerEntry {
  return {
    seq: line.seq,
    at: new Date(line.at).toISOString(),
    account: context.directory.accounts.get(line.account_id)?.name ?? line.account_id,
    key: line.key_id,
    kind: line.kind,
    source: line.source,
    target: line.target,
    amount_nano: line.amount_nano,
    amount_usd: formatUsd(line.amount_nano),
    balance_nano: line.balance_nano,
    request_id: line.request_id,
    price_id: line.price_id,
    estimated: line.estimated === 1,
    note: line.note,
  };
}
