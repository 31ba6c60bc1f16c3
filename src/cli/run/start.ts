/** `parley start`: config -> server -> what is running and how to use it -> the request log, until told to stop. */

import { findEnv } from "../../base/config-env.ts";
import { type Config, loadConfig } from "../../base/config.ts";
import { type Log, makeLog } from "../../base/log.ts";
import type { ProviderRow } from "../../contract/provider.ts";
import { findRunningServer } from "../../server/server-file.ts";
import { runUntilStopped } from "../../server/signals.ts";
import { type RunningServer, startServer } from "../../server/start.ts";
import { VERSION } from "../../server/version.ts";
import { untilClaimed } from "../claim.ts";
import type { Context, Result } from "../command.ts";
import { bannerText, type StartFacts } from "./start-text.ts";

interface StartInput {
  readonly args: { readonly part: string | undefined };
  readonly flags: { readonly port: number | undefined; readonly host: string | undefined };
}

export async function start(context: Context, { flags }: StartInput): Result {
  const config = loadConfig(flags);
  // A server outlives whoever reads its log: a closed pipe loses lines, not calls.
  for (const stream of [process.stdout, process.stderr])
    stream.removeAllListeners("error").on("error", () => undefined);
  const log = openLog(config, context);
  const server = await untilClaimed(
    () => startServer({ config, log }),
    async () => (await findRunningServer(config.home)) !== undefined,
  );
  const stopped = runUntilStopped(server, log);
  const facts = await gatherFacts(context, config, server);
  void server.prepareConsole();
  if (context.json) context.print(`${JSON.stringify(readyDocument(facts))}\n`);
  else {
    context.print(bannerText(facts, context.paint));
    void showOffers(context, server, log);
  }
  return stopped;
}

/** On stdout below the banner; with --json stdout holds one document, so the log goes to stderr. */
function openLog(config: Config, context: Context): Log {
  const stream = context.json ? process.stderr : process.stdout;
  const { level, format } = config.log;
  return makeLog({
    level,
    format: format === "auto" ? (stream.isTTY ? "text" : "json") : format,
    write: (text) => stream.write(text),
  });
}

async function gatherFacts(
  context: Context,
  config: Config,
  server: RunningServer,
): Promise<StartFacts> {
  const { keys, models } = server.relay.management;
  const hasKeys = (await keys.list({ limit: 1 })).total > 0;
  const firstKey = hasKeys ? undefined : await keys.create({ name: "first" });
  const [demo] = (await models.list({ search: "demo", limit: 1 })).models;
  const [first] = (await models.list({ limit: 1 })).models;
  return {
    version: VERSION,
    program: context.program,
    url: server.url,
    host: config.server.host,
    home: config.home,
    database: config.database.url === null ? "SQLite" : "PostgreSQL",
    setupCode: server.setupCode,
    firstKey,
    model: demo?.id === "demo" ? demo.id : first?.id,
  };
}

function readyDocument(facts: StartFacts): Record<string, unknown> {
  const { url, firstKey } = facts;
  return {
    ok: true,
    url,
    base_url: `${url}/v1`,
    api_url: `${url}/api`,
    version: facts.version,
    pid: process.pid,
    home: facts.home,
    database: facts.database,
    setup_code: facts.setupCode ?? null,
    first_key: firstKey ? { id: firstKey.id, key: firstKey.key, account: firstKey.account } : null,
  };
}

async function listKnown({ relay }: RunningServer): Promise<ProviderRow[]> {
  const rows: ProviderRow[] = [];
  for (let before: string | undefined; ;) {
    const { providers, next } = await relay.management.providers.list({ limit: 1000, before });
    rows.push(...providers);
    if (next === null) return rows;
    before = next;
  }
}

/** Looked for only now, so that nothing waits for the probes. */
async function showOffers(context: Context, server: RunningServer, log: Log): Promise<void> {
  try {
    const { findOffers } = await import("../../relay/offers.ts");
    const { offersText } = await import("./offers.ts");
    const known = await listKnown(server);
    const { program } = context;
    const offers = await findOffers({
      findEnv,
      fetch,
      known,
      ownPort: server.port,
      program,
    });
    if (offers.length === 0) return;
    const text = offersText(offers, context.paint);
    context.print(`Found on this machine; nothing of it is used until you add it:\n\n${text}\n\n`);
  } catch (error) {
    log.warn("could not look for vendor keys and model servers", { error });
  }
}
