/** Before the first byte everything may be tried again; after it nothing is, and nothing is left open behind a try. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Faults } from "../fakes/vendor/server.ts";
import { startRelay, type TestKey, type TestRelay } from "../relay/harness.ts";
import { addPair, ask, FIRST_COST, type Protocol, REPLY, SECOND_COST, USAGE } from "./bench.ts";

let relay: TestRelay;
let key: TestKey;

beforeAll(async () => {
  relay = await startRelay({
    vendor: { faults: { reply: REPLY, usage: USAGE } },
    settings: {
      retries: 3,
      retryWaitSeconds: 3,
      timeouts: { firstTokenSeconds: 2, failoverSeconds: 1, idleSeconds: 0.5, totalSeconds: 20 },
    },
  });
  key = await relay.key();
});
beforeEach(() => relay.vendor.clear());
afterAll(() => relay.stop());

const PROTOCOLS: readonly (readonly [Protocol])[] = [
  ["openai-completions"],
  ["anthropic-messages"],
  ["google-generative-ai"],
];

const AFTER: readonly (readonly [string, Faults])[] = [
  ["an error event", { errorInStream: 2, chunkDelayMs: 30 }],
  ["a rate limit inside the stream", { errorInStream: 2, status: 429, chunkDelayMs: 30 }],
  ["a cut", { cutAfterChunks: 3, chunkDelayMs: 30 }],
  ["a reset", { cutAfterChunks: 3, cutReset: true, chunkDelayMs: 30 }],
  ["a stall", { stallAfterChunks: 2, chunkDelayMs: 30 }],
  ["an unreadable event", { malformedAfterChunks: 2, chunkDelayMs: 30 }],
  ["no finish", { missingFinish: true, missingDone: true, chunkDelayMs: 30 }],
];

const BEFORE: readonly (readonly [string, Faults])[] = [
  ["an error as the first event", { errorAfter200First: true }],
  ["overload as the first event", { errorAfter200First: true, errorKind: "overloaded" }],
  ["an empty body", { emptyBody: true }],
  ["a proxy's HTML page", { htmlError: true }],
  ["an unknown status", { status: 520 }],
  ["a vendor that does not know the model", { errorKind: "not_found" }],
  ["a vendor's own time-out", { errorKind: "timeout" }],
];

describe.each(PROTOCOLS)("%s", (protocol) => {
  test.each(AFTER)(
    "%s after the first byte ends the stream with one typed error; nobody is called again",
    async (_, faults) => {
      const pair = await addPair(relay, { protocols: [protocol, protocol] });
      pair.spoil("first", faults);
      const seen = await ask(relay, key, pair, true);
      expect(seen).toMatchObject({ status: 200, isWhole: false });
      expect(seen.error).toBeDefined();
      expect(REPLY).toStartWith(seen.text);
      expect(seen.text).not.toBe("");
      expect(pair.calls()).toEqual({ first: 1, second: 0 });
      expect(seen.row.attempts).toBe(1);
      expect(seen.row.end_reason).toStartWith("upstream_");
      // The prompt and what had arrived, at the price of the target that gave it.
      expect(seen.spent).toBeWithin(1, FIRST_COST + 1);
    },
  );

  for (const stream of [false, true]) {
    test.each(BEFORE)(
      `%s before the first byte is somebody else's turn, ${stream ? "streaming" : "plain"}`,
      async (_, faults) => {
        const pair = await addPair(relay, { protocols: [protocol, protocol] });
        pair.spoil("first", faults);
        const seen = await ask(relay, key, pair, stream);
        expect(seen).toMatchObject({ status: 200, isWhole: true, text: REPLY, spent: SECOND_COST });
        expect(pair.calls()).toEqual({ first: 1, second: 1 });
      },
    );
  }
});

test("a status line that may not wait long still waits for the standby's turn", async () => {
  const hasty = await startRelay({
    vendor: { faults: { reply: REPLY, usage: USAGE } },
    settings: {
      firstByteHoldSeconds: 0.1,
      timeouts: { firstTokenSeconds: 2, failoverSeconds: 0.4, idleSeconds: 2, totalSeconds: 20 },
    },
  });
  try {
    const pair = await addPair(hasty);
    pair.spoil("first", { stallAfterChunks: 0 });
    const seen = await ask(hasty, await hasty.key(), pair, true);
    expect(seen).toMatchObject({ status: 200, isWhole: true, text: REPLY });
    expect(pair.calls()).toEqual({ first: 1, second: 1 });
  } finally {
    await hasty.stop();
  }
});

test("tries that were given up leave no call open at the vendor", async () => {
  for (const faults of [
    { malformedAfterChunks: 0, stallAfterChunks: 3 },
    { errorAfter200First: true, stallAfterChunks: 0 },
    { malformedAfterChunks: 2, chunkDelayMs: 30, stallAfterChunks: 4 },
    { noResponse: true },
  ] satisfies Faults[]) {
    const pair = await addPair(relay);
    pair.spoil("first", faults);
    await ask(relay, key, pair, true);
  }
  const isOver = (): boolean => relay.vendor.requests.every(({ endedAt }) => endedAt !== undefined);
  for (let i = 0; i < 100 && !isOver(); i++) await Bun.sleep(20);
  expect(relay.vendor.requests.filter(({ endedAt }) => endedAt === undefined)).toEqual([]);
});

test("after all of this the ledger verifies and nothing is held", async () => {
  expect((await relay.relay.management.ledger.verify()).details).toEqual([]);
  expect((await relay.relay.management.accounts.get(key.account)).held_nano).toBe(0);
});
