/** A target that keeps failing is left alone, probed by one call at a time, and taken back. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import type { Faults } from "../fakes/vendor/server.ts";
import { type ClockedRelay, startClockedRelay } from "./clocked-relay.ts";

let clocked: ClockedRelay;
let models = 0;

beforeAll(async () => {
  clocked = await startClockedRelay();
});
beforeEach(() => clocked.vendor.clear());
afterAll(() => clocked.stop());

/** A model of its own whose vendor does what `faults` say, with a standby or without. */
async function addModel(
  faults: Faults,
  standby: boolean,
): Promise<{ model: string; name: string }> {
  const model = `model-${++models}`;
  for (const name of standby ? [`${model}-a`, `${model}-b`] : [`${model}-a`]) {
    await clocked.relay.management.providers.add({
      name,
      protocol: "openai-completions",
      base_url: clocked.vendor.url,
      api_keys: [`key-${name}`],
      models: [{ id: model, price_in: "1", price_out: "2" }],
    });
  }
  clocked.vendor.setKeyFaults(`key-${model}-a`, faults);
  return { model, name: `${model}-a` };
}

const callsTo = (name: string): number =>
  clocked.vendor.requests.filter(({ key }) => key === `key-${name}`).length;

async function statusOf(model: string, stream = false): Promise<number> {
  const response = await clocked.chat({ model, stream });
  await response.text();
  return response.status;
}

test("three failures open it: the next call is refused at once, without a call to the vendor", async () => {
  const { model, name } = await addModel({ status: 500 }, false);
  for (let i = 0; i < 3; i++) expect(await statusOf(model)).toBe(502);
  const refused = await clocked.chat({ model });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await refused.json()).toMatchObject({ error: { code: "unavailable" } });
  expect(callsTo(name)).toBe(3);
});

test("with a standby nobody notices, and the failing target is not called any more", async () => {
  const { model, name } = await addModel({ status: 500 }, true);
  for (let i = 0; i < 8; i++) expect(await statusOf(model)).toBe(200);
  expect(callsTo(name)).toBe(3);
});

test("half open: one call probes, the others are not kept waiting for it", async () => {
  const { model, name } = await addModel({ status: 500 }, true);
  for (let i = 0; i < 3; i++) await statusOf(model);
  clocked.pass(5000);
  clocked.vendor.setKeyFaults(`key-${name}`, { latencyMs: 300 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => statusOf(model)));
  expect(answers).toEqual([200, 200, 200, 200, 200, 200]);
  expect(callsTo(name)).toBe(4);
});

test("a probe that succeeds closes it", async () => {
  const { model, name } = await addModel({ status: 500 }, false);
  for (let i = 0; i < 3; i++) await statusOf(model);
  clocked.vendor.setKeyFaults(`key-${name}`, undefined);
  expect(await statusOf(model)).toBe(503);
  clocked.pass(5000);
  for (let i = 0; i < 3; i++) expect(await statusOf(model)).toBe(200);
  expect(callsTo(name)).toBe(6);
});

test("a probe that fails opens it again for twice as long", async () => {
  const { model, name } = await addModel({ status: 500 }, false);
  for (let i = 0; i < 3; i++) await statusOf(model);
  clocked.pass(5000);
  expect(await statusOf(model)).toBe(502);
  clocked.pass(9000);
  expect(await statusOf(model)).toBe(503);
  clocked.pass(1000);
  expect(await statusOf(model)).toBe(502);
  expect(callsTo(name)).toBe(5);
});

test("streams that begin and break off open it too", async () => {
  const { model, name } = await addModel({ chunks: 6, chunkDelayMs: 20, cutAfterChunks: 4 }, false);
  for (let i = 0; i < 3; i++) expect(await statusOf(model, true)).toBe(200);
  expect(await statusOf(model, true)).toBe(503);
  expect(callsTo(name)).toBe(3);
});

test("refusals of a client's own mistakes, and clients that leave, never open it", async () => {
  const { model, name } = await addModel({ errorKind: "bad_request" }, false);
  for (let i = 0; i < 5; i++) expect(await statusOf(model)).toBe(400);
  clocked.vendor.setKeyFaults(`key-${name}`, { latencyMs: 10_000 });
  for (let i = 0; i < 4; i++) {
    const leave = new AbortController();
    const call = clocked.chat({ model }, leave.signal);
    const seen = callsTo(name);
    while (callsTo(name) === seen) await Bun.sleep(2);
    leave.abort();
    expect((await call).status).toBe(499);
  }
  clocked.vendor.setKeyFaults(`key-${name}`, undefined);
  expect(await statusOf(model)).toBe(200);
});

test("a client that leaves during a probe leaves the probe to the next", async () => {
  const { model, name } = await addModel({ status: 500 }, false);
  for (let i = 0; i < 3; i++) await statusOf(model);
  clocked.pass(5000);
  clocked.vendor.setKeyFaults(`key-${name}`, { latencyMs: 10_000 });
  const leave = new AbortController();
  const call = clocked.chat({ model }, leave.signal);
  while (callsTo(name) < 4) await Bun.sleep(2);
  leave.abort();
  expect((await call).status).toBe(499);
  clocked.vendor.setKeyFaults(`key-${name}`, undefined);
  expect(await statusOf(model)).toBe(200);
});

test("after all of this the ledger verifies", async () => {
  expect((await clocked.relay.management.ledger.verify()).details).toEqual([]);
});
