/** Reading and proving the ledger. */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { listLedgerEntries, type Mismatch, verifyLedger } from "../../store/ledger.ts";
import type { RelayContext } from "../context.ts";
import { getAccount } from "./accounts.ts";
import { PAGE, viewEntry } from "./views.ts";

export function makeLedger(context: RelayContext): RelayManagement["ledger"] {
  return {
    async entries(filter) {
      const limit = filter.limit ?? PAGE;
      const lines = await listLedgerEntries(context.store, {
        limit,
        before: filter.before === undefined ? undefined : parseSeq(filter.before),
        accountId:
          filter.account === undefined ? undefined : getAccount(context, filter.account).id,
        keyId: filter.key,
        kind: filter.kind,
        requestId: filter.request_id,
        since: filter.since === undefined ? undefined : Date.parse(filter.since),
        until: filter.until === undefined ? undefined : Date.parse(filter.until),
      });
      const last = lines.at(-1);
      return {
        entries: lines.map((line) => viewEntry(context, line)),
        next: last && lines.length === limit ? String(last.seq) : null,
      };
    },
    async verify() {
      const proof = await verifyLedger(context.store);
      return {
        accounts: proof.accounts,
        entries: proof.entries,
        mismatches: proof.mismatches.length,
        details: proof.mismatches.map(viewMismatch),
      };
    },
  };
}

function parseSeq(text: string): number {
  const seq = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(seq))
    throw new AppError("invalid_request", sentence("bad_cursor"), {
      param: "before",
    });
  return seq;
}

function viewMismatch(mismatch: Mismatch) {
  return {
    subject: mismatch.id,
    problem: mismatch.what,
    expected_nano: mismatch.expected,
    found_nano: mismatch.found,
  };
}
