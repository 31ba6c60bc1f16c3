/** The append-only record of all money. */

import { z } from "@hono/zod-openapi";
import { Nano, UsdText } from "./amount.ts";
import { Before, Limit, Next, Since, Until } from "./paging.ts";
import { Time } from "./text.ts";

export const LedgerEntry = z
  .object({
    seq: z.int().openapi({ description: "Grows with every entry; never reused." }),
    at: Time,
    account: z.string().openapi({ description: "Name of the account." }),
    key: z.string().nullable().openapi({ description: "Public id of the key." }),
    kind: z.string(),
    source: z.string().openapi({ description: "Bucket the money left." }),
    target: z.string().openapi({ description: "Bucket the money entered." }),
    amount_nano: Nano,
    amount_usd: UsdText,
    balance_nano: Nano.openapi({ description: "Balance of the account after this entry." }),
    request_id: z.string().nullable(),
    price_id: z.string().nullable().openapi({ description: "The price version that was applied." }),
    estimated: z
      .boolean()
      .openapi({ description: "The vendor gave no usage; Parley counted the tokens." }),
    note: z.string().nullable(),
  })
  .openapi("LedgerEntry");
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const LedgerFilter = z.strictObject({
  limit: Limit,
  before: Before,
  account: z.string().optional().openapi({ description: "Name of an account." }),
  key: z.string().optional().openapi({ description: "Public id of a key." }),
  kind: z.string().optional(),
  request_id: z.string().optional(),
  since: Since,
  until: Until,
});
export type LedgerFilter = z.infer<typeof LedgerFilter>;

export const LedgerPage = z
  .object({ entries: z.array(LedgerEntry), next: Next })
  .openapi("LedgerPage");
export type LedgerPage = z.infer<typeof LedgerPage>;

export const LedgerVerify = z
  .object({
    accounts: z.int(),
    entries: z.int(),
    mismatches: z.int().openapi({ description: "0: every balance is the sum of its entries." }),
    details: z.array(
      z.object({
        subject: z.string().openapi({ description: "What is wrong, such as `account default`." }),
        problem: z.string(),
        expected_nano: Nano.nullable(),
        found_nano: Nano.nullable(),
      }),
    ),
  })
  .openapi("LedgerVerify");
export type LedgerVerify = z.infer<typeof LedgerVerify>;
