/** Streams tell the truth: one ending, typed errors, and a bill that says why. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ProviderInput } from "../../src/contract/provider.ts";
import type { Faults } from "../fakes/vendor/server.ts";
import {
  chat,
  type ErrorBody,
  errorOf,
  events,
  lastRequest,
  post,
  startRelay,
  type TestKey,
  type TestRelay,
} from "./harness.ts";

let relay: TestRelay;
let key: TestKey;

beforeAll(async () => {
  relay = await startRelay({
    settings: {
      keepAliveSeconds: 0.2,
      firstByteHoldSeconds: 1,
      retries: 0,
      timeouts: { firstTokenSeconds: 2, failoverSeconds: 2, idleSeconds: 0.8, totalSeconds: 20 },
    },
  });
  key = await relay.key();
});
afterAll(() => relay.stop());

async function stream(faults: Faults, fields: Record<string, unknown> = {}) {
  relay.vendor.next(faults);
  const model = await relay.model();
  const response = await post(relay, key, chat({ stream: true, model, ...fields }));
  return {
    response,
    text: response.status === 200 ? await response.text() : "",
    request: relay.vendor.requests.at(-1),
  };
}

const USAGE = { prompt: 7, completion: 5 };

describe("a whole stream", () => {
  test("passes through byte for byte, but for the usage the client did not ask for", async () => {
    const { response, text } = await stream({ reply: "a b c", usage: USAGE });
    const direct = await fetch(`${relay.vendor.url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: "Bearer x", "content-type": "application/json" },
      body: JSON.stringify(chat({ stream: true })),
    });
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const shape = (all: string) =>
      events(all).map((event) =>
        typeof event === "string" ? event : Object.keys(event as object),
      );
    expect(shape(text)[0]).toEqual(shape(await direct.text())[0] ?? []);
    expect(events(text).at(-1)).toBe("[DONE]");
    expect(await lastRequest(relay, key)).toMatchObject({
      cost_nano: 7 * 1000 + 5 * 2000,
      estimated: false,
      status: 200,
    });
  });

  test.each([
    ["one byte at a time", { oneByteWrites: true }],
    ["with characters split across writes", { splitUtf8: true, reply: "héllo wörld 你好 🎉" }],
    ["with CRLF line ends", { crlf: true }],
    ["slowly", { chunkDelayMs: 20 }],
  ] satisfies [string, Faults][])(
    "arrives unharmed when the vendor writes %s",
    async (_, faults) => {
      const reply = "reply" in faults ? faults.reply : "héllo 你好 wörld";
      const { text } = await stream({ reply, ...faults });
      const content = events(text)
        .map((event) =>
          typeof event === "string"
            ? ""
            : ((event as { choices: { delta: { content?: string } }[] }).choices[0]?.delta
                .content ?? ""),
        )
        .join("");
      expect(content).toBe(reply);
      expect(text).toEndWith("data: [DONE]\n\n");
    },
  );

  test("is closed properly when the vendor finished but forgot its end mark", async () => {
    const { text } = await stream({ missingDone: true, usage: USAGE });
    expect(text).toEndWith("data: [DONE]\n\n");
    expect(await lastRequest(relay, key)).toMatchObject({ end_reason: "complete" });
  });

  test("without usage is counted here and marked as estimated", async () => {
    await stream({ missingUsage: true, reply: "one two three four" });
    const row = await lastRequest(relay, key);
    expect(row).toMatchObject({ end_reason: "complete", estimated: true });
    expect(row.completion_tokens).toBe(4);
    expect(row.prompt_tokens).toBeGreaterThan(1);
    expect(row.entries.find((entry) => entry.kind === "settle")).toMatchObject({
      estimated: true,
      amount_nano: row.cost_nano,
    });
  });

  test("is kept alive during silence by comments between events", async () => {
    const { text } = await stream({ chunks: 3, chunkDelayMs: 500 });
    expect(text).toContain("\n\n: keep-alive\n\n");
    expect(text).toEndWith("data: [DONE]\n\n");
  });

  test("that is slow to begin gets its status line after the hold, then comments, then the answer", async () => {
    const { response, text } = await stream({ firstTokenDelayMs: 1500 });
    expect(response.status).toBe(200);
    expect(text).toStartWith(": keep-alive\n\n");
    expect(text).toEndWith("data: [DONE]\n\n");
  });
});

describe("a broken stream", () => {
  test.each([
    ["cut", { chunks: 6, cutAfterChunks: 3, chunkDelayMs: 10 }, "upstream_cut"],
    [
      "cut inside an event",
      { chunks: 6, cutAfterChunks: 3, cutMidFrame: true, chunkDelayMs: 10 },
      "upstream_cut",
    ],
    ["reset", { chunks: 6, cutAfterChunks: 3, cutReset: true, chunkDelayMs: 10 }, "upstream_cut"],
    [
      "without a finish reason or end mark",
      { missingFinish: true, missingDone: true },
      "upstream_cut",
    ],
    ["malformed", { chunks: 6, malformedAfterChunks: 3 }, "upstream_cut"],
    ["stalled", { chunks: 6, stallAfterChunks: 3 }, "upstream_timeout"],
    ["failed in band", { chunks: 6, errorInStream: 3 }, "upstream_error"],
  ] satisfies [string, Faults, string][])(
    "%s: one typed error, no invented end, billed for what arrived",
    async (_, faults, reason) => {
      const { text } = await stream(faults);
      const all = events(text);
      expect(all).not.toContain("[DONE]");
      expect(
        all.filter((event) => typeof event === "object" && event !== null && "error" in event),
      ).toHaveLength(1);
      expect((all.at(-1) as ErrorBody).error).toMatchObject({ code: reason });
      expect(text).not.toContain('"finish_reason":"stop"');
      const row = await lastRequest(relay, key);
      expect(row).toMatchObject({ end_reason: reason, estimated: !("missingDone" in faults) });
      expect(row.cost_nano).toBeGreaterThan(0);
    },
  );

  test.each([
    ["a vendor error", { status: 500 }, 502, "upstream_error"],
    ["a gzipped error body", { status: 503, gzipError: true }, 502, "upstream_error"],
    ["an HTML error", { htmlError: true }, 502, "upstream_error"],
    [
      "an error as the first event",
      { errorAfter200First: true, status: 500 },
      502,
      "upstream_error",
    ],
    ["an empty body", { emptyBody: true }, 502, "upstream_cut"],
    ["a cut before the first event", { cutAfterChunks: 0 }, 502, "upstream_error"],
    ["a reset", { resetConnection: true }, 502, "upstream_error"],
    ["rate limiting", { status: 429, retryAfter: 3 }, 429, "rate_limit_exceeded"],
    ["a refused key", { status: 401 }, 502, "upstream_credentials_exhausted"],
    ["no first token in time", { noResponse: true }, 504, "upstream_timeout"],
  ] satisfies [string, Faults, number, string][])(
    "before the first byte, %s is a real status code and costs nothing",
    async (_, faults, status, code) => {
      const { response } = await stream(faults);
      expect(await errorOf(response)).toMatchObject({ status, code });
      if (status === 429) expect(response.headers.get("retry-after")).toBe("3");
      expect(await lastRequest(relay, key)).toMatchObject({
        status,
        cost_nano: 0,
        error_code: code,
      });
    },
  );
});

describe("a client that leaves", () => {
  test("in the middle of a stream pays for what it got", async () => {
    const mine = await relay.key();
    relay.vendor.next({ chunks: 200, chunkDelayMs: 150 });
    const abort = new AbortController();
    const response = await post(relay, mine, chat({ stream: true }), { signal: abort.signal });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.read();
    const leftAt = Date.now();
    abort.abort();
    const { abortedAt } = await relay.vendor.waitForRequest(
      (request) => request.aborted && request.startedAt <= leftAt,
    );
    expect((abortedAt ?? Infinity) - leftAt).toBeLessThan(1000);
    const row = await lastRequest(relay, mine);
    expect(row).toMatchObject({ end_reason: "client_abort", status: 499, estimated: true });
    expect(row.cost_nano).toBeGreaterThan(0);
    expect(row.entries.map((entry) => entry.kind)).toEqual(["reserve", "settle", "release"]);
  });

  test("before the first event pays nothing", async () => {
    relay.vendor.next({ firstTokenDelayMs: 5000 });
    const abort = new AbortController();
    const response = post(relay, key, chat({ stream: true, user: "leaver" }), {
      signal: abort.signal,
    });
    await relay.vendor.waitForRequest((request) => request.bodyText.includes("leaver"));
    abort.abort();
    await response.catch(() => undefined);
    await relay.vendor.waitForRequest(
      (request) => request.bodyText.includes("leaver") && request.aborted,
    );
    expect(await lastRequest(relay, key)).toMatchObject({
      end_reason: "client_abort",
      cost_nano: 0,
    });
  });
});

test("a model under another name keeps that name in every chunk", async () => {
  const other = await startRelay({
    provider: { models: [{ id: "nice-name", upstream_id: "gpt-4o", free: true }] },
  });
  try {
    const aliased = await other.key({ usd: "0" });
    const text = await (
      await post(other, aliased, chat({ model: "nice-name", stream: true }))
    ).text();
    const models = events(text).flatMap((event) =>
      typeof event === "string" ? [] : [(event as { model: string }).model],
    );
    expect(new Set(models)).toEqual(new Set(["nice-name"]));
    expect(JSON.parse(other.vendor.requests.at(-1)?.bodyText ?? "")).toMatchObject({
      model: "gpt-4o",
    });
    const plain = (await (await post(other, aliased, chat({ model: "nice-name" }))).json()) as {
      model: string;
    };
    expect(plain.model).toBe("nice-name");
  } finally {
    await other.stop();
  }
});

test("a call is found by its id while it runs, and the moment it was refused", async () => {
  relay.vendor.next({ chunkDelayMs: 20, chunks: 5 });
  const running = await post(relay, key, chat({ stream: true }));
  const id = running.headers.get("x-request-id") ?? "";
  const { requests } = relay.relay.management;
  expect(await requests.get(id)).toMatchObject({ id, status: null, finished_at: null });
  await running.text();
  const ended = await requests.get(id);
  expect(ended).toMatchObject({ id, status: 200, end_reason: "complete" });
  expect(ended.cost_nano).toBeGreaterThan(0);
  const sum = ended.cost_lines.reduce((total, line) => total + line.amount_nano, 0);
  expect([sum, ended.cost_lines.map(({ billed }) => billed)]).toEqual([
    ended.cost_nano,
    ["input", "output"],
  ]);

  const refused = await post(relay, key, chat({ model: "no-such-model" }));
  const refusedId = refused.headers.get("x-request-id") ?? "";
  expect(await requests.get(refusedId)).toMatchObject({ end_reason: "refused" });
});

test("clients that leave just as the first event comes leave no call open behind them", async () => {
  const calls = 60;
  const leavers = Array.from({ length: calls }, async (_, call) => {
    relay.vendor.next({ latencyMs: 60, chunkDelayMs: 20, chunks: 20 });
    await post(relay, key, chat({ stream: true }), {
      signal: AbortSignal.timeout(50 + call / 3),
    })
      .then(
        (answer) => answer.text(),
        () => undefined,
      )
      .catch(() => undefined);
  });
  await Promise.all(leavers);
  const held = async (): Promise<number> =>
    (await relay.relay.management.accounts.get(key.account)).held_nano;
  for (let tries = 0; tries < 100 && (await held()) > 0; tries++) await Bun.sleep(20);
  expect(await held()).toBe(0);
});

test("after all of this the ledger still verifies", async () => {
  const proof = await relay.relay.management.ledger.verify();
  expect(proof.details).toEqual([]);
  expect((await relay.relay.management.accounts.get(key.account)).held_nano).toBe(0);
});

describe("a translated stream that breaks", () => {
  const FRONTS: [
    string,
    ProviderInput["protocol"],
    (model: string) => [path: string, body: object],
  ][] = [
    [
      "responses",
      "openai-completions",
      (model) => ["/v1/responses", { model, input: "hi", stream: true }],
    ],
    [
      "responses",
      "openai-responses",
      (model) => ["/v1/responses", { model, input: "hi", stream: true }],
    ],
    [
      "messages",
      "openai-completions",
      (model) => [
        "/v1/messages",
        { model, max_tokens: 50, messages: [{ role: "user", content: "hi" }], stream: true },
      ],
    ],
    [
      "chat",
      "anthropic-messages",
      (model) => ["/v1/chat/completions", chat({ model, stream: true })],
    ],
    [
      "chat",
      "google-generative-ai",
      (model) => ["/v1/chat/completions", chat({ model, stream: true })],
    ],
  ];

  test.each(FRONTS)(
    "malformed, a %s client before %s: the bill says upstream_cut, for what arrived",
    async (_front, protocol, ask) => {
      const model = await relay.model({ protocol });
      relay.vendor.next({ chunks: 8, malformedAfterChunks: 6 });
      const [path, body] = ask(model);
      const text = await (await post(relay, key, body, { path })).text();
      expect(text).toMatch(/cannot be read|sent an event that is not/);
      const row = await lastRequest(relay, key);
      expect(row).toMatchObject({ end_reason: "upstream_cut" });
      expect(row.cost_nano).toBeGreaterThan(0);
    },
  );

  test.each(["openai-completions", "openai-responses"] as const)(
    "`response.failed` names the model and the answer, before %s",
    async (protocol) => {
      const model = await relay.model({ protocol });
      relay.vendor.next({ chunks: 8, cutAfterChunks: 6, chunkDelayMs: 5 });
      const body = { model, input: "hi", stream: true };
      const all = events(
        await (await post(relay, key, body, { path: "/v1/responses" })).text(),
      ) as {
        type: string;
        sequence_number: number;
        response: { id: string; model: string; status: string };
      }[];
      const [created, last] = [all[0], all.at(-1)];
      expect(last).toMatchObject({
        type: "response.failed",
        response: { id: created?.response.id, model, status: "failed" },
      });
      expect(all.map((event) => event.sequence_number)).toEqual(all.map((_, index) => index));
    },
  );
});
