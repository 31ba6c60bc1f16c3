/** Endpoints that are carried without being understood: same keys, same bills, the vendor's own bytes. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import OpenAI, { toFile } from "openai";
import {
  errorOf,
  lastRequest,
  post,
  PRICE,
  startRelay,
  type TestKey,
  type TestRelay,
} from "./harness.ts";

let relay: TestRelay;
let key: TestKey;
let vendor: Bun.Server<undefined>;
const seen: { path: string; key: string | null; body: unknown }[] = [];

beforeAll(async () => {
  vendor = Bun.serve({
    port: 0,
    async fetch(request) {
      const path = new URL(request.url).pathname;
      const isForm = request.headers.get("content-type")?.startsWith("multipart/") ?? false;
      const body: unknown = isForm
        ? Object.fromEntries((await request.formData()).entries())
        : await request.json();
      seen.push({ path, key: request.headers.get("authorization"), body });
      if (path.startsWith("/down/")) {
        return Response.json({ error: { message: "no such voice", code: "x" } }, { status: 422 });
      }
      if (path.endsWith("/audio/speech")) {
        return new Response(new Uint8Array([1, 2, 255, 0]), {
          headers: { "content-type": "audio/mpeg" },
        });
      }
      if (path.endsWith("/rerank")) {
        return Response.json({
          results: [{ index: 1, relevance_score: 0.9 }],
          usage: { total_tokens: 30 },
        });
      }
      if (path.endsWith("/audio/transcriptions")) {
        return Response.json({
          text: "hello",
          usage: { type: "tokens", input_tokens: 14, output_tokens: 2 },
        });
      }
      if (path.endsWith("/images/generations"))
        return Response.json({ created: 1, data: [{ b64_json: "AA==" }] });
      return Response.json({ id: "modr-1", model: "up", results: [{ flagged: false }] });
    },
  });
  relay = await startRelay();
  key = await relay.key();
  await relay.relay.management.providers.add({
    name: "media",
    protocol: "openai-completions",
    base_url: `http://127.0.0.1:${vendor.port}`,
    api_keys: ["secret"],
    models: [{ id: "media", upstream_id: "up", ...PRICE }],
  });
});
afterAll(async () => {
  await relay.stop();
  await vendor.stop(true);
});

describe("pass-through", () => {
  test("rerank is billed by the usage the vendor reports", async () => {
    const response = await post(
      relay,
      key,
      { model: "media", query: "q", documents: ["a", "b"] },
      { path: "/v1/rerank" },
    );
    expect(await response.json()).toEqual({
      results: [{ index: 1, relevance_score: 0.9 }],
      usage: { total_tokens: 30 },
    });
    expect(seen.at(-1)).toMatchObject({
      path: "/v1/rerank",
      key: "Bearer secret",
      body: { model: "up", query: "q" },
    });
    expect(await lastRequest(relay, key)).toMatchObject({
      endpoint: "/v1/rerank",
      cost_nano: 30_000,
      estimated: false,
    });
  });

  test("speech passes its bytes; its text is counted", async () => {
    const client = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: key.key });
    const speech = await client.audio.speech.create({
      model: "media",
      voice: "alloy",
      input: "one two three",
    });
    expect([...new Uint8Array(await speech.arrayBuffer())]).toEqual([1, 2, 255, 0]);
    expect(await lastRequest(relay, key)).toMatchObject({ prompt_tokens: 3, estimated: true });
  });

  test("a transcription's form reaches the vendor with the model renamed", async () => {
    const client = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: key.key });
    const file = await toFile(new Uint8Array([9, 8, 7]), "a.wav");
    expect((await client.audio.transcriptions.create({ model: "media", file })).text).toBe("hello");
    expect(seen.at(-1)?.body).toMatchObject({ model: "up" });
    expect(await lastRequest(relay, key)).toMatchObject({
      prompt_tokens: 14,
      completion_tokens: 2,
      cost_nano: 18_000,
    });
  });

  test("images and moderations", async () => {
    const client = new OpenAI({ baseURL: `${relay.url}/v1`, apiKey: key.key });
    expect(
      (await client.images.generate({ model: "media", prompt: "a cat" })).data?.[0]?.b64_json,
    ).toBe("AA==");
    expect(
      (await client.moderations.create({ model: "media", input: "x" })).results[0]?.flagged,
    ).toBe(false);
  });

  test.each([
    "rerank",
    "moderations",
    "audio/speech",
    "images/generations",
    "audio/transcriptions",
    "images/edits",
  ])("a refusal of %s names the provider and what was tried", async (path) => {
    await relay.relay.management.providers.add({
      name: `down ${path}`,
      protocol: "openai-completions",
      base_url: `http://127.0.0.1:${vendor.port}/down/v1`,
      models: [{ id: `down-${path}`, ...PRICE }],
    });
    const body = new FormData();
    body.set("model", `down-${path}`);
    const isForm = path === "audio/transcriptions" || path === "images/edits";
    const response = await fetch(`${relay.url}/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key.key}` },
      body: isForm ? body : JSON.stringify({ model: `down-${path}` }),
    });
    expect(response.headers.get("x-parley-provider")).toBe(`down ${path}`);
    expect(response.headers.get("x-parley-attempts")).toBe(`down ${path}=invalid_request`);
    expect(response.headers.get("x-parley-cost")).not.toBeNull();
    expect(await errorOf(response)).toMatchObject({ status: 422, message: "no such voice" });
  });

  test("is refused without a model, a key or money like everything else", async () => {
    const path = "/v1/rerank";
    expect(await errorOf(await post(relay, key, { query: "q" }, { path }))).toMatchObject({
      status: 400,
      param: "model",
    });
    expect(
      await errorOf(await post(relay, "sk-parley-x", { model: "media" }, { path })),
    ).toMatchObject({ status: 401 });
    const poor = await relay.key({ usd: "0" });
    expect(await errorOf(await post(relay, poor, { model: "media" }, { path }))).toMatchObject({
      code: "insufficient_quota",
    });
  });
});
