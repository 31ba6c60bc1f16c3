/** Fallbacks across models and aliases, as a client meets them, also after a restart. */

import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { type ClockedRelay, startClockedRelay } from "./clocked-relay.ts";

let clocked: ClockedRelay;

beforeAll(async () => {
  clocked = await startClockedRelay();
  const { providers, routes } = clocked.relay.management;
  for (const [name, protocol] of [
    ["main", "openai-completions"],
    ["spare", "anthropic-messages"],
    ["last", "google-generative-ai"],
  ] as const) {
    await providers.add({
      name,
      protocol,
      base_url: clocked.vendor.url,
      api_keys: [`${name}-key`],
      models: [{ id: `${name}-model`, price_in: "1", price_out: "2" }],
    });
  }
  await routes.set("main-model", { fallbacks: ["spare-model", "last-model"] });
  await routes.set("fast", { alias_of: "main-model" });
});
beforeEach(() => clocked.vendor.clear());
afterAll(() => clocked.stop());

async function ask(model: string, stream = false) {
  const response = await clocked.chat({ model, stream });
  const text = await response.text();
  return { status: response.status, tried: response.headers.get("x-parley-attempts"), text };
}

test.each([
  ["plain", false],
  ["stream", true],
])("a model's fallbacks are tried in their order, in their own dialects, %s", async (_, stream) => {
  clocked.vendor.setKeyFaults("main-key", { status: 429, retryAfter: 0 });
  expect(await ask("main-model", stream)).toMatchObject({
    status: 200,
    tried: "main=rate_limit_exceeded, spare=200",
  });
  clocked.vendor.setKeyFaults("spare-key", { errorKind: "context_length" });
  const last = await ask("fast", stream);
  expect(last).toMatchObject({
    status: 200,
    tried: "main=rate_limit_exceeded, spare=invalid_request, last=200",
  });
  // The client asked for one name and hears no other.
  expect(last.text).toMatch(/"model": ?"fast"/);
  expect(last.text).not.toContain("last-model");
});

test("a mistake of the client's is told by the model it asked for, and no fallback is called", async () => {
  clocked.vendor.setKeyFaults("main-key", { errorKind: "bad_request" });
  expect(await ask("main-model")).toMatchObject({ status: 400, tried: "main=invalid_request" });
  expect(clocked.vendor.requests).toHaveLength(1);
});

test("routes are there after a restart", async () => {
  await clocked.reopen();
  clocked.vendor.setKeyFaults("main-key", { status: 500 });
  expect(await ask("fast")).toMatchObject({ status: 200, tried: "main=upstream_error, spare=200" });
  await clocked.relay.management.routes.remove("fast");
  expect((await ask("fast")).status).toBe(404);
});

test("after all of this the ledger verifies", async () => {
  expect((await clocked.relay.management.ledger.verify()).details).toEqual([]);
});
