/** What the management API says about inputs it cannot take, and what it passes on to the relay. */

import { beforeAll, describe, expect, test } from "bun:test";
import { AppError } from "../../src/base/errors.ts";
import type { KeyCreated } from "../../src/contract/key.ts";
import { makeTestApi, type TestApi } from "./api.ts";
import { fakeManagement, key, provider } from "./fake-management.ts";
import { openTestStore } from "./store.ts";

const calls: unknown[][] = [];
let api: TestApi;

beforeAll(async () => {
  api = makeTestApi(await openTestStore(), { relay: fakeManagement(calls) });
});

const authorization = "Bearer parley_local_test";

describe("an input with problems", () => {
  test("is refused with every one of them", async () => {
    const answer = await api.asLocal("POST", "/api/relay/providers", {
      name: "a/b",
      protocol: "smoke-signals",
      base_url: "ftp://x",
      api_keys: ["two words"],
      headers: { "a b": "x" },
      models: [
        { id: "m", price_in: 1 },
        { id: "n", price_in: "free", price_out: 1 },
      ],
      colour: "red",
      size: 3,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      type: "invalid_request_error",
      code: "invalid_request",
      param: "name",
    });
    expect(answer.body.error.problems?.map(({ path }) => path)).toEqual([
      "name",
      "protocol",
      "base_url",
      "api_keys[0]",
      "headers.a b",
      "models[0]",
      "models[1].price_in",
      "colour",
      "size",
    ]);
    expect(answer.body.error.message).toContain('model "m" has half a price');
    expect(answer.body.error.message).toContain("free: true");
    expect(answer.body.error.message).toContain("headers.a b is not a header name");
  });

  test.each([
    ["nothing", {}, ["name is missing"]],
    ["a wrong type", { name: 7 }, ["name must be a string"]],
    ["a zero limit", { name: "k", rpm: 0 }, ["rpm must be at least 1"]],
    ["half a request", { name: "k", rpm: 1.5 }, ["rpm must be a whole number"]],
    [
      "an empty list of models",
      { name: "k", models: [] },
      ["models must name at least one; null allows all"],
    ],
    [
      "no address",
      { name: "k", ips: ["localhost"] },
      ["ips[0] must be an address or a CIDR range, such as 203.0.113.7 or 10.0.0.0/8"],
    ],
    [
      "a time without zone",
      { name: "k", expires_at: "2026-01-01T00:00:00" },
      ["expires_at must be an ISO-8601 time with a zone, such as 2026-01-31T12:00:00Z, or a date"],
    ],
    [
      "a negative amount",
      { name: "k", limit_usd: -1 },
      [
        'limit_usd must be US dollars between 0 and 1000000 with at most nine decimals, such as "12.50"',
      ],
    ],
  ])("such as %s says how to mend it", async (_name, body, sentences) => {
    const { error } = (await api.asLocal("POST", "/api/relay/keys", body)).body;
    expect(error.problems?.map(({ path, message }) => `${path} ${message}`)).toEqual(sentences);
  });

  test("a price file of a few megabytes is no problem, and one that no price file is of that size", async () => {
    const upload = (bytes: number) =>
      api.asLocal("POST", "/api/relay/catalogue", { file: "x".repeat(bytes), dry_run: true });
    expect((await upload(4_000_000)).status).toBe(200);
    const refused = await upload(17_000_000);
    expect([refused.status, refused.body.error.message]).toEqual([413, "The body is over 16 MiB."]);
    const elsewhere = await api.asLocal("POST", "/api/relay/keys", { name: "x".repeat(1_100_000) });
    expect([elsewhere.status, elsewhere.body.error.message]).toEqual([
      413,
      "The body is over 1 MiB.",
    ]);
  });

  test("in the query is refused too", async () => {
    const answer = await api.asLocal(
      "GET",
      "/api/relay/requests?limit=5000&errors=perhaps&colour=red",
    );
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toBe(
      "The query has 3 problems: limit must be between 1 and 1000; errors must be true or false; " +
        "colour is not a known field.",
    );
  });

  test.each([
    ["no JSON", { body: "{oops", headers: { authorization } }, 400, "invalid_json"],
    [
      "a form",
      {
        body: "name=k",
        headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      },
      415,
      "unsupported_media_type",
    ],
    [
      "text",
      { body: "{}", headers: { authorization, "content-type": "text/plain" } },
      415,
      "unsupported_media_type",
    ],
    [
      "too much",
      { body: { name: "k".repeat(1_100_000) }, headers: { authorization } },
      413,
      "body_too_large",
    ],
  ])("that is %s is refused", async (_name, options, status, code) => {
    const answer = await api.call("POST", "/api/relay/keys", options);
    expect(answer.status).toBe(status);
    expect(answer.body.error.code).toBe(code);
  });

  test("of unknown length is cut off at the limit", async () => {
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode("x".repeat(100_000)));
      },
    });
    const request = new Request("http://parley.test/api/relay/keys", {
      method: "POST",
      body,
      headers: { authorization, "content-type": "application/json" },
    });
    const { handleApi } = await import("../../src/server/api/app.ts");
    const origin = { address: "203.0.113.7", secure: false, host: "parley.test" };
    expect((await handleApi(api.parts, request, origin)).status).toBe(413);
  });
});

