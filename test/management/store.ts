import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";

const cleanUps: (() => Promise<void> | void)[] = [];

afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

/** A folder that goes away after the tests of the file. */
export function makeTestHome(): string {
  const home = mkdtempSync(join(tmpdir(), "parley-test-"));
  cleanUps.push(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** An empty SQLite store that goes away after the tests of the file. */
export async function openTestStore(): Promise<Store> {
  const store = await openStore({ home: makeTestHome() });
  cleanUps.push(() => store.close());
  return store;
}
