/** Everything that can be measured. Adding a system is a line here. */
import { join } from "node:path";
import { prepareParley } from "./parley.ts";
import { PEERS } from "./peers.ts";
import { CHAT_PATH, findFreePort, KEY, type Place, type Prepared, type System } from "./system.ts";

export const DIRECT = "direct";
export const YARDSTICK = "bare";

export const SYSTEMS: readonly System[] = [
  {
    name: DIRECT,
    title: "direct (no proxy)",
    async prepare({ upstreamPort }) {
      return {
        target: {
          port: upstreamPort,
          path: CHAT_PATH,
          headers: { Authorization: `Bearer ${KEY}` },
        },
        readyPath: "/healthz",
      };
    },
  },
  { name: YARDSTICK, title: "bare Bun proxy", prepare: (place) => prepareBare(place, []) },
  {
    name: "bare-ledger",
    title: "bare Bun proxy + ledger row",
    prepare: (place) => prepareBare(place, [`--ledger=${join(place.folder, "ledger.db")}`]),
  },
  { name: "parley", title: "Parley relay", prepare: (place) => prepareParley(place) },
  {
    name: "parley-translating",
    title: "Parley relay, chat completions to messages",
    prepare: (place) => prepareParley(place, "anthropic-messages"),
  },
  ...PEERS,
];

async function prepareBare(place: Place, options: readonly string[]): Promise<Prepared> {
  const port = findFreePort();
  return {
    target: { port, path: CHAT_PATH, headers: { Authorization: `Bearer ${KEY}` } },
    command: [
      process.execPath,
      join(import.meta.dir, "bare-proxy.ts"),
      `--port=${port}`,
      `--key=${KEY}`,
      `--upstream=http://127.0.0.1:${place.upstreamPort}`,
      ...options,
    ],
    readyPath: "/healthz",
  };
}
