/** Opens what both the server and the command line stand on: the database, owned by this process, and the relay in it. */

import type { Clock } from "../base/clock.ts";
import type { Config } from "../base/config.ts";
import { AppError } from "../base/errors.ts";
import type { Log } from "../base/log.ts";
import type { LiveHub } from "../contract/events.ts";
import type { openRelay, Relay } from "../relay/relay.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { Retention } from "./retention.ts";
import { findServerFile } from "./server-file.ts";

export interface PartsOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  /** Absent: nobody listens. */
  readonly events?: LiveHub;
  /** Absent: the real one. */
  readonly openRelay?: typeof openRelay | undefined;
}

export interface Parts {
  readonly store: Store;
  readonly relay: Relay;
  readonly retention: Retention;
}

/** Throws AppError("conflict") while another process owns the database. The caller closes both, the relay first. */
export async function openParts(options: PartsOptions): Promise<Parts> {
  const { config, log, clock } = options;
  const store = await openStore({
    home: config.home,
    databaseUrl: config.database.url ?? undefined,
    synchronous: config.database.synchronous,
    secretKey: config.secretKey,
    onWarning: (message) => log.warn(message),
  });
  try {
    await claim(store, config.home);
    const open = options.openRelay ?? (await import("../relay/relay.ts")).openRelay;
    const retention = new Retention(store, config);
    await retention.load(log);
    const relay = await open({
      store,
      config: retention.config,
      log,
      clock,
      ...(options.events ? { events: options.events } : {}),
    });
    return { store, relay, retention };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function claim(store: Store, home: string): Promise<void> {
  try {
    await store.claim();
  } catch (error) {
    const other = findServerFile(home);
    if (!(error instanceof AppError) || error.code !== "conflict" || !other) throw error;
    throw new AppError(
      "conflict",
      `Parley is already running at ${other.url} (process ${other.pid}) with the same database. Stop it first, ` +
        "or give this one its own home folder with PARLEY_HOME.",
      {},
      { cause: error },
    );
  }
}
