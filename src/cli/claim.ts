/** The database belongs to one process at a time; another command may hold it for a moment. */

import { AppError } from "../base/errors.ts";

const PATIENCE_MS = 5000;
const PAUSE_MS = 50;

/** Tries again while another process owns the database, unless `giveUp` says that it will not let go. */
export async function untilClaimed<T>(
  open: () => Promise<T>,
  giveUp: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === "conflict";
      if (!isTaken || performance.now() > until || (await giveUp())) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}
