/**
 * The sixteen scenarios of failoverbench, streaming and not, with one standby target: between targets of one dialect,
 * and between two vendors of other dialects than the client's.
 *
 * Whatever happens, a client sees a whole answer or a typed error; the vendor is called as often as it should be; and
 * the account pays for the answer it got.
 */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Faults } from "../fakes/vendor/server.ts";
import { startRelay, type TestKey, type TestRelay } from "../relay/harness.ts";
import {
  addPair,
  ask,
  FIRST_COST,
  type Pair,
  type PairOptions,
  type Protocol,
  REPLY,
  SECOND_COST,
  type Seen,
  USAGE,
} from "./bench.ts";

let relay: TestRelay;
let key: TestKey;

beforeAll(async () => {
  relay = await startRelay({
    vendor: { faults: { reply: REPLY, usage: USAGE }, record: 100_000 },
    settings: {
      retries: 1,
      retryWaitSeconds: 3,
      firstByteHoldSeconds: 5,
      timeouts: { firstTokenSeconds: 1, failoverSeconds: 0.5, idleSeconds: 0.5, totalSeconds: 20 },
    },
  });
  key = await relay.key();
});
beforeEach(() => relay.vendor.clear());
afterAll(async () => {
  await relay.stop();
});

const SET_UPS: readonly (readonly [string, readonly [Protocol, Protocol]])[] = [
  ["one dialect", ["openai-completions", "openai-completions"]],
  ["messages, then generateContent", ["anthropic-messages", "google-generative-ai"]],
  ["generateContent, then messages", ["google-generative-ai", "anthropic-messages"]],
];

