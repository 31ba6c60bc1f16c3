import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { ask, askRaw, DIALECT_NAMES, eventsOf } from "./probe.ts";
import { startFakeVendor } from "./server.ts";

const vendor = await startFakeVendor();
afterEach(() => vendor.clear());
afterAll(() => vendor.stop());

describe("what was received", () => {
  test("keeps method, path, headers, raw and parsed body, times and status", async () => {
    const before = Date.now();
    const response = await ask(vendor, "openai", {
      text: "remember 12345678901234567890",
      extra: { unknown_field: 1 },
    });
    await response.text();
    const [request, ...others] = vendor.requests;
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      method: "POST",
      path: "/v1/chat/completions",
      dialect: "openai",
      model: "some-model",
      key: "key-1",
      status: 200,
      aborted: false,
      body: { unknown_field: 1 },
    });
    expect(request?.headers["authorization"]).toBe("Bearer key-1");
    expect(request?.bodyText).toContain("12345678901234567890");
    expect(request?.startedAt).toBeGreaterThanOrEqual(before);
    expect(request?.endedAt).toBeGreaterThanOrEqual(request?.startedAt ?? Infinity);
  });

  test("remembers no more than it was told to, and counts all", async () => {
    const small = await startFakeVendor({ record: 3 });
    for (let i = 0; i < 10; i++) await (await ask(small, "openai", { text: `n${i}` })).text();
    expect(small.requests.map((request) => /n\d/.exec(request.bodyText)?.[0])).toEqual([
      "n7",
      "n8",
      "n9",
    ]);
    expect(small.counts).toEqual({ started: 10, ended: 10, aborted: 0 });
    await small.stop();

    const none = await startFakeVendor({ record: false });
    await (await ask(none, "openai")).text();
    expect(none.requests).toEqual([]);
    expect(none.counts.ended).toBe(1);
    await none.stop();
  });

  test("waitForRequest finds past and coming requests and gives up in time", async () => {
    const coming = vendor.waitForRequest((request) => request.dialect === "gemini");
    await (await ask(vendor, "anthropic")).text();
    await (await ask(vendor, "gemini")).text();
    expect((await coming).dialect).toBe("gemini");
    expect(
      (await vendor.waitForRequest((request) => request.dialect === "anthropic")).dialect,
    ).toBe("anthropic");
    expect(vendor.waitForRequest(() => false, 5)).rejects.toThrow("no such request within 5 ms");
  });
});

describe("a client that leaves", () => {
  const cases = {
    "before any answer": { noResponse: true },
    "during latency": { latencyMs: 5000 },
    "during the first-token delay": { firstTokenDelayMs: 5000 },
    "between chunks": { chunkDelayMs: 5000 },
    "during a stall": { stallAfterChunks: 2 },
  };
  for (const dialect of DIALECT_NAMES) {
    for (const [when, faults] of Object.entries(cases)) {
      test(`${dialect}: is noticed at once ${when}`, async () => {
        vendor.next(faults);
        const abort = new AbortController();
        const answer = ask(vendor, dialect, { stream: true, signal: abort.signal }).then(
          async (r) => r.text(),
        );
        await vendor.waitForRequest(() => true);
        await Bun.sleep(10);
        const leftAt = Date.now();
        abort.abort();
        expect(answer).rejects.toThrow();
        const request = await vendor.waitForRequest((r) => r.aborted);
        expect((request.abortedAt ?? Infinity) - leftAt).toBeLessThan(100);
        expect((await vendor.waitForRequest((r) => r.endedAt !== undefined)).aborted).toBe(true);
      });
    }
  }

  test("is not blamed for a cut, a reset, or an answer that was whole", async () => {
    await askRaw(vendor, "openai", { model: "m;cutAfterChunks=1", stream: true });
    await askRaw(vendor, "openai", { model: "m;resetConnection", stream: true });
    await askRaw(vendor, "openai", {}, 20);
    await vendor.waitForRequest(
      (request) => request.id === vendor.counts.started && request.endedAt !== undefined,
    );
    expect(vendor.requests.map((request) => request.aborted)).toEqual([false, false, false]);
  });
});

