/** Idempotency-Key and the response cache: asked once, charged once, also across a restart. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import {
  balanceOf,
  chat,
  errorOf,
  lastRequest,
  post,
  startRelay,
  type TestRelay,
} from "./harness.ts";

let relay: TestRelay;

beforeAll(async () => {
  relay = await startRelay();
});
afterAll(() => relay.stop());

const named = (name: string) => ({ headers: { "idempotency-key": name } });

describe("Idempotency-Key", () => {
  test.each([false, true])(
    "the same request again is answered from what was kept (stream: %p)",
    async (stream) => {
      const key = await relay.key();
      const before = relay.vendor.counts.started;
      const first = await post(relay, key, chat({ stream }), named("a"));
      const text = await first.text();
      const balance = await balanceOf(relay, key);
      const again = await post(relay, key, chat({ stream }), named("a"));
      expect(await again.text()).toBe(text);
      expect(again.headers.get("content-type")).toBe(first.headers.get("content-type"));
      expect(again.headers.get("x-parley-idempotency")).toBe("replayed");
      expect(again.headers.get("x-parley-original-request")).toBe(
        first.headers.get("x-request-id"),
      );
      expect(relay.vendor.counts.started - before).toBe(1);
      expect(await balanceOf(relay, key)).toBe(balance);
      expect(await lastRequest(relay, key)).toMatchObject({
        end_reason: "replayed",
        cost_nano: 0,
        status: 200,
      });
    },
  );

  test("another set of beta features is another request", async () => {
    const model = await relay.model({ protocol: "anthropic-messages" });
    const key = await relay.key();
    const ask = (beta: string) =>
      fetch(`${relay.url}/v1/messages`, {
        method: "POST",
        headers: {
          "x-api-key": key.key,
          "content-type": "application/json",
          "anthropic-beta": beta,
          "idempotency-key": "beta",
        },
        body: JSON.stringify({
          model,
          max_tokens: 9,
          messages: [{ role: "user", content: "Hi" }],
        }),
      });
    expect((await ask("files-1")).status).toBe(200);
    expect((await ask("files-1")).headers.get("x-parley-idempotency")).toBe("replayed");
    expect((await ask("files-2")).status).toBe(409);
  });

  test("requests at the same time become one call", async () => {
    const key = await relay.key();
    const before = relay.vendor.counts.started;
    relay.vendor.next({ latencyMs: 200, usage: { prompt: 10, completion: 5 } });
    const all = await Promise.all(
      Array.from({ length: 5 }, () => post(relay, key, chat(), named("b"))),
    );
    const texts = await Promise.all(all.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(relay.vendor.counts.started - before).toBe(1);
    expect(await balanceOf(relay, key)).toBe(10_000_000_000 - 20_000);
    expect(
      all.filter((answer) => answer.headers.get("x-parley-idempotency") === "joined"),
    ).toHaveLength(4);
  });

  test("another body under the same name is refused", async () => {
    const key = await relay.key();
    await post(relay, key, chat(), named("c"));
    expect(
      await errorOf(await post(relay, key, chat({ user: "other" }), named("c"))),
    ).toMatchObject({ status: 409 });
  });

  test("a failed call is not kept: the next one is tried for itself", async () => {
    const key = await relay.key();
    const model = await relay.model();
    relay.vendor.next({ status: 500 });
    expect((await post(relay, key, chat({ model }), named("d"))).status).toBe(502);
    expect((await post(relay, key, chat({ model }), named("d"))).status).toBe(200);
  });

  test("another key has names of its own", async () => {
    const before = relay.vendor.counts.started;
    for (const key of [await relay.key(), await relay.key()])
      await post(relay, key, chat(), named("e"));
    expect(relay.vendor.counts.started - before).toBe(2);
  });
});

test("an idempotent answer is still there after a restart, and still charged once", async () => {
  const home = await mkdtemp(join(tmpdir(), "parley-restart-"));
  const open = () => openStore({ home });
  const first = await startRelay({ openStore: open });
  const key = await first.key();
  const text = await (await post(first, key, chat(), named("r"))).text();
  const balance = await balanceOf(first, key);
  await first.stop();
  const second = await startRelay({ openStore: open, provider: { name: "fake-again" } });
  try {
    const again = await post(second, key, chat(), named("r"));
    expect(again.headers.get("x-parley-idempotency")).toBe("replayed");
    expect(await again.text()).toBe(text);
    expect(await balanceOf(second, key)).toBe(balance);
    expect(second.vendor.counts.started).toBe(0);
  } finally {
    await second.stop();
    await rm(home, { recursive: true, force: true });
  }
});

describe("the response cache", () => {
  test("is off unless the key has it, and then gives the same answer for nothing", async () => {
    const off = await relay.key();
    expect((await post(relay, off, chat())).headers.get("x-parley-cache")).toBeNull();
    const on = await relay.key({ cache_seconds: 60 });
    const first = await post(relay, on, chat());
    expect(first.headers.get("x-parley-cache")).toBe("miss");
    const balance = await balanceOf(relay, on);
    const second = await post(relay, on, chat());
    expect(second.headers.get("x-parley-cache")).toBe("hit");
    expect(await second.text()).toBe(await first.text());
    expect(await balanceOf(relay, on)).toBe(balance);
    const fresh = await post(relay, on, chat(), { headers: { "cache-control": "no-cache" } });
    expect(fresh.headers.get("x-parley-cache")).toBe("miss");
  });
});

test("a field that the vendor refuses is learned once and left out from then on", async () => {
  const key = await relay.key();
  const model = await relay.model();
  relay.vendor.setKeyFaults(`key-of-${model}`, { rejectFields: ["seed"] });
  const before = relay.vendor.counts.started;
  expect((await post(relay, key, chat({ model, seed: 7 }))).status).toBe(200);
  expect(relay.vendor.counts.started - before).toBe(2);
  expect((await post(relay, key, chat({ model, seed: 8 }))).status).toBe(200);
  expect(relay.vendor.counts.started - before).toBe(3);
  expect(await lastRequest(relay, key)).toMatchObject({ attempts: 1 });
});
