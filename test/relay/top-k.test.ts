/** A client's `top_k` before vendors that have no such field, refuse it, or know it. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { post, startRelay, type TestKey, type TestRelay } from "./harness.ts";

let relay: TestRelay;
let key: TestKey;
beforeAll(async () => {
  relay = await startRelay();
  key = await relay.key();
});
afterAll(() => relay.stop());

const CLIENTS: [string, (model: string) => [path: string, body: object]][] = [
  [
    "messages",
    (model) => [
      "/v1/messages",
      { model, max_tokens: 9, top_k: 5, messages: [{ role: "user", content: "hi" }] },
    ],
  ],
  [
    "generate-content",
    (model) => [
      `/v1beta/models/${model}:generateContent`,
      { contents: [{ parts: [{ text: "hi" }] }], generationConfig: { topK: 5 } },
    ],
  ],
];

describe.each(CLIENTS)("top_k of a %s client", (_name, ask) => {
  async function send(model: string): Promise<{ tries: number; sent: unknown }> {
    const before = relay.vendor.requests.length;
    const [path, body] = ask(model);
    const response = await post(relay, key, body, { path });
    expect(response.status).toBe(200);
    await response.text();
    const { requests } = relay.vendor;
    return { tries: requests.length - before, sent: requests.at(-1)?.body };
  }

  test.each(["openai-completions", "openai-responses"] as const)(
    "is not sent to a vendor of %s that would refuse it",
    async (protocol) => {
      relay.vendor.next({ rejectFields: ["top_k"] });
      const { tries, sent } = await send(await relay.model({ protocol }));
      expect(tries).toBe(1);
      expect(sent).not.toHaveProperty("top_k");
    },
  );

  test.each(["openai-completions", "openai-responses"] as const)(
    "is sent to a vendor of %s that is known to take it",
    async (protocol) => {
      const model = await relay.model({ protocol, quirks: { takes_top_k: true } });
      expect((await send(model)).sent).toMatchObject({ top_k: 5 });
    },
  );

  test("is sent to a vendor of messages, which has it", async () => {
    const model = await relay.model({ protocol: "anthropic-messages" });
    expect((await send(model)).sent).toMatchObject({ top_k: 5 });
  });
});

test("a chat client's own top_k passes to a chat vendor as it is", async () => {
  const model = await relay.model();
  const messages = [{ role: "user", content: "hi" }];
  await (await post(relay, key, { model, messages, top_k: 5 })).text();
  expect(relay.vendor.requests.at(-1)?.body).toMatchObject({ top_k: 5 });
});