describe("where knobs come from", () => {
  test("the queue serves POST requests in order, and then it is over", async () => {
    vendor.next({ status: 500 }, { status: 429 }, {});
    const models = await fetch(`${vendor.url}/v1/models`, {
      headers: { authorization: "Bearer k" },
    });
    expect(models.status).toBe(200);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask(vendor, "openai")).status);
    expect(statuses).toEqual([500, 429, 200, 200]);
  });

  test("the model id carries knobs in every dialect, and answers name the model without them", async () => {
    for (const dialect of DIALECT_NAMES) {
      expect((await ask(vendor, dialect, { model: "m;status=503" })).status).toBe(503);
      const answer = await (
        await ask(vendor, dialect, { model: "m-1;reply=two%20words;usage.prompt=77" })
      ).text();
      expect(answer).toContain('"two words"');
      expect(answer).toContain('"m-1"');
      expect(answer).toMatch(/(prompt_tokens|input_tokens|promptTokenCount)":77/);
    }
  });

  test("a knob that does not exist is refused loudly", async () => {
    const response = await ask(vendor, "openai", { model: "m;statsu=503" });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('no fault is called "statsu"');
  });

  test("queue beats model id beats key beats defaults", async () => {
    vendor.setDefaults({ status: 500, reply: "from defaults" });
    vendor.setKeyFaults("key-2", { status: 502 });
    expect((await ask(vendor, "openai")).status).toBe(500);
    expect((await ask(vendor, "openai", { key: "key-2" })).status).toBe(502);
    expect((await ask(vendor, "openai", { key: "key-2", model: "m;status=503" })).status).toBe(503);
    vendor.next({ status: 200 });
    const response = await ask(vendor, "openai", { model: "m;status=503" });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("from defaults");
  });

  test("every: only each N-th request of that source", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++)
      statuses.push((await ask(vendor, "openai", { model: "m;status=500;every=3" })).status);
    expect(statuses).toEqual([200, 200, 500, 200, 200, 500]);
  });

  test("the HTTP control does the same", async () => {
    const post = async (path: string, body: unknown): Promise<Response> =>
      fetch(`${vendor.url}/_fake/${path}`, { method: "POST", body: JSON.stringify(body) });
    await post("faults", { status: 503 });
    await post("next", [{ status: 429, times: 2 }, { status: 401 }]);
    await post("keys", { special: { status: 418 } });
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await ask(vendor, "anthropic")).status);
    expect(statuses).toEqual([429, 429, 401, 503]);
    expect((await ask(vendor, "anthropic", { key: "special" })).status).toBe(418);

    const refused = await post("next", { cutAfterChunks: "three" });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      ok: false,
      error: 'fault "cutAfterChunks" must be a number',
    });

    const seen = (await (await fetch(`${vendor.url}/_fake/requests`)).json()) as {
      requests: { status: number }[];
    };
    expect(seen.requests.map((request) => request.status)).toEqual([429, 429, 401, 503, 418]);
    await fetch(`${vendor.url}/_fake/requests`, { method: "DELETE" });
    expect(vendor.requests).toEqual([]);
  });
});

describe("the connection", () => {
  test("is kept and used again, for streams too", async () => {
    const before = vendor.connections;
    for (let i = 0; i < 20; i++)
      await (await ask(vendor, "openai", { stream: i % 2 === 0 })).text();
    expect(vendor.connections).toBeLessThanOrEqual(before + 1);
  });

  test("a long stream waits for a slow reader and arrives whole", async () => {
    const reply = "x".repeat(2000);
    vendor.next({ reply: Array(3000).fill(reply).join(" "), chunks: 3000 });
    const response = await ask(vendor, "anthropic", {
      stream: true,
      extra: { max_tokens: 10_000 },
    });
    await Bun.sleep(50);
    const events = eventsOf(await response.text());
    expect(events.filter(({ event }) => event === "content_block_delta")).toHaveLength(3000);
    expect(events.at(-1)?.event).toBe("message_stop");
  });

  test("stop is prompt with stalled and silent clients", async () => {
    const stuck = await startFakeVendor({ faults: { stallAfterChunks: 1 } });
    stuck.next({ noResponse: true });
    const answers = [
      ask(stuck, "openai"),
      ask(stuck, "gemini", { stream: true }).then(async (r) => r.text()),
    ];
    const settled = Promise.allSettled(answers);
    await stuck.waitForRequest((request) => request.dialect === "gemini");
    await Bun.sleep(10);
    const started = performance.now();
    await stuck.stop();
    for (const outcome of await settled) expect(outcome.status).toBe("rejected");
    expect(performance.now() - started).toBeLessThan(1000);
    expect(stuck.requests.map((request) => request.aborted)).toEqual([false, false]);
    expect(fetch(stuck.url)).rejects.toThrow();
  });
});
