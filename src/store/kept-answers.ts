/** Answers kept under a name, to be given again: Idempotency-Key and the response cache. Written by the hot writer. */

import type { KeptAnswer } from "./hot-statements.ts";
import { queries, type Store } from "./store.ts";

export type { KeptAnswer } from "./hot-statements.ts";

/** Undefined: there is none, or it has expired. */
export async function findKeptAnswer(
  store: Store,
  keyId: string,
  name: string,
  now: number,
): Promise<KeptAnswer | undefined> {
  return queries(store)
    .selectFrom("kept_answers")
    .selectAll()
    .where("key_id", "=", keyId)
    .where("name", "=", name)
    .where("expires_at", ">", now)
    .executeTakeFirst();
}

/** Returns how many were deleted. */
export async function deleteExpiredAnswers(store: Store, now: number): Promise<number> {
  const result = await queries(store)
    .deleteFrom("kept_answers")
    .where("expires_at", "<=", now)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
