/** Runs a suite on SQLite and on a real PostgreSQL, so that nothing works on one of them only. */

import { afterEach, beforeAll, describe } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type StoreOptions } from "../src/store/open.ts";
import type { Engine, Store } from "../src/store/store.ts";
import { makeDatabase, postgresServer } from "./postgres-server.ts";

/** Where a store lives. Opening it twice gives two stores on the same database, as two processes would have. */
export type Place = Pick<StoreOptions, "home" | "databaseUrl">;

/** Opens a store of its own, empty, or the one at `place`. It is closed and removed after the test. */
export type Open = (place?: Place) => Promise<Store>;

export interface Harness {
  readonly engine: Engine;
  /** A fresh home and, on PostgreSQL, a fresh database; removed after the test. */
  readonly makePlace: () => Promise<Place>;
}

/** Starting PostgreSQL takes a second, and on a busy machine much longer than a test may. */
const START_MS = 60_000;

export type Suite = (open: Open, harness: Harness) => void;

/**
 * Describes the suite once per engine. If PostgreSQL cannot start its half fails, unless PARLEY_TEST_NO_POSTGRES=1
 * skips it.
 */
export function forEachEngine(name: string, suite: Suite): void {
  onEngine("sqlite", name, suite);
  onEngine("postgres", name, suite);
}

/** For what only one engine does. */
export function onEngine(engine: Engine, name: string, suite: Suite): void {
  const skip = engine === "postgres" && process.env.PARLEY_TEST_NO_POSTGRES === "1";
  const shown = engine === "postgres" ? "PostgreSQL" : "SQLite";
  describe.skipIf(skip)(`${name} (${shown})`, () => run(engine, suite));
}

function run(engine: Engine, suite: Suite): void {
  let places: Place[] = [];
  let stores: Store[] = [];

  async function makePlace(): Promise<Place> {
    const home = mkdtempSync(join(tmpdir(), "parley-test-"));
    const place = engine === "postgres" ? { home, databaseUrl: await makeDatabase() } : { home };
    places.push(place);
    return place;
  }

  async function open(place?: Place): Promise<Store> {
    const store = await openStore(place ?? (await makePlace()));
    stores.push(store);
    return store;
  }

  if (engine === "postgres") beforeAll(async () => void (await postgresServer()), START_MS);

  afterEach(async () => {
    await Promise.all(stores.map((store) => store.close()));
    // Databases go with the server; dropping each would cost a checkpoint.
    for (const place of places) rmSync(place.home, { recursive: true, force: true });
    stores = [];
    places = [];
  });

  suite(open, { engine, makePlace });
}