for (const [setUp, protocols] of SET_UPS) {
  for (const stream of [false, true]) {
    describe(`${setUp}, ${stream ? "stream" : "plain"}`, () => {
      const pairOf = (options: PairOptions = {}): Promise<Pair> =>
        addPair(relay, { protocols, ...options });
      const run = (pair: Pair, fields?: Record<string, unknown>): Promise<Seen> =>
        ask(relay, key, pair, stream, fields);

      /** The first target goes wrong before its first byte; the second answers. */
      async function expectRescue(first: Faults, error: string): Promise<Seen> {
        const pair = await pairOf();
        pair.spoil("first", first);
        const seen = await run(pair);
        expectWhole(seen);
        expect(seen.headers.get("x-parley-provider")).toBe(pair.second);
        expect(seen.headers.get("x-parley-attempts")).toBe(
          `${pair.first}=${error}, ${pair.second}=200`,
        );
        expect(seen.row).toMatchObject({ provider: pair.second, attempts: 2, status: 200 });
        expect(seen.failures).toEqual([[pair.first, error]]);
        expect(pair.calls()).toEqual({ first: 1, second: 1 });
        expect(seen.spent).toBe(SECOND_COST);
        return seen;
      }

      /** The first target goes wrong after its first byte: nobody can take over, and the client is told. */
      async function expectTypedEnd(first: Faults, code: string): Promise<Seen> {
        const pair = await pairOf();
        pair.spoil("first", first);
        const seen = await run(pair);
        expect(seen).toMatchObject({ status: 200, isWhole: false, error: { code } });
        expect(REPLY).toStartWith(seen.text);
        expect(seen.row).toMatchObject({ provider: pair.first, attempts: 1, end_reason: code });
        expect(pair.calls()).toEqual({ first: 1, second: 0 });
        expect(seen.spent).toBeLessThan(SECOND_COST);
        expect(seen.spent).toBe(seen.row.cost_nano);
        return seen;
      }

      test("S01 429 with Retry-After: the standby answers at once; alone, it is waited for", async () => {
        await expectRescue({ status: 429, retryAfter: 1 }, "rate_limit_exceeded");
        const alone = await pairOf({ alone: true });
        relay.vendor.next({ status: 429, retryAfter: 1 });
        const seen = await run(alone);
        expectWhole(seen);
        expect(seen.ms).toBeGreaterThan(900);
        expect(seen.headers.get("x-parley-attempts")).toBe(
          `${alone.first}=rate_limit_exceeded, ${alone.first}=200`,
        );
        expect([alone.calls().first, seen.row.attempts, seen.spent]).toEqual([2, 2, FIRST_COST]);
      });

      test("S02 persistent 429: a limited key is left alone; all limited is a 429 of our own", async () => {
        const pair = await pairOf();
        pair.spoil("first", { status: 429, retryAfter: 60 });
        for (let i = 0; i < 3; i++) expectWhole(await run(pair));
        expect(pair.calls()).toEqual({ first: 1, second: 3 });

        pair.spoil("second", { status: 429, retryAfter: 30 });
        const seen = await run(pair);
        expect(seen).toMatchObject({
          status: 429,
          error: { code: "rate_limit_exceeded" },
          spent: 0,
        });
        expect(Number(seen.headers.get("retry-after"))).toBeWithin(29, 31);
        expect(pair.calls()).toEqual({ first: 1, second: 4 });
        expect(await run(pair)).toMatchObject({ status: 429, spent: 0 });
        expect(pair.calls()).toEqual({ first: 1, second: 4 });
      });

      test("S03 500 then 200: the standby answers; alone, a second try does", async () => {
        await expectRescue({ status: 500 }, "upstream_error");
        const alone = await pairOf({ alone: true });
        relay.vendor.next({ status: 500 });
        const seen = await run(alone);
        expectWhole(seen);
        expect(seen.failures).toEqual([[alone.first, "upstream_error"]]);
        expect([alone.calls().first, seen.spent]).toEqual([2, FIRST_COST]);
      });

      test("S04 503: the standby answers; when both are down, a typed 502 after both had two tries", async () => {
        await expectRescue({ errorKind: "overloaded" }, "upstream_error");
        const pair = await pairOf();
        pair.spoil("first", { errorKind: "overloaded" });
        pair.spoil("second", { errorKind: "overloaded" });
        const seen = await run(pair);
        expect(seen).toMatchObject({ status: 502, error: { code: "upstream_error" }, spent: 0 });
        expect(pair.calls()).toEqual({ first: 2, second: 2 });
        expect(seen.row).toMatchObject({ attempts: 4, end_reason: "upstream_error", cost_nano: 0 });
        expect(seen.failures).toHaveLength(4);
      });

      test("S05 TCP reset: the standby answers", async () => {
        await expectRescue({ resetConnection: true }, "upstream_error");
      });

      test("S06 no response: the standby answers, and the silent call is cancelled", async () => {
        const seen = await expectRescue({ noResponse: true }, "upstream_timeout");
        expect(seen.ms).toBeLessThan(10_000);
        await relay.vendor.waitForRequest(({ aborted }) => aborted);
      });

      test("S07 slow first token: the standby answers", async () => {
        const slow = stream ? { firstTokenDelayMs: 15_000 } : { latencyMs: 15_000 };
        const seen = await expectRescue(slow, "upstream_timeout");
        expect(seen.ms).toBeLessThan(10_000);
        await relay.vendor.waitForRequest(({ aborted }) => aborted);
        if (stream) await expectRescue({ ...slow, pingMs: 100 }, "upstream_timeout");
      });

      test("S08 cut: before the first byte the standby answers, after it a typed error", async () => {
        await expectRescue({ cutAfterChunks: 0 }, "upstream_error");
        if (!stream) return;
        // Slowly: what arrives together with the cut may never have been seen, and is then rescued.
        const cut = { cutAfterChunks: 3, chunkDelayMs: 50 };
        await expectTypedEnd(cut, "upstream_cut");
        await expectTypedEnd({ ...cut, cutMidFrame: true }, "upstream_cut");
        await expectTypedEnd({ ...cut, cutReset: true }, "upstream_cut");
      });

      test("S09 stall: before the first byte the standby answers, after it a typed error", async () => {
        await expectRescue({ stallAfterChunks: 0 }, "upstream_timeout");
        if (!stream) return;
        const seen = await expectTypedEnd({ stallAfterChunks: 2 }, "upstream_timeout");
        expect(seen.text).toBe("one two");
        await relay.vendor.waitForRequest(({ aborted }) => aborted);
      });

      test("S10 malformed: before the first byte the standby answers, after it a typed error", async () => {
        const error = stream ? "upstream_cut" : "upstream_error";
        await expectRescue({ malformedAfterChunks: 0 }, error);
        if (stream) await expectTypedEnd({ malformedAfterChunks: 2 }, error);
      });

      test("S11 no end mark: whole if the vendor had finished, a typed error if not", async () => {
        const pair = await pairOf();
        pair.spoil("first", { missingDone: true });
        const seen = await run(pair);
        expectWhole(seen);
        expect([pair.calls(), seen.spent]).toEqual([{ first: 1, second: 0 }, FIRST_COST]);
        if (stream)
          await expectTypedEnd({ missingDone: true, missingFinish: true }, "upstream_cut");
      });

      test("S12 context length: a larger standby answers; too long for all is the client's 400", async () => {
        await expectRescue({ errorKind: "context_length" }, "invalid_request");
        const pair = await pairOf();
        pair.spoil("first", { errorKind: "context_length" });
        pair.spoil("second", { errorKind: "context_length" });
        const seen = await run(pair);
        expect(seen).toMatchObject({ status: 400, error: { code: "context_length_exceeded" } });
        expect(pair.calls()).toEqual({ first: 1, second: 1 });
        expect(seen.headers.get("x-should-retry")).toBe("false");
        expect(seen.spent).toBe(0);
      });

      test("S13 content filter: a refusal is passed on and nobody else is asked", async () => {
        const pair = await pairOf();
        pair.spoil("first", { finish: "content_filter" });
        const seen = await run(pair);
        expect(seen).toMatchObject({ status: 200, finish: "content_filter", isWhole: true });
        expect(pair.calls()).toEqual({ first: 1, second: 0 });
        expect(seen.spent).toBe(FIRST_COST);

        const strict = await pairOf();
        strict.spoil("first", { errorKind: "content_filter" });
        // Gemini blocks a prompt with an answer of no text; the others refuse it.
        const isAnswer = protocols[0] === "google-generative-ai";
        expect(await run(strict)).toMatchObject(
          isAnswer ? { status: 200, finish: "content_filter" } : { status: 400, spent: 0 },
        );
        expect(strict.calls()).toEqual({ first: 1, second: 0 });
      });

      test("S14 a standby that refuses a prefill: it is asked again without, and answers whole", async () => {
        const pair = await pairOf();
        pair.spoil("first", { status: 500 });
        pair.spoil("second", { rejectPrefill: true });
        const messages = [
          { role: "user", content: "Count" },
          { role: "assistant", content: "one" },
        ];
        const seen = await run(pair, { messages });
        expectWhole(seen);
        expect(seen.spent).toBe(SECOND_COST);
        expect(pair.calls().first).toBe(1);
        expect(pair.calls().second).toBeWithin(1, 3);
        // From now on it is known.
        pair.spoil("first", { resetConnection: true });
        expectWhole(await run(pair, { messages }));
      });

      test("S15 flapping: every client gets a whole answer, and both targets keep their share", async () => {
        const pair = await pairOf();
        pair.spoil("first", { status: 500, every: 2 });
        for (let i = 0; i < 12; i++) expectWhole(await run(pair));
        const calls = pair.calls();
        expect(calls.first + calls.second).toBeLessThanOrEqual(18);
        expect(calls.second).toBeGreaterThanOrEqual(1);
      });

      test("S16 accounting: one bill, of the target that answered, at its price", async () => {
        const { row, spent } = await expectRescue({ status: 500 }, "upstream_error");
        const { models } = await relay.relay.management.providers.models(row.provider ?? "");
        expect(row).toMatchObject({
          prompt_tokens: USAGE.prompt,
          completion_tokens: USAGE.completion,
          cost_nano: spent,
          price_id: models[0]?.price.id ?? "none",
          upstream_model: models[0]?.upstream_id ?? "none",
        });
        const settled = row.entries.filter(({ kind }) => kind === "settle");
        expect(settled).toMatchObject([{ amount_nano: SECOND_COST, estimated: false }]);
        expect(row.reserved_nano).toBeGreaterThanOrEqual(SECOND_COST);
      });
    });
  }
}

test("after all of this the ledger verifies and nothing is held", async () => {
  expect((await relay.relay.management.ledger.verify()).details).toEqual([]);
  const account = await relay.relay.management.accounts.get(key.account);
  expect(account.held_nano).toBe(0);
});

function expectWhole(seen: Seen): void {
  expect(seen).toMatchObject({ status: 200, text: REPLY, isWhole: true, error: undefined });
  expect(seen.finish).toBe("stop");
}
