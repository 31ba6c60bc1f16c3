/** The calls of keys over the last day, for the small line beside each of them. */

import type { KeyUsage } from "../../contract/key.ts";
import { countKeyUsage } from "../../store/key-usage.ts";
import type { RelayContext } from "../context.ts";

const STEP_MS = 60 * 60_000;
const STEPS = 24;
/** The page asks after every call; the database is asked at most this often for the same keys. */
const KEPT_MS = 30_000;
const MOST_KEPT = 20;

interface Kept {
  readonly at: number;
  readonly usage: Promise<KeyUsage>;
}

export function makeKeyUsage(context: RelayContext): (ids: readonly string[]) => Promise<KeyUsage> {
  const kept = new Map<string, Kept>();

  async function count(ids: readonly string[], now: number): Promise<KeyUsage> {
    const last = Math.floor(now / STEP_MS) * STEP_MS;
    const times = Array.from({ length: STEPS }, (_, index) => last - (STEPS - 1 - index) * STEP_MS);
    const since = times[0] ?? last;
    const steps = await countKeyUsage(context.store, ids, since, STEP_MS);
    return {
      step_ms: STEP_MS,
      times: times.map((time) => new Date(time).toISOString()),
      keys: ids.map((id) => {
        const requests = times.map(() => 0);
        for (const step of steps)
          if (step.key_id === id) requests[(step.at - since) / STEP_MS] = step.requests;
        return { id, requests };
      }),
    };
  }

  return (ids) => {
    const now = context.clock.now();
    const name = ids.join(",");
    const known = kept.get(name);
    if (known !== undefined && now - known.at < KEPT_MS) return known.usage;
    if (kept.size >= MOST_KEPT) kept.clear();
    const usage = count(ids, now);
    kept.set(name, { at: now, usage });
    usage.catch(() => kept.delete(name));
    return usage;
  };
}
