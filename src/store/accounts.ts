/** Accounts hold the money. Their balance changes only through the hot writer, beside a ledger entry. */

import type { Selectable } from "kysely";
import { sentence } from "../base/sentence.ts";
import { orConflict } from "./conflict.ts";
import type { AccountTable } from "./schema.ts";
import { queries, type Store } from "./store.ts";

export type AccountRow = Selectable<AccountTable>;

/** Throws AppError("conflict") if the name is taken. */
export async function insertAccount(store: Store, row: AccountRow): Promise<void> {
  await orConflict(sentence("account_taken", { name: row.name }), () =>
    queries(store).insertInto("accounts").values(row).execute(),
  );
}

/** All accounts, oldest first. */
export async function listAccounts(store: Store): Promise<AccountRow[]> {
  return queries(store)
    .selectFrom("accounts")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function findAccountByName(
  store: Store,
  name: string,
): Promise<AccountRow | undefined> {
  return queries(store)
    .selectFrom("accounts")
    .selectAll()
    .where("name", "=", name)
    .executeTakeFirst();
}