test.each([
  ["GET", "/accounts", undefined, 200, ["accounts.list", {}]],
  ["POST", "/accounts", { name: "team a" }, 201, ["accounts.create", { name: "team a" }]],
  ["GET", "/accounts/team%20a", undefined, 200, ["accounts.get", "team a"]],
  [
    "POST",
    "/accounts/default/topup",
    { usd: "12.5", note: "june" },
    201,
    ["accounts.topUp", "default", { usd: "12.5", note: "june" }],
  ],
  [
    "POST",
    "/accounts/default/topup",
    { usd: 1e-7 },
    201,
    ["accounts.topUp", "default", { usd: 1e-7 }],
  ],
  [
    "GET",
    "/keys?account=default&status=active",
    undefined,
    200,
    ["keys.list", { account: "default", status: "active" }],
  ],
  [
    "POST",
    "/keys",
    { name: "k", rpm: null, models: ["a/b"] },
    201,
    ["keys.create", { name: "k", rpm: null, models: ["a/b"] }],
  ],
  ["GET", "/keys/k1", undefined, 200, ["keys.get", "k1"]],
  [
    "PATCH",
    "/keys/k1",
    { disabled: true, limit_usd: null },
    200,
    ["keys.update", "k1", { disabled: true, limit_usd: null }],
  ],
  ["DELETE", "/keys/k1", undefined, 200, ["keys.revoke", "k1"]],
  ["POST", "/keys/k1/rotate", undefined, 200, ["keys.rotate", "k1"]],
  ["GET", "/providers", undefined, 200, ["providers.list", {}]],
  [
    "GET",
    "/providers?search=ac&limit=5&before=acme",
    undefined,
    200,
    ["providers.list", { search: "ac", limit: 5, before: "acme" }],
  ],
  [
    "GET",
    "/providers/acme/models?search=sm",
    undefined,
    200,
    ["providers.models", "acme", { search: "sm" }],
  ],
  ["GET", "/providers/acme", undefined, 200, ["providers.get", "acme"]],
  [
    "PATCH",
    "/providers/acme",
    { prices: [{ id: "m", free: true }] },
    200,
    ["providers.update", "acme", { prices: [{ id: "m", free: true }] }],
  ],
  ["DELETE", "/providers/acme", undefined, 204, ["providers.remove", "acme"]],
  ["POST", "/providers/acme/test", undefined, 200, ["providers.test", "acme"]],
  ["GET", "/models", undefined, 200, ["models.list", {}]],
  [
    "GET",
    "/models?patterns=false&aliases=false&limit=1",
    undefined,
    200,
    ["models.list", { patterns: false, aliases: false, limit: 1 }],
  ],
  ["GET", "/routes?missing=true", undefined, 200, ["routes.list", { missing: true }]],
  ["GET", "/models/small", undefined, 200, ["models.get", "small"]],
  ["GET", "/models/meta/llama-3:free", undefined, 200, ["models.get", "meta/llama-3:free"]],
  ["GET", "/models/meta%2Fllama-3%3Afree", undefined, 200, ["models.get", "meta/llama-3:free"]],
  [
    "GET",
    "/requests?limit=10&errors=true&status=500&since=2026-01-01",
    undefined,
    200,
    ["requests.list", { limit: 10, errors: true, status: 500, since: "2026-01-01" }],
  ],
  ["GET", "/requests/req_1", undefined, 200, ["requests.get", "req_1"]],
  [
    "GET",
    "/ledger?account=default&before=12",
    undefined,
    200,
    ["ledger.entries", { account: "default", before: "12" }],
  ],
  ["GET", "/ledger/verify", undefined, 200, ["ledger.verify"]],
  ["GET", "/offers", undefined, 200, ["offers.list"]],
])("%s /api/relay%s reaches the relay", async (method, path, body, status, call) => {
  calls.length = 0;
  const answer = await api.asLocal(method, `/api/relay${path}`, body);
  expect(answer.status).toBe(status);
  // For the audit log, what is edited is looked at first.
  const isEdit = ["PATCH", "PUT", "DELETE"].includes(method);
  expect(isEdit ? calls.filter(([name]) => !String(name).endsWith(".get")) : calls).toEqual([call]);
});

