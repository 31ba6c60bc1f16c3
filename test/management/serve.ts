/** A process that serves a fake relay until it is told to stop: `bun serve.ts HOME`. Prints its address. */

import { configSchema } from "../../src/base/config.ts";
import { silentLog } from "../../src/base/log.ts";
import { runUntilStopped } from "../../src/server/signals.ts";
import { startServer } from "../../src/server/start.ts";
import { makeFakeRelay } from "./fake-relay.ts";

const home = process.argv[2];
if (home === undefined) throw new Error("usage: bun serve.ts HOME");
const config = { ...configSchema.parse({ server: { port: 0 } }), home, secretKey: undefined };
const server = await startServer({
  config,
  log: silentLog,
  openRelay: async () => makeFakeRelay(),
});
const stopped = runUntilStopped(server, silentLog);
console.log(server.url);
process.exit(await stopped);
