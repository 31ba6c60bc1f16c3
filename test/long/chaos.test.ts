/**
 * A hundred thousand mixed calls through a real server while vendors misbehave and a fifth of the clients leave. Then:
 * every client saw a whole answer or a typed error, the books verify, nothing is held, nothing is left open, and the
 * memory has not grown. `PARLEY_CHAOS_REQUESTS` changes the number. Only with PARLEY_TEST_LONG=1.
 */

import { afterEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Cli } from "../cli-process.ts";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";
import { prepare, type Prepared, REPLY, SETTINGS } from "./chaos-models.ts";
import { CLIENTS, judge } from "./dialect-clients.ts";
import { MemoryWatch } from "./memory-watch.ts";

const REQUESTS = Number(process.env["PARLEY_CHAOS_REQUESTS"] ?? 100_000);
const CONCURRENCY = 64;
/** Some of these have their answer by then; about a fifth of all leave without. */
const LEAVING = 0.28;
/** Longest moment before a leaving client leaves; most leave sooner. */
const LEAVES_WITHIN_MS = 100;
const DEADLINE_MS = 5.5 * 60_000;
/** Growth over the second half that is no leak but the garbage collector's mood. */
const FLAT_MB = 48;

let cli: Cli | undefined;
let vendor: FakeVendor | undefined;
afterEach(async () => {
  await cli?.close();
  await vendor?.stop();
});

describe.skipIf(process.env["PARLEY_TEST_LONG"] !== "1")("chaos", () => {
  test(
    `${REQUESTS} mixed calls with faults and leaving clients`,
    async () => {
      const parley = (cli = new Cli());
      const fake = (vendor = await startFakeVendor({ record: false, faults: { reply: REPLY } }));
      await Bun.write(join(parley.home, "parley.json"), JSON.stringify(SETTINGS));
      const prepared = await prepare(parley.home, fake.url);
      const banner = await parley.start(["--json"], { PARLEY_LOG_LEVEL: "silent" });
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(banner)?.[0] ?? "";
      const memory = new MemoryWatch(parley.server.pid);

      const since = performance.now();
      const seen = await storm(url, prepared);
      const seconds = (performance.now() - since) / 1000;
      const growth = memory.stop();
      await untilQuiet(fake);
      const [proof, listed] = await Promise.all([
        parley.ok("relay ledger verify"),
        parley.ok("relay account list"),
      ]);
      console.log(
        JSON.stringify({ seconds, ...seen, vendor: { ...fake.counts }, ...growth, proof }),
      );

      expect(seen.wrong).toEqual([]);
      expect(seen.whole + seen.errors + seen.left).toBe(REQUESTS);
      expect(seen.whole).toBeGreaterThan(REQUESTS / 3);
      expect(seen.errors).toBeGreaterThan(REQUESTS / 100);
      expect(seen.left).toBeGreaterThan(REQUESTS / 20);
      expect(proof).toMatchObject({ ok: true, mismatches: 0 });
      for (const { name, held_nano } of listed["accounts"] as { name: string; held_nano: number }[])
        expect([name, held_nano]).toEqual([name, 0]);
      expect(fake.counts.ended).toBe(fake.counts.started);
      expect(growth.growthMb).toBeLessThan(FLAT_MB);
      expect(await parley.stop()).toBe(0);
      await until(() => fake.connections === 0);
      expect(fake.connections).toBe(0);
    },
    DEADLINE_MS + 30_000,
  );
});

interface Storm {
  whole: number;
  errors: number;
  /** Clients that left before they had everything. */
  left: number;
  /** What no client may see: the first few. */
  readonly wrong: string[];
}

async function storm(url: string, { models, keys }: Prepared): Promise<Storm> {
  const seen: Storm = { whole: 0, errors: 0, left: 0, wrong: [] };
  const random = seeded(Number(process.env["PARLEY_CHAOS_SEED"] ?? 1));
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const until = performance.now() + DEADLINE_MS;
  let started = 0;

  const call = async (): Promise<void> => {
    const client = pick(CLIENTS);
    const [model, key, stream] = [pick(models), pick(keys), random() < 0.5];
    const leave = new AbortController();
    const isLeaving = random() < LEAVING;
    const timer = isLeaving
      ? setTimeout(() => leave.abort(), random() ** 3 * LEAVES_WITHIN_MS)
      : undefined;
    const name = `${client.name}, ${model}, ${stream ? "stream" : "plain"}`;
    try {
      const ask = { model, stream, text: "one two three", signal: leave.signal };
      const response = await fetch(client.request(url, key, ask));
      const body = await response.text();
      const verdict = judge(client, { status: response.status, body, stream }, REPLY);
      if (verdict === "whole") seen.whole++;
      else if (verdict === "error") seen.errors++;
      else seen.wrong.push(`${name}: ${verdict.wrong}`);
    } catch (error) {
      if (leave.signal.aborted) seen.left++;
      else seen.wrong.push(`${name}: ${String(error)}`);
    } finally {
      clearTimeout(timer);
    }
  };
  const worker = async (): Promise<void> => {
    while (started < REQUESTS && seen.wrong.length < 20) {
      if (performance.now() > until) throw new Error(`too slow: ${started} calls in time`);
      started++;
      await call();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return seen;
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let i = 0; i < 300 && !isTrue(); i++) await Bun.sleep(20);
}

/** Calls of clients that left are cancelled at once, but not before that. */
async function untilQuiet(fake: FakeVendor): Promise<void> {
  await until(() => fake.counts.ended === fake.counts.started);
}

/** Even numbers from [0, 1), the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
