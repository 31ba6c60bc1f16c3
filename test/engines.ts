/** Runs a suite on both database engines. */

import type { Store } from "../src/store/store.ts";

export function forEachEngine(_name: string, _suite: (open: () => Promise<Store>) => void): void {
  throw new Error("not built yet");
}
