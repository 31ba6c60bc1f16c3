/**
 * Starts and stops Parley.
 *
 *   open the database and own it -> open the relay -> listen -> write server.json
 *   stop: take no new connections -> let calls finish -> write everything down -> give the database back -> server.json
 */

import { parseAddressList } from "../base/addresses.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import type { Config } from "../base/config.ts";
import { AppError } from "../base/errors.ts";
import { EventHub } from "../base/events.ts";
import type { Log } from "../base/log.ts";
import type { LiveHub } from "../contract/events.ts";
import type { Relay } from "../relay/relay.ts";
import type { ApiParts } from "./api/env.ts";
import { Attempts } from "./auth/attempts.ts";
import { makeSecret } from "./auth/secret.ts";
import { renewSetupCode } from "./auth/setup.ts";
import { listen, type Listener } from "./listener.ts";
import { openParts, type Parts, type PartsOptions } from "./parts.ts";
import { removeServerFile, writeServerFile } from "./server-file.ts";
import { makeSite } from "./site.ts";
import { makeConsole } from "./web/console.ts";

/** How long running calls may go on after the server was asked to stop. */
export const GRACE_MS = 10_000;

/** How long calls that were cut may take to write their bill. */
const SETTLE_MS = 1000;

export interface StartOptions {
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** Absent: the real one. */
  readonly openRelay?: PartsOptions["openRelay"];
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  readonly relay: Relay;
  /** To be shown once. Undefined: Parley has an owner. */
  readonly setupCode: string | undefined;
  /** Builds the console now, if need be, so that nobody waits for it later. Never rejects. */
  prepareConsole(): Promise<void>;
  /** The first call decides the grace time; each call resolves when all is closed. */
  stop(graceMs?: number): Promise<void>;
  /** Resolves when the server has stopped, with the reason it stopped by itself, if it did. */
  readonly stopped: Promise<AppError | undefined>;
}

export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log, clock = systemClock } = options;
  const events: LiveHub = new EventHub();
  const parts = await openParts({ config, log, clock, events, openRelay: options.openRelay });
  try {
    return await serve({ config, log, clock, events }, parts);
  } catch (error) {
    await closeParts(parts, 0);
    throw error;
  }
}

interface Ground {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly events: LiveHub;
}

async function serve(ground: Ground, parts: Parts): Promise<RunningServer> {
  const { log, clock, events } = ground;
  const { store, relay, retention } = parts;
  const { config } = retention;
  const token = `parley_local_${makeSecret()}`;
  const setupCode = await renewSetupCode(store);
  const proxies = parseAddressList(config.server.trustedProxies);
  if (!proxies) throw new AppError("invalid_request", "server.trustedProxies must list addresses.");
  const api: ApiParts = {
    guard: { store, localToken: token, inProcess: false },
    attempts: new Attempts(),
    relay: relay.management,
    events,
    config,
    retention,
    clock,
    log,
  };
  let stopping: Promise<void> | undefined;
  const webConsole = makeConsole({ home: config.home, log });
  const isStopping = (): boolean => stopping !== undefined;
  const site = makeSite({ config, api, relay, proxies, console: webConsole, isStopping });
  const { host, port } = config.server;
  const listener = await listen({ host, port, relay, site, log });
  try {
    writeServerFile(config.home, { url: listener.url, pid: process.pid, token });
  } catch (error) {
    await listener.close();
    throw error;
  }

  const ended = Promise.withResolvers<AppError | undefined>();
  function stop(graceMs = GRACE_MS, reason?: AppError): Promise<void> {
    stopping ??= shutDown(listener, parts, graceMs)
      .finally(() => removeServerFile(config.home, token))
      .then(() => ended.resolve(reason), ended.reject);
    return stopping;
  }
  store.onClaimLost(() => {
    const reason = new AppError(
      "unavailable",
      "The database is no longer this process's own; stopping.",
    );
    log.error(reason.message);
    void stop(0, reason);
  });
  return {
    url: listener.url,
    port: listener.port,
    relay,
    setupCode,
    prepareConsole: () => webConsole.prepare(),
    stop: (graceMs) => stop(graceMs),
    stopped: ended.promise,
  };
}

async function shutDown(listener: Listener, parts: Parts, graceMs: number): Promise<void> {
  listener.refuse();
  try {
    await parts.relay.close(graceMs);
  } finally {
    // Cuts whoever outlasted the grace time; their calls are billed like any that a client breaks off.
    await listener.close();
    await closeParts(parts, SETTLE_MS);
  }
}

async function closeParts(parts: Parts, graceMs: number): Promise<void> {
  try {
    await parts.relay.close(graceMs);
  } finally {
    await parts.store.close();
  }
}