test("a provider with everything reaches the relay unchanged", async () => {
  calls.length = 0;
  const input = {
    name: "acme",
    protocol: "vendorA-completions",
    base_url: "https://api.acme.test/v1/chat/completions",
    api_keys: ["a", "b"],
    headers: { "x-team": "blue" },
    models: [
      {
        id: "small",
        upstream_id: "small-1",
        price_in: "0.15",
        price_out: 0.6,
        price_cached: "0.075",
      },
    ],
  };
  const answer = await api.asLocal("POST", "/api/relay/providers", input);
  expect(answer.status).toBe(201);
  expect<unknown>(answer.body).toEqual(provider);
  expect(calls).toEqual([["providers.add", input]]);
});

test("a new key comes with its secret", async () => {
  const answer = await api.asLocal<KeyCreated>("POST", "/api/relay/keys", { name: "k" });
  expect(answer.body).toEqual({ ...key, key: "sk-parley-k1-secret" });
});

describe("an error of the relay", () => {
  const failing = async (error: Error) => {
    const relay = fakeManagement();
    const lines: unknown[] = [];
    const broken = makeTestApi(await openTestStore(), {
      relay: { ...relay, keys: { ...relay.keys, get: () => Promise.reject(error) } },
    });
    const log = { ...broken.parts.log, error: (...line: unknown[]) => lines.push(line) };
    Object.assign(broken.parts, { log });
    return { answer: await broken.asLocal("GET", "/api/relay/keys/k1"), lines };
  };

  test("keeps its code, message and headers", async () => {
    const { answer, lines } = await failing(
      new AppError("unavailable", "Busy.", { retryAfter: 1.2, headers: { "x-why": "busy" } }),
    );
    expect(answer.status).toBe(503);
    expect(answer.body.error).toMatchObject({
      message: "Busy.",
      type: "server_error",
      code: "unavailable",
    });
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(answer.headers.get("x-why")).toBe("busy");
    expect(lines).toHaveLength(1);
  });

  test("that nobody foresaw leaks nothing and is logged once, with its cause", async () => {
    const cause = new Error("password=hunter2 at /srv/secret.ts");
    const { answer, lines } = await failing(cause);
    expect(answer.status).toBe(500);
    expect(JSON.stringify(answer.body)).not.toContain("hunter2");
    expect(answer.body.error.code).toBe("internal_error");
    expect(lines).toEqual([
      [
        expect.any(String),
        { request_id: answer.body.error.request_id, code: "internal_error", error: cause },
      ],
    ]);
  });
});

test("the wrong method names the right ones", async () => {
  const answer = await api.asLocal("PATCH", "/api/relay/keys");
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("GET, POST");
});

test("an unknown path says where to look", async () => {
  const answer = await api.asLocal("GET", "/api/relay/nothing");
  expect(answer.status).toBe(404);
  expect(answer.body.error.message).toContain("/api/openapi.json");
});
