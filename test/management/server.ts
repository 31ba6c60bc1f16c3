/** A real listener around a fake relay, stopped after each test. */

import { afterEach } from "bun:test";
import { configSchema, type Config } from "../../src/base/config.ts";
import { silentLog } from "../../src/base/log.ts";
import { type RunningServer, startServer } from "../../src/server/start.ts";
import { type FakeRelay, makeFakeRelay } from "./fake-relay.ts";
import { makeTestHome } from "./store.ts";

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop(0);
});

export interface Settings {
  readonly home?: string;
  readonly server?: object;
  readonly metrics?: object;
}

export function makeConfig({
  home = makeTestHome(),
  server = {},
  metrics = {},
}: Settings = {}): Config {
  const settings = configSchema.parse({ server: { port: 0, ...server }, metrics });
  return { ...settings, home, secretKey: undefined };
}

export interface Started {
  readonly server: RunningServer;
  readonly relay: FakeRelay;
  readonly config: Config;
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
}

export async function start(settings: Settings = {}): Promise<Started> {
  const relay = makeFakeRelay();
  const config = makeConfig(settings);
  const server = await startServer({ config, log: silentLog, openRelay: async () => relay });
  running.push(server);
  return { server, relay, config, get: (path, init) => fetch(`${server.url}${path}`, init) };
}
