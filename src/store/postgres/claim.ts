/**
 * One owner per database: a session advisory lock on a connection of its own. The server drops the lock with the
 * session, and a heartbeat notices a session that is gone without saying so.
 *
 * The lock alone is not enough: a batch of the owner before may still be on its way on another connection. Its owner's
 * row is deleted here, which waits for the batch that is being written and makes any later one fail.
 */

import { AppError } from "../../base/errors.ts";
import type { Claim } from "../backend.ts";
import { CLAIM_LOCK } from "./advisory-locks.ts";
import { openConnections, toOpenError, type Sql } from "./connection.ts";
import { fillIn } from "./one-message.ts";

const HEARTBEAT_MS = 5_000;

/** `owner` is what the writer puts on its batches from now on. */
export async function claimPostgres(
  url: string,
  owner: string,
  onLost: () => void,
): Promise<Claim> {
  let held = false;
  function lose(): void {
    if (!held) return;
    held = false;
    onLost();
  }

  const sql = openConnections({ url, max: 1, onClose: lose });
  try {
    await takeLock(sql);
    await sql.unsafe(
      `delete from writer_owners; ${fillIn("insert into writer_owners (id) values ($1)", [owner])}`,
    );
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw toOpenError(url, error);
  }
  held = true;

  const heartbeat = setInterval(() => {
    if (held) beat(sql, lose);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    release: async () => {
      held = false;
      clearInterval(heartbeat);
      await sql.end({ timeout: 1 });
    },
  };
}

async function takeLock(sql: Sql): Promise<void> {
  const [row] = await sql.unsafe<{ taken: boolean }[]>(
    `select pg_try_advisory_lock(${CLAIM_LOCK}) as taken`,
  );
  if (row?.taken === true) return;
  throw new AppError(
    "conflict",
    "Another Parley process owns this database. Stop it first, or use another database.",
  );
}

function beat(sql: Sql, lose: () => void): void {
  const late = setTimeout(lose, HEARTBEAT_MS);
  sql.unsafe("select 1").then(() => clearTimeout(late), lose);
}
