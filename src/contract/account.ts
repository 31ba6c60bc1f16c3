/** Accounts hold the money that keys spend. */

import { z } from "@hono/zod-openapi";
import { Nano, UsdInput, UsdText } from "./amount.ts";
import { LedgerEntry } from "./ledger.ts";
import { Before, Limit, Next, Total } from "./paging.ts";
import { DisplayName, Handle, Time } from "./text.ts";

export const Account = z
  .object({
    id: z.string(),
    name: z.string(),
    balance_nano: Nano.openapi({ description: "All money of the account, held or not." }),
    balance_usd: UsdText,
    held_nano: Nano.openapi({ description: "Reserved by calls in flight." }),
    available_nano: Nano.openapi({ description: "Balance less what is held." }),
    created_at: Time,
  })
  .openapi("Account");
export type Account = z.infer<typeof Account>;

export const AccountInput = z.strictObject({ name: Handle }).openapi("AccountInput");
export type AccountInput = z.infer<typeof AccountInput>;

export const TopUpInput = z
  .strictObject({
    usd: UsdInput,
    note: DisplayName.optional().openapi({ description: "Stands in the ledger." }),
  })
  .openapi("TopUpInput");
export type TopUpInput = z.infer<typeof TopUpInput>;

export const TopUp = z.object({ account: Account, entry: LedgerEntry }).openapi("TopUp");
export type TopUp = z.infer<typeof TopUp>;

export const AccountFilter = z.strictObject({
  search: z.string().max(200).optional().openapi({
    description:
      "Part of a name, in any case. What is called exactly so comes first, then what begins so.",
  }),
  limit: Limit,
  before: Before,
});
export type AccountFilter = z.infer<typeof AccountFilter>;

export const AccountList = z
  .object({ accounts: z.array(Account), next: Next, total: Total })
  .openapi("AccountList");
export type AccountList = z.infer<typeof AccountList>;
