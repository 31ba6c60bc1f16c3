/** Several keys at one vendor: limited ones rest, refused ones are set aside, and no client sees our own 401. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Faults } from "../fakes/vendor/server.ts";
import { startRelay, type TestKey, type TestRelay } from "../relay/harness.ts";
import { addPair, ask, FIRST_COST, REPLY, SECOND_COST, USAGE } from "./bench.ts";

let relay: TestRelay;
let key: TestKey;
let names = 0;

beforeAll(async () => {
  relay = await startRelay({
    vendor: { faults: { reply: REPLY, usage: USAGE } },
    settings: { retries: 1, retryWaitSeconds: 2 },
  });
  key = await relay.key();
});
beforeEach(() => relay.vendor.clear());
afterAll(() => relay.stop());

const twoKeys = (): [string, string] => [`one-${++names}`, `two-${names}`];
const usedKeys = (): (string | undefined)[] => relay.vendor.requests.map((request) => request.key);

describe.each([
  ["plain", false],
  ["stream", true],
])("%s", (_, stream) => {
  test("keys of a provider take turns", async () => {
    const [one, two] = twoKeys();
    const pair = await addPair(relay, { firstKeys: [one, two], alone: true });
    for (let i = 0; i < 4; i++) await ask(relay, key, pair, stream);
    expect(usedKeys()).toEqual([one, two, one, two]);
  });

  test("429 on one key: the other answers before any other target is asked", async () => {
    const [one, two] = twoKeys();
    const pair = await addPair(relay, { firstKeys: [one, two] });
    relay.vendor.setKeyFaults(one, { status: 429, retryAfter: 60 });
    const seen = await ask(relay, key, pair, stream);
    expect(seen).toMatchObject({ status: 200, isWhole: true, text: REPLY, spent: FIRST_COST });
    expect(seen.headers.get("x-parley-attempts")).toBe(
      `${pair.first}=rate_limit_exceeded, ${pair.first}=200`,
    );
    expect(seen.row.attempts).toBe(2);
    expect(usedKeys()).toEqual([one, two]);
  });

  test("a limited key is not tried again while it rests", async () => {
    const [one, two] = twoKeys();
    const pair = await addPair(relay, { firstKeys: [one, two], alone: true });
    relay.vendor.setKeyFaults(one, { status: 429, retryAfter: 60 });
    for (let i = 0; i < 4; i++)
      expect(await ask(relay, key, pair, stream)).toMatchObject({ isWhole: true });
    expect(usedKeys()).toEqual([one, two, two, two, two]);
  });

  test("429 on every key: the next target answers", async () => {
    const pair = await addPair(relay, { firstKeys: twoKeys() });
    pair.spoil("first", { status: 429 });
    const seen = await ask(relay, key, pair, stream);
    expect(seen).toMatchObject({ status: 200, isWhole: true, spent: SECOND_COST });
    expect(pair.calls()).toEqual({ first: 2, second: 1 });
  });

  test("a refused key is set aside, the other goes on, and the client notices nothing", async () => {
    const [one, two] = twoKeys();
    const pair = await addPair(relay, { firstKeys: [one, two], alone: true });
    relay.vendor.setKeyFaults(one, { errorKind: "invalid_key" });
    for (let i = 0; i < 4; i++)
      expect(await ask(relay, key, pair, stream)).toMatchObject({ status: 200, isWhole: true });
    expect(usedKeys()).toEqual([one, two, two, two, two]);
  });

  const refusals: readonly (readonly [string, Faults])[] = [
    ["401", { errorKind: "invalid_key" }],
    ["403", { errorKind: "permission" }],
    ["402", { errorKind: "billing" }],
    ["no money left", { errorKind: "quota" }],
  ];
  describe.each([
    ["openai-completions" as const],
    ["anthropic-messages" as const],
    ["google-generative-ai" as const],
  ])("%s", (protocol) => {
    test.each(refusals)(
      "%s from the vendor is our 502, without a retry, and the key is not tried again",
      async (name, faults) => {
        // Gemini says the same words for a spent quota and for a limit per minute.
        if (name === "no money left" && protocol === "google-generative-ai") return;
        const protocols = [protocol, protocol] as const;
        const pair = await addPair(relay, { protocols, alone: true });
        pair.spoil("first", faults);
        for (let i = 0; i < 2; i++) {
          const seen = await ask(relay, key, pair, stream);
          expect(seen).toMatchObject({
            status: 502,
            error: { code: "upstream_credentials_exhausted", type: "upstream_error" },
            spent: 0,
          });
          expect(seen.headers.get("x-should-retry")).toBe("false");
        }
        expect(pair.calls().first).toBe(1);
      },
    );

    test("a refused key at one provider sends the call to the next", async () => {
      const pair = await addPair(relay, { protocols: [protocol, "openai-completions"] });
      pair.spoil("first", { errorKind: "invalid_key" });
      for (let i = 0; i < 2; i++)
        expect(await ask(relay, key, pair, stream)).toMatchObject({
          status: 200,
          isWhole: true,
          spent: SECOND_COST,
        });
      expect(pair.calls()).toEqual({ first: 1, second: 2 });
    });
  });
});

test("after all of this the ledger verifies", async () => {
  expect((await relay.relay.management.ledger.verify()).details).toEqual([]);
});
