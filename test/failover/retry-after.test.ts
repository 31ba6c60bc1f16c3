/** A vendor that says when to come back is waited for, in every spelling, unless it asks for too much. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Faults } from "../fakes/vendor/server.ts";
import {
  chat,
  lastRequest,
  post,
  startRelay,
  type TestKey,
  type TestRelay,
} from "../relay/harness.ts";
import { addPair, ask, type Protocol, REPLY, USAGE } from "./bench.ts";

let relay: TestRelay;
let key: TestKey;

beforeAll(async () => {
  relay = await startRelay({
    vendor: { faults: { reply: REPLY, usage: USAGE } },
    settings: { retries: 1, retryWaitSeconds: 5 },
  });
  key = await relay.key();
});
beforeEach(() => relay.vendor.clear());
afterAll(() => relay.stop());

/** An HTTP date has whole seconds only: at least one second from now, at most two. */
const inTwoSeconds = (): string => new Date(Date.now() + 2000).toUTCString();

const SPELLINGS: readonly (readonly [string, Protocol, () => Faults])[] = [
  ["retry-after: 1", "openai-completions", () => ({ status: 429, retryAfter: 1 })],
  ["retry-after: 1.0", "anthropic-messages", () => ({ status: 429, retryAfter: "1.0" })],
  [
    "retry-after as a date",
    "openai-completions",
    () => ({ status: 429, retryAfter: inTwoSeconds() }),
  ],
  [
    "retry-after-ms",
    "openai-completions",
    () => ({ status: 429, headers: { "retry-after-ms": "1000" } }),
  ],
  [
    "x-ms-retry-after-ms",
    "openai-completions",
    () => ({ status: 429, headers: { "x-ms-retry-after-ms": "1000" } }),
  ],
  ["Gemini's RetryInfo", "google-generative-ai", () => ({ status: 429, retryAfter: "1" })],
  ["retry-after on a 503", "openai-completions", () => ({ status: 503, retryAfter: 1 })],
  ["retry-after on a 529", "anthropic-messages", () => ({ status: 529, retryAfter: 1 })],
];

describe.each([
  ["plain", false],
  ["stream", true],
])("%s", (_, stream) => {
  test.each(SPELLINGS)(
    "%s is waited for, then the same target answers",
    async (_, protocol, faults) => {
      const pair = await addPair(relay, { protocols: [protocol, protocol], alone: true });
      relay.vendor.next(faults());
      const seen = await ask(relay, key, pair, stream);
      expect(seen).toMatchObject({ status: 200, isWhole: true, text: REPLY });
      expect(seen.ms).toBeGreaterThan(900);
      expect(pair.calls().first).toBe(2);
      // Waiting is the vendor's time, not Parley's.
      expect(seen.row.overhead_ms ?? 0).toBeLessThan(900);
    },
  );

  test("a longer wait than allowed is not begun: the client is told at once, and when to come back", async () => {
    const pair = await addPair(relay, { alone: true });
    relay.vendor.next({ status: 429, retryAfter: 6 });
    const seen = await ask(relay, key, pair, stream);
    expect(seen).toMatchObject({ status: 429, error: { code: "rate_limit_exceeded" }, spent: 0 });
    expect(seen.ms).toBeLessThan(3000);
    expect(seen.headers.get("retry-after")).toBe("6");
    expect(seen.headers.get("x-should-retry")).toBe("true");
    expect(pair.calls().first).toBe(1);
  });

  test("a client that leaves during the pause costs nothing and calls nobody", async () => {
    const pair = await addPair(relay, { alone: true });
    relay.vendor.next({ status: 429, retryAfter: 4 });
    const leave = new AbortController();
    const since = performance.now();
    const own = await relay.key();
    const call = post(relay, own, chat({ model: pair.model, stream }), { signal: leave.signal });
    await relay.vendor.waitForRequest(({ status }) => status === 429);
    await Bun.sleep(50);
    leave.abort();
    expect(call).rejects.toThrow();
    const row = await lastRequest(relay, own);
    expect(row).toMatchObject({ end_reason: "client_abort", cost_nano: 0, attempts: 1 });
    expect(performance.now() - since).toBeLessThan(3500);
    expect(pair.calls().first).toBe(1);
  });
});

test("a provider without keys is waited for too", async () => {
  const model = await relay.model({ api_keys: [], headers: { authorization: "Bearer fixed" } });
  relay.vendor.next({ status: 429, retryAfter: 1 });
  const since = performance.now();
  const response = await post(relay, key, chat({ model }));
  expect(response.status).toBe(200);
  expect(performance.now() - since).toBeGreaterThan(900);
});

test("after all of this the ledger verifies and nothing is held", async () => {
  expect((await relay.relay.management.ledger.verify()).details).toEqual([]);
  expect((await relay.relay.management.accounts.get(key.account)).held_nano).toBe(0);
});
