/** What a newcomer does in the first minutes, in order, with nothing but the README. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";
import { chat, chatRequest } from "./client.ts";
import { Installation, type Server } from "./installation.ts";

const VENDOR_KEY = "vendor-secret-0123456789abcdef";
const REVOKED = { status: 401, code: "invalid_api_key" };

describe("the first minute", () => {
  const parley = new Installation();
  let vendor: FakeVendor;
  let server: Server;
  let firstKey: string;
  /** What must never be found in a log or a file. */
  const secrets = [VENDOR_KEY];
  const outputs: (() => string)[] = [];

  const start = async (): Promise<void> => {
    const started = (server = await parley.start());
    outputs.push(() => started.output());
  };
  const addProvider = (name: string, model: string, prices: string) =>
    parley.ok(
      `relay provider add ${name} --protocol openai-completions --base-url ${vendor.url}/v1 --api-key ${VENDOR_KEY} --model ${model} ${prices}`,
    );
  const createKey = async (flags: string): Promise<{ id: string; key: string }> => {
    const made = await parley.ok(`relay key create ${flags}`);
    const { id, key } = { id: String(made["id"]), key: String(made["key"]) };
    secrets.push(key.slice(key.lastIndexOf("-") + 1));
    return { id, key };
  };

  beforeAll(async () => {
    vendor = await startFakeVendor({ keys: [VENDOR_KEY] });
  });
  afterAll(async () => {
    await parley.close();
    await vendor.stop();
  });

  test("the printed curl line, pasted into a shell, gets an answer", async () => {
    await start();
    firstKey = /First key +(sk-parley-\w+-\w+)/.exec(server.output())?.[1] ?? "";
    secrets.push(firstKey.slice(firstKey.lastIndexOf("-") + 1));
    const line = /^ *(curl .*)$/m.exec(server.output())?.[1] ?? "";
    expect(line).toContain(firstKey);

    const shell = Bun.spawn(["sh", "-c", line], { stdio: ["ignore", "pipe", "ignore"] });
    const answer: unknown = await new Response(shell.stdout).json();
    expect(answer).toMatchObject({
      object: "chat.completion",
      model: "demo",
      choices: [{ message: { role: "assistant" }, finish_reason: "stop" }],
    });
    // The first start prints the key itself, once, on purpose; from here on nothing may.
    outputs.length = 0;
    const started = server;
    const shown = started.output().length;
    outputs.push(() => started.output().slice(shown));
  });

  test("a vendor that is added serves the next call", async () => {
    expect(await chat(server.url, firstKey, { model: "m" })).toMatchObject({
      status: 404,
      code: "model_not_found",
    });
    await addProvider("fake", "m=gpt-4o", "--price-in 1 --price-out 2");
    const { status, text } = await chat(server.url, firstKey, { model: "m" });
    expect([status, text]).toEqual([200, expect.stringContaining("Echo: one two three")]);
  });

  test("`provider test` tells a vendor that works from one that refuses the key", async () => {
    expect(await parley.ok("relay provider test fake")).toMatchObject({
      ok: true,
      checks: [{ ok: true }, { ok: true }],
    });
    vendor.setKeys(["another"]);
    const { exitCode, stdout, stderr } = await parley.run(["relay", "provider", "test", "fake"]);
    vendor.setKeys([VENDOR_KEY]);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain("401");
    expect(stdout + stderr).not.toContain(VENDOR_KEY);
  });

  test("a key works when it is made and no longer when it is revoked or rotated", async () => {
    const { id, key } = await createKey("--name app --models m --rpm 60 --limit 1");
    expect(await chat(server.url, key, { model: "m" })).toMatchObject({ status: 200 });
    expect(await chat(server.url, key, { model: "demo" })).toMatchObject({ status: 404 });

    const rotated = String((await parley.ok(`relay key rotate ${id}`))["key"]);
    secrets.push(rotated.slice(rotated.lastIndexOf("-") + 1));
    expect(await chat(server.url, key, { model: "m" })).toMatchObject(REVOKED);
    expect(await chat(server.url, rotated, { model: "m" })).toMatchObject({ status: 200 });

    await parley.ok(`relay key revoke ${id}`);
    expect(await chat(server.url, rotated, { model: "m" })).toMatchObject(REVOKED);
  });

  test("an account without money is refused until it is topped up", async () => {
    await parley.ok("relay account create acme");
    const { key } = await createKey("--name acme --account acme");
    const refused = await chat(server.url, key, { model: "m" });
    expect(refused).toMatchObject({ status: 429, code: "insufficient_quota" });
    expect(refused.headers.get("x-should-retry")).toBe("false");
    await parley.ok("relay account topup acme 5");
    expect(await chat(server.url, key, { model: "m" })).toMatchObject({ status: 200 });
  });

  test("`--json` gives what the commands promise, and nothing else", async () => {
    const made = await parley.ok("relay key create --name shape");
    secrets.push(String(made["key"]).slice(String(made["key"]).lastIndexOf("-") + 1));
    expect(Object.keys(made).slice(0, 3)).toEqual(["ok", "id", "key"]);
    expect(made["key"]).toMatch(new RegExp(`^sk-parley-${String(made["id"])}-\\w{20,}$`));

    const { ok, requests, ...rest } = await parley.ok("relay log --limit 2");
    expect([ok, rest]).toEqual([true, {}]);
    expect(requests).toHaveLength(2);
    expect((requests as unknown[])[0]).toMatchObject({
      id: expect.stringMatching(/^req_/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      key: expect.any(String),
      model: "m",
      provider: "fake",
      status: 200,
      prompt_tokens: 3,
      completion_tokens: 4,
      cost_nano: 3 * 1000 + 4 * 2000,
      overhead_ms: expect.any(Number),
    });

    const proof = await parley.ok("relay ledger verify");
    expect(proof).toEqual({ ok: true, accounts: 2, entries: expect.any(Number), mismatches: 0 });
    expect(Object.keys(proof)).toEqual(["ok", "accounts", "entries", "mismatches"]);
  });

  test("a vendor that is removed serves no further call", async () => {
    await parley.ok("relay provider remove fake");
    expect(await chat(server.url, firstKey, { model: "m" })).toMatchObject({ status: 404 });
  });

  test("a stop lets streams and answers under way finish, and takes no new ones", async () => {
    await addProvider("slow", "slow=gpt-4o;chunkDelayMs=60;chunks=20", "--free");
    await addProvider("late", "late=gpt-4o;latencyMs=900", "--free");
    const stream = chat(server.url, firstKey, { model: "slow", stream: true });
    const plain = chat(server.url, firstKey, { model: "late" });
    await vendor.waitForRequest(({ model }) => model.startsWith("gpt-4o;chunk"));
    await vendor.waitForRequest(({ model }) => model.startsWith("gpt-4o;latency"));
    // npm passes a signal on that its whole process group got already; that is one wish, not two.
    server.signal("SIGTERM");
    const stopped = server.kill("SIGTERM");
    await server.wrote("stopping; running calls may finish");
    const refused = await fetch(`${server.url}/healthz`, { keepalive: false }).then(
      () => "answered",
      () => "refused",
    );
    expect(refused).toBe("refused");

    expect((await stream).text).toEndWith("data: [DONE]\n\n");
    expect(await plain).toMatchObject({ status: 200 });
    expect(await stopped).toBe(0);
    expect(await parley.ok("relay log --limit 2")).toMatchObject({
      requests: [{ end_reason: "complete" }, { end_reason: "complete" }],
    });
  });

  test("what is done while no server runs holds when one does", async () => {
    await addProvider("down", "d=gpt-4o", "--price-in 1 --price-out 2");
    await parley.ok("relay account create later");
    await parley.ok("relay account topup later 1");
    const good = await createKey("--name good --account later");
    const bad = await createKey("--name bad --account later");
    await parley.ok(`relay key revoke ${bad.id}`);
    await parley.ok("relay provider remove slow");

    await start();
    expect(server.output()).not.toContain("sk-parley-");
    expect(server.output()).not.toContain("First key");
    expect(await chat(server.url, good.key, { model: "d" })).toMatchObject({ status: 200 });
    expect(await chat(server.url, bad.key, { model: "d" })).toMatchObject(REVOKED);
    expect(await chat(server.url, firstKey, { model: "slow" })).toMatchObject({ status: 404 });
    const { accounts } = await parley.ok("relay account list");
    expect(accounts).toContainEqual(
      expect.objectContaining({ name: "later", balance_nano: 1_000_000_000 - 11_000 }),
    );
  });

  test("no secret is in any log or file, whatever clients and vendors do with it", async () => {
    const wrong = `${firstKey}x`;
    await chat(server.url, wrong, { model: "d" });
    await chat(server.url, ` ${firstKey} `, { model: firstKey });
    await fetch(`${server.url}/v1/${firstKey}`, { headers: { authorization: firstKey } });
    await fetch(`${server.url}/v1/models?key=${firstKey}`, chatRequest(firstKey, {}));
    // A vendor that repeats the key in its error, as some do.
    vendor.next({ status: 401, errorBody: { error: { message: `Bad key: ${VENDOR_KEY}` } } });
    const told = await chat(server.url, firstKey, { model: "d" });
    expect(told.text).not.toContain(VENDOR_KEY);
    await parley.run(["relay", "provider", "show", "down"]);
    expect(await server.kill("SIGTERM")).toBe(0);

    const places = new Map(outputs.map((output, index) => [`log ${index + 1}`, output()]));
    for (const name of readdirSync(parley.home, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue;
      const file = join(name.parentPath, name.name);
      places.set(file, readFileSync(file, "latin1"));
    }
    const found = [...places].flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${place}`),
    );
    // What may be there is found, so what is not found is not there.
    const publicId = firstKey.split("-")[2] ?? "";
    const known = [...places.keys()].filter((place) => places.get(place)?.includes(publicId));
    expect(known).toEqual(expect.arrayContaining(["log 1", join(parley.home, "parley.db")]));
    expect(secrets.every((secret) => secret.length >= 20)).toBe(true);
    expect(found).toEqual([]);
  });
});
