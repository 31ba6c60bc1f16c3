import { LEDGER_CSV_HEAD, writeLedgerCsv } from "../../contract/ledger-csv.ts";
import type { LedgerEntry, LedgerPage, LedgerVerify } from "../../contract/ledger.ts";
import { queryText } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { type Column, dollars, renderTable, shortTime } from "../text-table.ts";

const PATH = "/api/relay/ledger";

interface ListInput {
  readonly flags: {
    readonly limit: number | undefined;
    readonly account: string | undefined;
    readonly key: string | undefined;
    readonly since: string | undefined;
    readonly csv: boolean;
  };
}

export async function listEntries(context: Context, { flags }: ListInput): Result {
  const api = await context.api();
  const { csv, ...filter } = flags;
  const limit = flags.limit ?? 50;
  const entries: LedgerEntry[] = [];
  let before: string | undefined;
  while (entries.length < limit) {
    const query = queryText({ ...filter, limit: Math.min(1000, limit - entries.length), before });
    const page = await api.call<LedgerPage>("GET", PATH + query);
    entries.push(...page.entries);
    if (page.next === null || page.entries.length === 0) break;
    before = page.next;
  }
  return {
    json: { entries },
    text: (paint) => {
      if (csv) return (LEDGER_CSV_HEAD + writeLedgerCsv(entries)).trimEnd();
      if (entries.length === 0) return "No entries.";
      return renderTable(entryColumns(), entries.toReversed(), paint);
    },
  };
}

export function entryColumns(): readonly Column<LedgerEntry>[] {
  return [
    { title: "SEQ", align: "right", cell: (entry) => String(entry.seq) },
    { title: "TIME (UTC)", cell: (entry) => shortTime(entry.at) },
    { title: "ACCOUNT", cell: (entry) => entry.account },
    { title: "KIND", cell: (entry) => entry.kind },
    { title: "FROM", cell: (entry) => entry.source },
    { title: "TO", cell: (entry) => entry.target },
    { title: "AMOUNT", cell: (entry) => ({ nano: entry.amount_nano }) },
    { title: "BALANCE", cell: (entry) => ({ nano: entry.balance_nano }) },
    { title: "NOTE", cell: (entry) => entry.note ?? entry.request_id ?? "" },
  ];
}

export async function verifyLedger(context: Context): Result {
  const api = await context.api();
  const proof = await api.call<LedgerVerify>("GET", `${PATH}/verify`);
  const { accounts, entries, mismatches, details } = proof;
  return {
    json:
      mismatches === 0
        ? { accounts, entries, mismatches }
        : { accounts, entries, mismatches, details },
    error:
      mismatches === 0
        ? undefined
        : { code: "ledger_mismatch", message: `${mismatches} balances do not add up.` },
    text: (paint) => {
      const counted = `${accounts} ${accounts === 1 ? "account" : "accounts"}, ${entries} ledger entries`;
      if (mismatches === 0)
        return `${paint.green("ok")}  ${counted}: every balance is the sum of its entries.`;
      const lines = details.map(({ subject, problem, expected_nano, found_nano }) => {
        const amounts =
          expected_nano === null || found_nano === null
            ? ""
            : ` (expected ${dollars(expected_nano)}, found ${dollars(found_nano)})`;
        return `  ${subject}: ${problem}${amounts}`;
      });
      return [`${paint.red("MISMATCH")}  ${counted}, ${mismatches} wrong:`, ...lines].join("\n");
    },
  };
}
