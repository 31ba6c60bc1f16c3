/** What the relay does beside answering: clean up after a crash, forget old requests, note when keys were used. */

import { touchApiKeys } from "../store/api-keys.ts";
import { deleteExpiredAnswers } from "../store/kept-answers.ts";
import { deleteRequestsBefore, listOpenRequests } from "../store/requests.ts";
import type { RelayContext } from "./context.ts";
import { splitCost, writeClose } from "./ledger.ts";

/**
 * Ends the calls that a crash of the process left open: nobody got a whole answer from them, so their money is
 * released and nothing is billed. Returns how many there were.
 */
export async function recoverOpenRequests(context: RelayContext): Promise<number> {
  const rows = await listOpenRequests(context.store);
  const { writer } = context.store;
  for (const row of rows) {
    row.finished_at = context.clock.now();
    row.status = 500;
    row.error_code = "internal_error";
    row.end_reason = "crash";
    writeClose(writer, row, splitCost(0, row.reserved_nano, 0), {
      billed: false,
      heldOnRecord: true,
    });
  }
  if (rows.length > 0) await writer.committed();
  return rows.length;
}

const DAY = 86_400_000;
const BATCH = 1000;

/** Deletes finished requests past their retention, a batch at a time so that calls are not held up. */
export async function forgetOldRequests(context: RelayContext): Promise<number> {
  const cutoff = context.clock.now() - context.config.relay.log.retentionDays * DAY;
  let total = 0;
  for (;;) {
    const deleted = await deleteRequestsBefore(context.store, cutoff, BATCH);
    total += deleted;
    if (deleted < BATCH) return total;
    await Bun.sleep(10);
  }
}

/** Deletes kept answers that nobody may ask for any more. */
export async function forgetKeptAnswers(context: RelayContext): Promise<number> {
  return deleteExpiredAnswers(context.store, context.clock.now());
}

/** Writes down when keys were last used; called now and then instead of on every request. */
export async function noteKeyUse(context: RelayContext): Promise<void> {
  const uses = new Map<string, number>();
  for (const key of context.directory.keys.values()) {
    if (key.lastUsedAt === null || key.lastUsedAt === key.row.last_used_at) continue;
    uses.set(key.row.id, key.lastUsedAt);
    key.row = { ...key.row, last_used_at: key.lastUsedAt };
  }
  if (uses.size > 0) await touchApiKeys(context.store, uses);
}
