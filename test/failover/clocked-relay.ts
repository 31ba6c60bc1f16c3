/** A relay whose clock a test moves, called without a port. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, loadConfig } from "../../src/base/config.ts";
import { silentLog } from "../../src/base/log.ts";
import { openRelay, type Relay } from "../../src/relay/relay.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";

export interface ClockedRelay {
  readonly relay: Relay;
  readonly store: Store;
  readonly vendor: FakeVendor;
  /** Moves the clock on. */
  pass(ms: number): void;
  /** Calls with a key of its own that has money. */
  chat(fields: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Response>;
  /** Stops the relay and opens it again on the same store. */
  reopen(): Promise<void>;
  stop(): Promise<void>;
}

export async function startClockedRelay(
  settings: Partial<Config["relay"]> = {},
): Promise<ClockedRelay> {
  const home = await mkdtemp(join(tmpdir(), "parley-failover-"));
  const defaults = loadConfig({}, { PARLEY_HOME: home });
  const config = { ...defaults, relay: { ...defaults.relay, retries: 0, ...settings } };
  const vendor = await startFakeVendor();
  const store = await openStore({ home });
  await store.claim();
  let time = Date.now();
  const clock = { now: () => time };
  const open = (): Promise<Relay> => openRelay({ store, config, log: silentLog, clock });
  let relay = await open();
  const { key } = await relay.management.keys.create({ name: "caller" });
  return {
    get relay() {
      return relay;
    },
    store,
    vendor,
    pass(ms) {
      time += ms;
    },
    async chat(fields, signal) {
      const messages = [{ role: "user", content: "Say hello" }];
      const request = new Request("http://parley/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ messages, ...fields }),
        ...(signal ? { signal } : {}),
      });
      const response = await relay.fetch(request, { address: "127.0.0.1" });
      if (!response) throw new Error("not the relay's");
      return response;
    },
    async reopen() {
      await relay.close(2000);
      relay = await open();
    },
    async stop() {
      await relay.close(2000);
      await vendor.stop();
      await store.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
