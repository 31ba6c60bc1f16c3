/** Models whose vendors misbehave in every way the fake knows, at three protocols, alone and with a standby. */

import { loadConfig } from "../../src/base/config.ts";
import { silentLog } from "../../src/base/log.ts";
import type { ProviderInput } from "../../src/contract/provider.ts";
import { openRelay } from "../../src/relay/relay.ts";
import { openStore } from "../../src/store/open.ts";

/** What every vendor answers. Some of its letters are there to be split. */
export const REPLY = "alpha beta gämma delta 你好 zeta";

const PROTOCOLS: readonly ProviderInput["protocol"][] = [
  "openai-completions",
  "anthropic-messages",
  "google-generative-ai",
];

const SLOWLY = "chunkDelayMs=1";

/** Knobs by kind. Most faults come and go (`every`), so that breakers do not end the chaos. */
const KINDS: Readonly<Record<string, string>> = {
  good: "",
  slow: "latencyMs=40",
  paced: "chunkDelayMs=10",
  late: "firstTokenDelayMs=40",
  split: "splitUtf8=true",
  crlf: "crlf=true",
  uncounted: "missingUsage=true",
  endless: "missingDone=true",
  failing: "status=500;every=2",
  overloaded: "errorKind=overloaded;every=2",
  limited: "status=429;retryAfter=0;every=2",
  reset: "resetConnection=true;every=2",
  proxied: "htmlError=true;every=2",
  empty: "emptyBody=true;every=2",
  early: "errorAfter200First=true;every=2",
  cut: `cutAfterChunks=3;every=2;${SLOWLY}`,
  torn: `cutAfterChunks=3;cutMidFrame=true;cutReset=true;every=2;${SLOWLY}`,
  malformed: `malformedAfterChunks=2;every=2;${SLOWLY}`,
  erring: `errorInStream=2;every=2;${SLOWLY}`,
  unfinished: `missingFinish=true;missingDone=true;every=3;${SLOWLY}`,
  stalling: "stallAfterChunks=2;every=40",
  silent: "noResponse=true;every=40",
  mistaken: "errorKind=bad_request;every=2",
  overlong: "errorKind=context_length;every=2",
  down: "status=503",
};

export interface Prepared {
  /** Public model names. */
  readonly models: readonly string[];
  readonly keys: readonly string[];
}

/** Fills the store of a home folder that no server uses yet. */
export async function prepare(home: string, vendorUrl: string): Promise<Prepared> {
  const store = await openStore({ home });
  await store.claim();
  const config = loadConfig({}, { PARLEY_HOME: home });
  const relay = await openRelay({ store, config, log: silentLog });
  const { providers, routes, accounts, keys } = relay.management;
  const models: string[] = [];
  const price = { price_in: "1", price_out: "2", price_cached: "0.1" };
  for (const [index, protocol] of PROTOCOLS.entries()) {
    await providers.add({
      name: `vendor-${index}`,
      protocol,
      base_url: vendorUrl,
      api_keys: [`key-${index}-a`, `key-${index}-b`],
      models: Object.entries(KINDS).flatMap(([kind, knobs]) =>
        ["alone", "helped"].map((name) => ({
          id: `${kind}-${index}-${name}`,
          upstream_id: [`${kind}-${name}`, ...knobs.split(";").filter(Boolean)].join(";"),
          ...price,
        })),
      ),
    });
  }
  for (const kind of Object.keys(KINDS)) {
    for (const index of PROTOCOLS.keys()) {
      models.push(`${kind}-${index}-alone`, `${kind}-${index}-helped`);
      const standby = (index + 1) % PROTOCOLS.length;
      await routes.set(`${kind}-${index}-helped`, { fallbacks: [`good-${standby}-alone`] });
    }
  }
  const secrets: string[] = [];
  for (const name of ["left", "right"]) {
    await accounts.create({ name });
    await accounts.topUp(name, { usd: "10000" });
    for (let i = 0; i < 2; i++)
      secrets.push((await keys.create({ name: `${name} ${i}`, account: name })).key);
  }
  await relay.close(1000);
  await store.close();
  return { models, keys: secrets };
}

export const SETTINGS = {
  relay: {
    retries: 1,
    retryWaitSeconds: 1,
    timeouts: { firstTokenSeconds: 2, failoverSeconds: 1, idleSeconds: 1, totalSeconds: 5 },
  },
};
