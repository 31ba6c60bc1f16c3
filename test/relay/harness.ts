/** A whole relay on a real port, with a fake vendor behind it, for tests. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, loadConfig } from "../../src/base/config.ts";
import { silentLog } from "../../src/base/log.ts";
import type { KeyInput } from "../../src/contract/key.ts";
import type { ProviderInput } from "../../src/contract/provider.ts";
import { openRelay, type Relay } from "../../src/relay/relay.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import {
  type FakeVendor,
  type FakeVendorOptions,
  startFakeVendor,
} from "../fakes/vendor/server.ts";

export interface TestRelay {
  /** `http://127.0.0.1:PORT`, without `/v1`. */
  readonly url: string;
  readonly relay: Relay;
  readonly store: Store;
  readonly vendor: FakeVendor;
  /** A key on an account of its own with this much money. */
  key(options?: Partial<KeyInput> & { usd?: string }): Promise<TestKey>;
  /** A model of its own provider on the same vendor: what happens to it is no other model's trouble. */
  model(provider?: Partial<ProviderInput>): Promise<string>;
  stop(): Promise<void>;
}

export interface TestKey {
  readonly id: string;
  readonly key: string;
  readonly account: string;
}

export interface TestRelayOptions {
  readonly vendor?: FakeVendorOptions;
  /** Changes to the default settings of `relay`. */
  readonly settings?: Partial<Config["relay"]>;
  readonly provider?: Partial<ProviderInput>;
  readonly openStore?: () => Promise<Store>;
}

/** Prices of the test model: one token in is 1,000 nano-dollars, one out 2,000, one cached 100. */
export const PRICE = { price_in: "1", price_out: "2", price_cached: "0.1" };
export const MODEL = "test-model";

let accounts = 0;
let models = 0;

export async function startRelay(options: TestRelayOptions = {}): Promise<TestRelay> {
  const home = await mkdtemp(join(tmpdir(), "parley-test-"));
  const config = testConfig(home, options.settings);
  const vendor = await startFakeVendor(options.vendor);
  const store = await (options.openStore ?? (() => openStore({ home })))();
  await store.claim();
  const relay = await openRelay({ store, config, log: silentLog });
  await relay.management.providers.add({
    name: "fake",
    protocol: "openai-completions",
    base_url: vendor.url,
    api_keys: ["vendor-key"],
    models: [{ id: MODEL, ...PRICE }],
    ...options.provider,
  });
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    fetch: async (request, bun) =>
      (await relay.fetch(request, { address: bun.requestIP(request)?.address ?? "" })) ??
      new Response("not the relay's", { status: 404 }),
  });

  return {
    url: `http://127.0.0.1:${server.port}`,
    relay,
    store,
    vendor,
    async key({ usd = "10", ...input } = {}) {
      const account = `test-${++accounts}`;
      await relay.management.accounts.create({ name: account });
      if (usd !== "0") await relay.management.accounts.topUp(account, { usd });
      const made = await relay.management.keys.create({ name: account, account, ...input });
      return { id: made.id, key: made.key, account };
    },
    async model(provider = {}) {
      const id = `model-${++models}`;
      await relay.management.providers.add({
        name: id,
        protocol: "openai-completions",
        base_url: vendor.url,
        api_keys: [`key-of-${id}`],
        models: [{ id, ...PRICE }],
        ...provider,
      });
      return id;
    },
    async stop() {
      await relay.close(2000);
      await server.stop(true);
      await vendor.stop();
      await store.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function testConfig(home: string, settings: Partial<Config["relay"]> = {}): Config {
  const config = loadConfig({}, { PARLEY_HOME: home });
  // Retrying has tests of its own; elsewhere one fault is to mean one failure.
  return { ...config, relay: { ...config.relay, retries: 0, ...settings } };
}

/** A chat request as a raw body. */
export function chat(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { model: MODEL, messages: [{ role: "user", content: "Say hello" }], ...fields };
}

export function post(
  relay: TestRelay,
  key: TestKey | string,
  body: unknown,
  init: { path?: string; signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${relay.url}${init.path ?? "/v1/chat/completions"}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${typeof key === "string" ? key : key.key}`,
      "content-type": "application/json",
      ...init.headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...(init.signal ? { signal: init.signal } : {}),
  });
}

export interface ErrorBody {
  error: { message: string; type: string; param: string | null; code: string | null };
}

export async function errorOf(
  response: Response,
): Promise<ErrorBody["error"] & { status: number }> {
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}

/** The newest row of the request log, once it is finished. */
export async function lastRequest(relay: TestRelay, key: TestKey) {
  for (let tries = 0; tries < 200; tries++) {
    await relay.store.writer.committed();
    const { requests } = await relay.relay.management.requests.list({ key: key.id, limit: 1 });
    if (requests[0]?.finished_at) return relay.relay.management.requests.get(requests[0].id);
    await Bun.sleep(10);
  }
  throw new Error("no finished request in the log");
}

export async function balanceOf(relay: TestRelay, key: TestKey): Promise<number> {
  return (await relay.relay.management.accounts.get(key.account)).balance_nano;
}

/** Everything a stream sent, as text. */
export async function readAll(response: Response): Promise<string> {
  return response.text();
}

/** The JSON of each `data:` line, the end mark as text. */
export function events(text: string): unknown[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice(6))
    .map((data) => (data === "[DONE]" ? data : (JSON.parse(data) as unknown)));
}
