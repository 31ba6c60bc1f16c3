import type { LedgerEntry } from "../../api/contract.ts";

/** As src/store/ledger-kinds.ts names them; another kind is shown by the server's own word. */
export const LEDGER_KINDS = [
  "topup",
  "adjust",
  "settle",
  "overrun",
  "shortfall",
  "reserve",
  "release",
] as const;
export type LedgerKindName = (typeof LEDGER_KINDS)[number];

const OF_ACCOUNT = ["available", "held"];

/** What the entry did to the account's money: 1 more, -1 less, 0 neither. */
export function directionOf({ source, target }: LedgerEntry): 1 | 0 | -1 {
  const isInside = OF_ACCOUNT.includes(source);
  const ends = OF_ACCOUNT.includes(target);
  if (isInside === ends) return 0;
  return ends ? 1 : -1;
}
