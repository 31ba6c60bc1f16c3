/** Reading the ledger. Entries are appended by the hot writer; nothing ever changes or deletes one. */

import type { Selectable } from "kysely";
import type { LedgerEntryTable } from "./schema.ts";
import type { Store } from "./store.ts";

export { verifyLedger, type LedgerProof, type Mismatch } from "./ledger-proof.ts";

/** A ledger entry with the account's money (available and held) right after it. */
export type LedgerLine = Selectable<LedgerEntryTable> & { readonly balance_nano: number };

export interface LedgerFilter {
  readonly limit: number;
  /** `seq` of the last entry of the page before. */
  readonly before?: number | undefined;
  readonly accountId?: string | undefined;
}

/** Newest first. */
export async function listLedgerEntries(_store: Store, _filter: LedgerFilter): Promise<LedgerLine[]> {
  throw new Error("not built yet");
}
