/** What a behaviour has at hand: the real relay between one official client and one kind of fake vendor. */

import type { Faults, RecordedRequest } from "../fakes/vendor/server.ts";
import { lastRequest, PRICE, startRelay, type TestKey, type TestRelay } from "../relay/harness.ts";
import type { Answer, Ask, Client, Failure, Watch } from "./clients/client.ts";
import { CLIENTS, type ClientSide, type Pair, type Upstream } from "./sides.ts";

/** A model of a provider of its own: what happens to it is no other model's trouble. */
export interface Target {
  /** The public name, which is not the vendor's. */
  readonly model: string;
  /** What the vendor was sent, oldest first. */
  readonly requests: () => readonly RecordedRequest[];
  /** Other knobs from the next request on. */
  readonly fault: (faults: Faults) => void;
}

export interface Setting {
  readonly pair: Pair;
  readonly client: Client;
  readonly upstream: Upstream;
  readonly relay: TestRelay;
  readonly key: TestKey;
  readonly target: (faults?: Faults, options?: TargetOptions) => Promise<Target>;
  /** The newest call in the log, once it is billed. */
  readonly bill: () => ReturnType<typeof lastRequest>;
}

export interface TargetOptions {
  /** The vendor's name for the model; absent: the upstream's usual one. */
  readonly model?: string;
  /** Absent: a name the vendor does not know. */
  readonly publicName?: string;
  /** Absent: the fake vendor. */
  readonly baseUrl?: string;
}

export class Stage {
  readonly relay: TestRelay;
  readonly #clients = new Map<string, { client: Client; key: TestKey }>();
  #targets = 0;

  private constructor(relay: TestRelay) {
    this.relay = relay;
  }

  static async open(): Promise<Stage> {
    const stage = new Stage(await startRelay());
    for (const { name, open } of CLIENTS) {
      const key = await stage.relay.key({ usd: "1000" });
      stage.#clients.set(name, { client: open({ url: stage.relay.url, key: key.key }), key });
    }
    return stage;
  }

  at(pair: Pair): Setting {
    const { client, key } = this.of(pair.client);
    const { relay } = this;
    return {
      pair,
      client,
      key,
      upstream: pair.upstream,
      relay,
      target: (faults, options) => this.target(pair.upstream, faults, options),
      bill: () => lastRequest(relay, key),
    };
  }

  of(side: ClientSide): { client: Client; key: TestKey } {
    const found = this.#clients.get(side.name);
    if (!found) throw new Error(`no client ${side.name}`);
    return found;
  }

  async target(
    upstream: Upstream,
    faults: Faults = {},
    options: TargetOptions = {},
  ): Promise<Target> {
    const { vendor } = this.relay;
    const name = `target-${++this.#targets}`;
    const vendorKey = `vendor-key-of-${name}`;
    const model = options.publicName ?? name;
    vendor.setKeyFaults(vendorKey, faults);
    await this.relay.relay.management.providers.add({
      name,
      protocol: upstream.protocol,
      base_url: options.baseUrl ?? vendor.url,
      api_keys: [vendorKey],
      models: [{ id: model, upstream_id: options.model ?? upstream.model, ...PRICE }],
    });
    return {
      model,
      requests: () => vendor.requests.filter(({ key }) => key === vendorKey),
      fault: (next) => vendor.setKeyFaults(vendorKey, next),
    };
  }

  stop(): Promise<void> {
    return this.relay.stop();
  }
}

/** Both ways to ask, for behaviours that must hold in each. */
export const WAYS = ["plain", "stream"] as const;
export type Way = (typeof WAYS)[number];

export function askBy(
  client: Client,
  way: Way,
  model: string,
  ask: Ask,
  watch?: Watch,
): Promise<Answer> {
  return way === "plain" ? client.ask(model, ask) : client.stream(model, ask, watch);
}

/** The error of the client's own that came of it. */
export async function failureOf(client: Client, work: Promise<unknown>): Promise<Failure> {
  let answer: unknown;
  try {
    answer = await work;
  } catch (thrown) {
    return client.readFailure(thrown);
  }
  throw new Error(`it did not fail: ${JSON.stringify(answer)}`);
}
