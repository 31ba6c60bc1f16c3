/** What the relay accepts and refuses before any vendor is called. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chat,
  errorOf,
  lastRequest,
  MODEL,
  post,
  startRelay,
  type TestKey,
  type TestRelay,
} from "./harness.ts";

let relay: TestRelay;
let key: TestKey;

beforeAll(async () => {
  relay = await startRelay({ settings: { bodyLimitMb: 1 } });
  key = await relay.key();
});
afterAll(() => relay.stop());

async function refusal(body: unknown, headers?: Record<string, string>) {
  const before = relay.vendor.counts.started;
  const error = await errorOf(await post(relay, key, body, headers ? { headers } : {}));
  expect(relay.vendor.counts.started).toBe(before);
  return error;
}

describe("a bad request is refused with the field named, and no vendor is called", () => {
  const call = (args: unknown) => ({
    role: "assistant",
    tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: args } }],
  });
  const user = { role: "user", content: "Hi" };
  test.each([
    ["no model", { messages: [user] }, 400, "model"],
    ["no messages", { model: MODEL }, 400, "messages"],
    ["empty messages", { model: MODEL, messages: [] }, 400, "messages"],
    [
      "a tool message without tool_call_id",
      chat({ messages: [user, call("{}"), { role: "tool", content: "x" }] }),
      400,
      "messages[2].tool_call_id",
    ],
    [
      "a tool message that answers no call",
      chat({ messages: [user, { role: "tool", content: "x", tool_call_id: "c1" }] }),
      400,
      "messages[1].tool_call_id",
    ],
    [
      "arguments as an object",
      chat({ messages: [user, call({ a: 1 })] }),
      400,
      "messages[1].tool_calls[0].function.arguments",
    ],
    [
      "a wrong role",
      chat({ messages: [{ role: "robot", content: "x" }] }),
      400,
      "messages[0].role",
    ],
    ["no content", chat({ messages: [{ role: "user" }] }), 400, "messages[0].content"],
    ["a wrong type of stream", chat({ stream: "yes" }), 400, "stream"],
    [
      "two models",
      `{"model":"${MODEL}","messages":[{"role":"user","content":"x"}],"model":"demo"}`,
      400,
      "model",
    ],
    [
      "two models, one in disguise",
      `{"model":"${MODEL}","messages":[{"role":"user","content":"x"}],"mod\\u0065l":"demo"}`,
      400,
      "model",
    ],
    ["not JSON", "hello", 400, null],
    ["a JSON array", "[]", 400, null],
    ["an empty body", "", 400, null],
  ] as [string, unknown, number, string | null][])("%s", async (_, body, status, param) => {
    const error = await refusal(body);
    expect(error).toMatchObject({ status, type: "invalid_request_error", param });
    expect(error.message.length).toBeGreaterThan(10);
  });

  test("a wrong content type", async () => {
    expect(await refusal(chat(), { "content-type": "text/plain" })).toMatchObject({
      status: 415,
      code: "unsupported_media_type",
    });
  });

  test("a body over the limit, declared or not", async () => {
    const large = chat({ user: "x".repeat(1024 * 1024) });
    expect(await refusal(large)).toMatchObject({ status: 413, code: "body_too_large" });
    const chunked = await fetch(`${relay.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${key.key}`, "content-type": "application/json" },
      body: new ReadableStream({
        pull(controller) {
          controller.enqueue(new TextEncoder().encode("x".repeat(300_000)));
        },
      }),
    }).catch(() => undefined);
    if (chunked) expect(chunked.status).toBe(413);
  });
});

describe("a good request reaches the vendor as it was written", () => {
  test("unknown fields, large integers and spacing included", async () => {
    const text = `{ "model": "${MODEL}", "seed": 12345678901234567890, "x_new": {"a":1e400, "b":[ 1 ]}, "messages": [{"role":"developer","content":"d"},{"role":"user","content":[{"type":"text","text":"é"}]}] }`;
    expect((await post(relay, key, text)).status).toBe(200);
    expect(relay.vendor.requests.at(-1)?.bodyText).toBe(text);
  });

  test("the client's key and headers stay here; the vendor's key goes out", async () => {
    await post(relay, key, chat(), {
      headers: { cookie: "a=b", "x-secret": "s", "x-forwarded-for": "9.9.9.9" },
    });
    const headers = relay.vendor.requests.at(-1)?.headers ?? {};
    expect(headers["authorization"]).toBe("Bearer vendor-key");
    expect(Object.keys(headers)).not.toContain("cookie");
    expect(Object.keys(headers)).not.toContain("x-secret");
    expect(Object.keys(headers)).not.toContain("x-forwarded-for");
    expect(JSON.stringify(headers)).not.toContain("sk-parley");
  });
});

describe("address forms", () => {
  test.each([
    "/chat/completions",
    "/v1/chat/completions/",
    "/v1/v1/chat/completions",
    "/v1/chat/completions/chat/completions",
    "//v1/chat/completions",
  ])("POST %s works", async (path) => {
    expect((await post(relay, key, chat(), { path })).status).toBe(200);
  });

  test.each(["/models", "/v1/models", "/v1/v1/models", "/v1/models/"])(
    "GET %s works",
    async (path) => {
      const response = await fetch(`${relay.url}${path}`, {
        headers: { authorization: `Bearer ${key.key}` },
      });
      expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(3);
    },
  );

  test("anything else under /v1 is a JSON 404 that names the nearest path", async () => {
    const error = await errorOf(await post(relay, key, chat(), { path: "/v1/chat/completion" }));
    expect(error).toMatchObject({ status: 404, code: "not_found" });
    expect(error.message).toContain("/v1/chat/completions");
  });

  test("a wrong method says which is right", async () => {
    const response = await fetch(`${relay.url}/v1/chat/completions`);
    expect(response.headers.get("allow")).toBe("POST");
    expect(await errorOf(response)).toMatchObject({ status: 405 });
  });
});

describe("keys", () => {
  const ask = (sent: string) => post(relay, sent, chat());

  test.each([
    ["spaces around", () => ` ${key.key}`, "spaces around"],
    ["cut short", () => key.key.slice(0, -5), "cut short"],
    ["no prefix", () => key.key.replace("sk-parley-", ""), "prefix"],
    ["a wrong secret", () => `${key.key.slice(0, -4)}AAAA`, "unknown"],
  ] as [string, () => string, string][])(
    "%s: 401 that says what is likely wrong",
    async (_, sent, hint) => {
      const error = await errorOf(await ask(sent()));
      expect(error).toMatchObject({ status: 401, code: "invalid_api_key" });
      expect(error.message).toContain(hint);
    },
  );

  test("no key at all", async () => {
    const response = await fetch(`${relay.url}/v1/models`);
    expect(await errorOf(response)).toMatchObject({ status: 401, code: "invalid_api_key" });
  });

  test("expired, disabled, enabled again, rotated, revoked", async () => {
    const { keys } = relay.relay.management;
    const mine = await relay.key();
    expect((await ask(mine.key)).status).toBe(200);
    await keys.update(mine.id, { expires_at: "2020-01-01T00:00:00Z" });
    expect((await errorOf(await ask(mine.key))).message).toContain("expired on 2020-01-01");
    await keys.update(mine.id, { expires_at: null, disabled: true });
    expect((await errorOf(await ask(mine.key))).message).toContain("disabled");
    await keys.update(mine.id, { disabled: false });
    expect((await ask(mine.key)).status).toBe(200);
    const rotated = await keys.rotate(mine.id);
    expect((await errorOf(await ask(mine.key))).status).toBe(401);
    expect((await ask(rotated.key)).status).toBe(200);
    await keys.revoke(mine.id);
    expect((await errorOf(await ask(rotated.key))).message).toContain("revoked");
    expect(keys.update(mine.id, { disabled: false })).rejects.toMatchObject({ code: "conflict" });
  });

  test("a key's model list: other models do not exist for it", async () => {
    const mine = await relay.key({ models: ["demo"] });
    const forbidden = await errorOf(await post(relay, mine, chat()));
    const unknown = await errorOf(await post(relay, mine, chat({ model: "no-such" })));
    expect(forbidden).toMatchObject({ status: 404, code: "model_not_found", param: "model" });
    expect(unknown).toMatchObject({ status: 404, code: "model_not_found", param: "model" });
    expect(forbidden.message.replace(MODEL, "no-such")).toBe(unknown.message);
    const list = await fetch(`${relay.url}/v1/models`, {
      headers: { authorization: `Bearer ${mine.key}` },
    });
    expect(((await list.json()) as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual([
      "demo",
    ]);
  });

  test("a key's addresses", async () => {
    const elsewhere = await relay.key({ ips: ["10.0.0.0/8"] });
    expect(await errorOf(await post(relay, elsewhere, chat()))).toMatchObject({
      status: 403,
      code: "ip_not_allowed",
    });
    const here = await relay.key({ ips: ["127.0.0.0/8", "::1"] });
    expect((await post(relay, here, chat())).status).toBe(200);
    expect(
      (await post(relay, elsewhere, chat(), { headers: { "x-forwarded-for": "10.1.1.1" } })).status,
    ).toBe(403);
  });
});

describe("limits", () => {
  test("requests per minute", async () => {
    const mine = await relay.key({ rpm: 2 });
    const first = await post(relay, mine, chat());
    expect(first.headers.get("x-ratelimit-limit-requests")).toBe("2");
    expect(first.headers.get("x-ratelimit-remaining-requests")).toBe("1");
    await post(relay, mine, chat());
    const third = await post(relay, mine, chat());
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(third.headers.get("x-ratelimit-remaining-requests")).toBe("0");
    expect(await errorOf(third)).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
    expect(await lastRequest(relay, mine)).toMatchObject({
      status: 429,
      end_reason: "refused",
      cost_nano: 0,
    });
  });

  test("tokens per minute", async () => {
    const mine = await relay.key({ tpm: 500 });
    relay.vendor.next({ usage: { prompt: 450, completion: 200 } });
    expect((await post(relay, mine, chat())).status).toBe(200);
    expect(await errorOf(await post(relay, mine, chat()))).toMatchObject({
      status: 429,
      code: "rate_limit_exceeded",
      type: "tokens",
    });
  });

  test("calls at once", async () => {
    const mine = await relay.key({ concurrency: 1 });
    relay.vendor.next({ latencyMs: 300 });
    const first = post(relay, mine, chat());
    await Bun.sleep(100);
    expect(await errorOf(await post(relay, mine, chat()))).toMatchObject({ status: 429 });
    expect((await first).status).toBe(200);
    expect((await post(relay, mine, chat())).status).toBe(200);
  });

  test("spending per key", async () => {
    const mine = await relay.key({ limit_usd: "0.00002" });
    relay.vendor.setDefaults({ usage: { prompt: 10, completion: 5 } });
    const statuses = [];
    for (let i = 0; i < 3; i++) statuses.push((await post(relay, mine, chat())).status);
    relay.vendor.setDefaults({});
    expect(statuses).toEqual([200, 429, 429]);
    expect(await lastRequest(relay, mine)).toMatchObject({ error_code: "insufficient_quota" });
  });
});

describe("the demo provider", () => {
  test("answers and streams for nothing", async () => {
    const poor = await relay.key({ usd: "0" });
    const plain = (await (await post(relay, poor, chat({ model: "demo" }))).json()) as {
      choices: { message: { content: string } }[];
    };
    expect(plain.choices[0]?.message.content.toLowerCase()).toContain("demo");
    const text = await (await post(relay, poor, chat({ model: "demo", stream: true }))).text();
    expect(text).toEndWith("data: [DONE]\n\n");
    expect(await lastRequest(relay, poor)).toMatchObject({
      cost_nano: 0,
      provider: "demo",
      status: 200,
    });
  });
});
