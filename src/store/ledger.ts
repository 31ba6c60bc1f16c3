/** Reading the ledger. Entries are appended by the hot writer; nothing ever changes or deletes one. */

import { findEnds, type LedgerFilter, type LedgerLine, readLedgerPage } from "./ledger-page.ts";
import type { LedgerProof } from "./ledger-proof.ts";
import { inside, queries, type Store } from "./store.ts";

export { LEDGER_KINDS, type LedgerKind } from "./ledger-kinds.ts";
export type { LedgerFilter, LedgerLine } from "./ledger-page.ts";
export type { LedgerProof, Mismatch } from "./ledger-proof.ts";

/** Newest first. What may need a long look back is read where it holds nothing up. */
export async function listLedgerEntries(store: Store, filter: LedgerFilter): Promise<LedgerLine[]> {
  return (await isShort(store, filter))
    ? readLedgerPage(queries(store), filter)
    : store[inside].report("ledger", filter);
}

/** A stretch of the ledger that is read in a few milliseconds. */
const SHORT = 10_000;

/** Whether the page is near an end of the ledger, whatever is in it. */
async function isShort(store: Store, filter: LedgerFilter): Promise<boolean> {
  const { before, requestId, keyId, kind, until } = filter;
  if ([requestId, keyId, kind, until].some((value) => value !== undefined)) return false;
  if (before === undefined) return true;
  const [first, last] = await findEnds(queries(store));
  return Math.min(before - first, last - before) < SHORT;
}

/** Takes about 3 s for a million entries; other work goes on meanwhile. */
export async function verifyLedger(store: Store): Promise<LedgerProof> {
  return store[inside].proveLedger();
}
