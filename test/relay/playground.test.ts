/** Asking a model from the console: the key pays and its limits hold, though nobody shows its secret. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AppError } from "../../src/base/errors.ts";
import { balanceOf, chat, events, lastRequest, startRelay, type TestRelay } from "./harness.ts";

let relay: TestRelay;
beforeAll(async () => {
  relay = await startRelay();
});
afterAll(() => relay.stop());

const here = () => ({ address: "127.0.0.1", signal: new AbortController().signal });

test("the answer streams, and the key's account pays for it", async () => {
  const key = await relay.key();
  const before = await balanceOf(relay, key);
  const request = { model: "test-model", ...chat({ stream: true }) };
  const answer = await relay.relay.management.playground.chat({ key: key.id, request }, here());
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  expect(events(await answer.text()).at(-1)).toBe("[DONE]");
  const row = await lastRequest(relay, key);
  expect(row.id).toBe(answer.headers.get("x-parley-request-id") ?? "");
  expect(row.cost_nano).toBeGreaterThan(0);
  expect(await balanceOf(relay, key)).toBe(before - row.cost_nano);
});

test("a model that the key may not use is refused as to its holder", async () => {
  const key = await relay.key({ models: ["another"] });
  const request = { model: "test-model", ...chat() };
  const answer = await relay.relay.management.playground.chat({ key: key.id, request }, here());
  expect(answer.status).toBe(404);
});

test.each([
  ["revoked", async (id: string) => void (await relay.relay.management.keys.revoke(id))],
  [
    "disabled",
    async (id: string) => void (await relay.relay.management.keys.update(id, { disabled: true })),
  ],
  [
    "from",
    async (id: string) =>
      void (await relay.relay.management.keys.update(id, { ips: ["203.0.113.7"] })),
  ],
])("a key that may not be used now is refused, and not as a sign-in: %s", async (word, spoil) => {
  const key = await relay.key();
  await spoil(key.id);
  const request = { model: "test-model", ...chat() };
  const failure = await relay.relay.management.playground
    .chat({ key: key.id, request }, here())
    .then(
      () => undefined,
      (error: AppError) => error,
    );
  expect(failure).toMatchObject({ code: "invalid_request", status: 400, detail: { param: "key" } });
  expect(failure?.message).toContain(word);
});

test("a client's own key field changes nothing for the relay's endpoints", async () => {
  const key = await relay.key();
  const answer = await fetch(`${relay.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...chat(), key: key.id }),
  });
  expect(answer.status).toBe(401);
});
