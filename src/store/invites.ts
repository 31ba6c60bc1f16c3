/** Links with which people choose their password. One per person; a new one ends the old one. */

import type { Selectable } from "kysely";
import type { InviteTable } from "./schema.ts";
import { inside, queries, type Store } from "./store.ts";

export type InviteRow = Selectable<InviteTable>;

export async function replaceInvite(store: Store, row: InviteRow): Promise<void> {
  const db = queries(store);
  await store[inside].together([
    db.deleteFrom("invites").where("user_id", "=", row.user_id).compile(),
    db.insertInto("invites").values(row).compile(),
  ]);
}

/** Expired ones too, until they are replaced or their person goes. */
export async function listInvites(store: Store): Promise<InviteRow[]> {
  return queries(store).selectFrom("invites").selectAll().execute();
}

/** Uses the link up: of two that come with it, one gets it. Undefined: there is none, or it was used. */
export async function takeInvite(store: Store, hash: string): Promise<InviteRow | undefined> {
  return queries(store)
    .deleteFrom("invites")
    .where("hash", "=", hash)
    .returningAll()
    .executeTakeFirst();
}
