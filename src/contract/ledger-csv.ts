/** Ledger entries as a table for other programs. Loads no schema library. */

import type { LedgerEntry } from "./ledger.ts";

const COLUMNS = [
  "seq",
  "at",
  "account",
  "key",
  "kind",
  "source",
  "target",
  "amount_nano",
  "amount_usd",
  "balance_nano",
  "request_id",
  "price_id",
  "estimated",
  "note",
] as const satisfies readonly (keyof LedgerEntry)[];

export const LEDGER_CSV_HEAD = `${COLUMNS.join(",")}\r\n`;

export function writeLedgerCsv(entries: readonly LedgerEntry[]): string {
  return entries
    .map((entry) => `${COLUMNS.map((column) => writeCell(entry[column])).join(",")}\r\n`)
    .join("");
}

function writeCell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  // Spreadsheets run what begins like this, and names and notes are anybody's.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
