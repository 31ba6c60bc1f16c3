/** A relay with pairs of targets: the first goes wrong as a test wants it, the second stands by. */

import type { ProviderInput } from "../../src/contract/provider.ts";
import { getRequest } from "../../src/store/requests.ts";
import type { Faults } from "../fakes/vendor/server.ts";
import {
  balanceOf,
  chat,
  lastRequest,
  post,
  type TestKey,
  type TestRelay,
} from "../relay/harness.ts";

export type Protocol = ProviderInput["protocol"];

export interface PairOptions {
  readonly protocols?: readonly [Protocol, Protocol];
  /** Keys of the first provider; the default is one. */
  readonly firstKeys?: readonly string[];
  /** No second target at all. */
  readonly alone?: boolean;
}

export interface Pair {
  /** The public name both targets serve. */
  readonly model: string;
  readonly first: string;
  readonly second: string;
  /** What the vendor does to whoever calls with a key of the first or second provider. */
  spoil(which: "first" | "second", faults: Faults | undefined): void;
  /** How often the vendor was called on behalf of each. */
  calls(): { first: number; second: number };
}

/** The second target costs ten times as much, so that a bill tells who was paid for. */
export const FIRST_PRICE = { price_in: "1", price_out: "2" };
export const SECOND_PRICE = { price_in: "10", price_out: "20" };
/** What each answer costs: 7 tokens in, 5 out. */
export const USAGE = { prompt: 7, completion: 5 };
export const FIRST_COST = 7 * 1000 + 5 * 2000;
export const SECOND_COST = 10 * FIRST_COST;
export const REPLY = "one two three four five";

let pairs = 0;

export async function addPair(relay: TestRelay, options: PairOptions = {}): Promise<Pair> {
  const name = `pair-${++pairs}`;
  const { protocols = ["openai-completions", "openai-completions"], alone = false } = options;
  const keys = { first: options.firstKeys ?? [`${name}-a-key`], second: [`${name}-b-key`] };
  const add = (provider: string, which: 0 | 1, price: object, api_keys: readonly string[]) =>
    relay.relay.management.providers.add({
      name: provider,
      protocol: protocols[which],
      base_url: relay.vendor.url,
      api_keys: [...api_keys],
      models: [{ id: name, upstream_id: `${provider}-model`, ...price }],
    });
  await add(`${name}-a`, 0, FIRST_PRICE, keys.first);
  if (!alone) await add(`${name}-b`, 1, SECOND_PRICE, keys.second);
  const count = (of: readonly string[]): number =>
    relay.vendor.requests.filter(({ key }) => of.includes(key ?? "")).length;
  return {
    model: name,
    first: `${name}-a`,
    second: `${name}-b`,
    spoil(which, faults) {
      for (const key of keys[which]) relay.vendor.setKeyFaults(key, faults);
    },
    calls: () => ({ first: count(keys.first), second: count(keys.second) }),
  };
}

/** Everything a client, the log and the books know of one call. */
export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly ms: number;
  /** The answer's text, as far as it came. */
  readonly text: string;
  readonly finish: string | undefined;
  /** The answer arrived to its very end, and no error with it. */
  readonly isWhole: boolean;
  /** The typed error, in the body or inside the stream. */
  readonly error: { readonly code: string | null; readonly type: string } | undefined;
  readonly row: Awaited<ReturnType<typeof lastRequest>>;
  /** The failed tries of the log: provider and error. */
  readonly failures: readonly (readonly [provider: string, error: string])[];
  /** Nano-dollars that left the account. */
  readonly spent: number;
}

export async function ask(
  relay: TestRelay,
  key: TestKey,
  pair: Pair,
  stream: boolean,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Seen> {
  const before = await balanceOf(relay, key);
  const since = performance.now();
  const response = await post(relay, key, chat({ model: pair.model, stream, ...fields }));
  const body = await response.text();
  const ms = performance.now() - since;
  const row = await lastRequest(relay, key);
  const stored = await getRequest(relay.store, row.id);
  const failures = JSON.parse(stored.attempts_json ?? "[]") as {
    provider: string;
    error: string;
  }[];
  return {
    status: response.status,
    headers: response.headers,
    ms,
    ...(response.status === 200 && stream ? readStream(body) : readPlain(body)),
    row,
    failures: failures.map(({ provider, error }) => [provider, error]),
    spent: before - (await balanceOf(relay, key)),
  };
}

interface Chunk {
  readonly error?: Seen["error"];
  readonly choices?: readonly {
    readonly delta?: { readonly content?: string | null };
    readonly message?: { readonly content?: string | null };
    readonly finish_reason?: string | null;
  }[];
}

type Read = Pick<Seen, "text" | "finish" | "isWhole" | "error">;

function readPlain(body: string): Read {
  const { error, choices } = JSON.parse(body) as Chunk;
  const [choice] = choices ?? [];
  const finish = choice?.finish_reason ?? undefined;
  return { text: choice?.message?.content ?? "", finish, isWhole: finish !== undefined, error };
}

function readStream(body: string): Read {
  const data = body
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => line.slice(6));
  const isDone = data.at(-1) === "[DONE]";
  const chunks = data.filter((line) => line !== "[DONE]").map((line) => JSON.parse(line) as Chunk);
  const choices = chunks.map(({ choices: [choice] = [] }) => choice);
  const error = chunks.find((chunk) => chunk.error)?.error;
  const finish = choices.find((choice) => choice?.finish_reason)?.finish_reason ?? undefined;
  const isWhole = isDone && error === undefined && finish !== undefined;
  return {
    text: choices.map((choice) => choice?.delta?.content ?? "").join(""),
    finish,
    isWhole,
    error,
  };
}
