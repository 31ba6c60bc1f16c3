/**
 * The ledger's movements. Money goes deposits -> available -> held -> revenue; each function queues the entries of one
 * step and the change of the running totals, so that both are committed together or not at all.
 */

import type { HotWriter } from "../store/hot-writer.ts";
import {
  CLOSE_REQUEST,
  closeRequestValues,
  LEDGER_ENTRY,
  ledgerValues,
  OPEN_REQUEST,
  openRequestValues,
} from "../store/requests.ts";
import type { LedgerEntry, RequestRow } from "../store/requests.ts";

/** How a bill is paid. `settled + overrun + shortfall` is the cost, `settled + released` what was held. */
export interface Payment {
  readonly settled: number;
  /** Cost above the hold, taken from what else the account has. */
  readonly overrun: number;
  /** Cost above everything the account has: the house's loss, so that no balance falls below zero. */
  readonly shortfall: number;
  readonly released: number;
}

export function splitCost(cost: number, held: number, available: number): Payment {
  const settled = Math.min(cost, held);
  const overrun = Math.min(cost - settled, Math.max(0, available));
  return { settled, overrun, shortfall: cost - settled - overrun, released: held - settled };
}

/** Opens the request row and holds its money. */
export function writeOpen(writer: HotWriter, row: RequestRow): void {
  writer.write(OPEN_REQUEST, openRequestValues(row));
  writeReserve(writer, row);
}

export function writeReserve(writer: HotWriter, row: RequestRow): void {
  if (row.reserved_nano > 0)
    entry(writer, row, "reserve", "available", "held", row.reserved_nano, row.at);
}

/**
 * Closes the request row and pays for it. `billed`: an answer was given, so a settle line is due even if it is 0.
 * `heldOnRecord`: the hold was written. The hold of a short call never is: it is settled straight from the balance.
 */
export function writeClose(
  writer: HotWriter,
  row: RequestRow,
  payment: Payment,
  { billed, heldOnRecord }: { readonly billed: boolean; readonly heldOnRecord: boolean },
): void {
  const at = row.finished_at ?? row.at;
  const spent = payment.settled + payment.overrun;
  writer.write(CLOSE_REQUEST, closeRequestValues(row));
  if (heldOnRecord) {
    if (billed) entry(writer, row, "settle", "held", "revenue", payment.settled, at);
    if (payment.overrun > 0)
      entry(writer, row, "overrun", "available", "revenue", payment.overrun, at);
    if (payment.released > 0)
      entry(writer, row, "release", "held", "available", payment.released, at);
  } else if (billed) {
    entry(writer, row, "settle", "available", "revenue", spent, at);
  }
  if (payment.shortfall > 0)
    entry(writer, row, "shortfall", "shortfall", "revenue", payment.shortfall, at);
  if (spent > 0) {
    writer.bump("account_balance", row.account_id, -spent);
    writer.bump("key_spent", row.key_id, spent);
  }
}

/** Writes a row for a call that never held money. */
export function writeRefused(writer: HotWriter, row: RequestRow): void {
  writer.write(CLOSE_REQUEST, closeRequestValues(row));
}

/** Money put in (positive) or taken back out (negative) by the operator. */
export function writeTopUp(
  writer: HotWriter,
  accountId: string,
  amount: number,
  at: number,
  note: string | null,
): void {
  const isIn = amount >= 0;
  const row: LedgerEntry = {
    at,
    account_id: accountId,
    key_id: null,
    kind: isIn ? "topup" : "adjust",
    source: isIn ? "deposits" : "available",
    target: isIn ? "available" : "deposits",
    amount_nano: Math.abs(amount),
    request_id: null,
    price_id: null,
    estimated: 0,
    note,
  };
  writer.write(LEDGER_ENTRY, ledgerValues(row));
  writer.bump("account_balance", accountId, amount);
}

function entry(
  writer: HotWriter,
  row: RequestRow,
  kind: string,
  source: string,
  target: string,
  amount: number,
  at: number,
): void {
  writer.write(
    LEDGER_ENTRY,
    ledgerValues({
      at,
      account_id: row.account_id,
      key_id: row.key_id,
      kind,
      source,
      target,
      amount_nano: amount,
      request_id: row.id,
      price_id: row.price_id,
      estimated: row.estimated,
      note: row.end_reason === "complete" ? null : row.end_reason,
    }),
  );
}
