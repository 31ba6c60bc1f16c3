/** The management API without a listener, for the command line while no server runs. Every request is the owner's own. */

import { systemClock, type Clock } from "../base/clock.ts";
import type { Config } from "../base/config.ts";
import { EventHub } from "../base/events.ts";
import type { Log } from "../base/log.ts";
import { handleApi } from "./api/app.ts";
import type { ApiParts } from "./api/env.ts";
import { Attempts } from "./auth/attempts.ts";
import type { Origin } from "./auth/caller.ts";
import { openParts, type PartsOptions } from "./parts.ts";

export interface InProcessManagement {
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface ManagementOptions {
  readonly clock?: Clock | undefined;
  readonly openRelay?: PartsOptions["openRelay"];
}

/** Opens and claims the database; throws AppError("conflict") while a server owns it. Close it to give it back. */
export async function openManagement(
  config: Config,
  log: Log,
  options: ManagementOptions = {},
): Promise<InProcessManagement> {
  const clock = options.clock ?? systemClock;
  const { openRelay } = options;
  const { store, relay, retention } = await openParts({ config, log, clock, openRelay });
  const apiParts: ApiParts = {
    guard: { store, localToken: undefined, inProcess: true },
    attempts: new Attempts(),
    relay: relay.management,
    events: new EventHub(),
    config: retention.config,
    retention,
    clock,
    log,
  };
  const origin: Origin = { address: "127.0.0.1", secure: false, host: "localhost" };
  return {
    fetch: (request) => handleApi(apiParts, request, origin),
    async close() {
      try {
        await relay.close(0);
      } finally {
        await store.close();
      }
    },
  };
}
