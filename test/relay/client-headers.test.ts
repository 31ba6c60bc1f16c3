/** Headers of a client that the vendor of the same dialect must see. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import Anthropic from "@anthropic-ai/sdk";
import { post, startRelay, type TestKey, type TestRelay } from "./harness.ts";

let relay: TestRelay;
let key: TestKey;
beforeAll(async () => {
  relay = await startRelay();
  key = await relay.key();
});
afterAll(() => relay.stop());

const sent = () => relay.vendor.requests.at(-1)?.headers ?? {};
const turn = [{ role: "user" as const, content: "hi" }];

test("beta features that the official client names reach a vendor of messages", async () => {
  const model = await relay.model({ protocol: "anthropic-messages" });
  const client = new Anthropic({ baseURL: relay.url, apiKey: key.key });
  await client.beta.messages.create({
    model,
    max_tokens: 9,
    messages: turn,
    betas: ["files-api-2025-04-14"],
  });
  expect(sent()["anthropic-beta"]).toContain("files-api-2025-04-14");
  expect(sent()["anthropic-version"]).toBe("2026-10-21");
  expect(JSON.stringify(sent())).not.toContain(key.key);
});

test("they do not reach a vendor of another dialect", async () => {
  const model = await relay.model();
  const body = { model, max_tokens: 9, messages: turn };
  const headers = { "anthropic-beta": "files-api-2025-04-14", "openai-beta": "x" };
  await (await post(relay, key, body, { path: "/v1/messages", headers })).text();
  expect(sent()).not.toHaveProperty("anthropic-beta");
  expect(sent()).not.toHaveProperty("openai-beta");
});

test("counting tokens takes them along too", async () => {
  const model = await relay.model({ protocol: "anthropic-messages" });
  const headers = { "anthropic-beta": "token-counting-2024-11-01" };
  const path = "/v1/messages/count_tokens";
  await (await post(relay, key, { model, messages: turn }, { path, headers })).text();
  expect(sent()["anthropic-beta"]).toBe("token-counting-2024-11-01");
});
