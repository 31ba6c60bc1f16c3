/** Nothing on the management API works for somebody who may not use it. */

import { beforeAll, describe, expect, test } from "bun:test";
import { makeOpenApiDocument } from "../../src/server/openapi.ts";
import { type Answer, LOCAL_TOKEN, makeTestApi, type TestApi } from "./api.ts";
import { openTestStore } from "./store.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const routes = Object.entries(makeOpenApiDocument().paths ?? {}).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const isPublic = operation.security?.length === 0;
    return [{ method: method.toUpperCase(), path: path.replaceAll(/\{\w+\}/g, "x"), isPublic }];
  }),
);

const KEY_OF_A_CLIENT = "Bearer sk-parley-abcdefgh-0123456789";
let api: TestApi;
let browser: Record<string, string>;

beforeAll(async () => {
  api = makeTestApi(await openTestStore());
  browser = await api.signUp();
});

const open = routes.filter(({ isPublic }) => isPublic);
const closed = routes.filter(({ isPublic }) => !isPublic);

function expectRefused(answer: Answer, status: number, code: string): void {
  expect(answer.status).toBe(status);
  expect(answer.body.error.code).toBe(code);
  expect(answer.headers.get("x-request-id")).toBe(answer.body.error.request_id);
}

describe("without signing in", () => {
  test("exactly these routes are open", () => {
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/setup",
      "POST /api/setup",
      "POST /api/session",
      "POST /api/join",
    ]);
    expect(closed.length).toBeGreaterThan(25);
  });

  test.each(closed)("$method $path is refused", async ({ method, path }) => {
    expectRefused(await api.call(method, path), 401, "unauthorized");
    expectRefused(await api.call(method, path, { body: {} }), 401, "unauthorized");
    expectRefused(await api.call("HEAD", path).then(asGet), 401, "unauthorized");
  });

  test.each(closed)("$method $path is refused to wrong tokens", async ({ method, path }) => {
    const wrong = [
      "Bearer parley_pat_abc_def",
      `Bearer ${LOCAL_TOKEN}x`,
      `Basic ${LOCAL_TOKEN}`,
      KEY_OF_A_CLIENT,
      "Bearer",
      "Bearer undefined",
      "",
    ];
    for (const authorization of wrong) {
      expectRefused(
        await api.call(method, path, { headers: { authorization } }),
        401,
        "unauthorized",
      );
    }
  });

  test("paths that do not exist are refused too, and so tell nothing", async () => {
    for (const path of [
      "/api",
      "/api/",
      "/api/nope",
      "/api/relay/secret",
      "/api//relay/keys",
      "/api/relay/keys/",
    ]) {
      expectRefused(await api.call("GET", path), 401, "unauthorized");
    }
  });

  /** HEAD answers have no body; the status is what counts. */
  async function asGet(answer: Answer): Promise<Answer> {
    expect(answer.status).toBe(401);
    return api.call("GET", "/api/relay/keys");
  }
});

test("an API key says that it is one, and is not echoed", async () => {
  const answer = await api.call("GET", "/api/relay/keys", {
    headers: { authorization: KEY_OF_A_CLIENT },
  });
  expect(answer.body.error.message).toContain("This is an API key: it calls models under /v1");
  expect(JSON.stringify(answer.body)).not.toContain("0123456789");
});

test("a bad Authorization header is not saved by a good cookie", async () => {
  const headers = { ...browser, authorization: "Bearer parley_pat_abc_def" };
  expectRefused(await api.call("GET", "/api/relay/keys", { headers }), 401, "unauthorized");
});

describe("a browser that is signed in", () => {
  const changes = closed.filter(({ method }) => method !== "GET");

  test.each(changes)("$method $path needs the CSRF token", async ({ method, path }) => {
    const { cookie = "" } = browser;
    expectRefused(await api.call(method, path, { headers: { cookie } }), 403, "forbidden");
    const wrong = { cookie, "x-csrf-token": "x".repeat(43) };
    expectRefused(await api.call(method, path, { headers: wrong }), 403, "forbidden");
  });

  test("may read without it", async () => {
    const { cookie = "" } = browser;
    expect((await api.call("GET", "/api/relay/keys", { headers: { cookie } })).status).toBe(200);
  });

  test.each([
    ["another origin", { origin: "https://evil.test" }],
    ["another port", { origin: "http://parley.test:9999" }],
    ["an opaque origin", { origin: "null" }],
    ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
    ["a sibling site", { "sec-fetch-site": "same-site" }],
  ])(
    "is refused from %s even with the CSRF token",
    async (_name, headers: Record<string, string>) => {
      const answer = await api.call("POST", "/api/relay/keys", {
        body: { name: "k" },
        headers: { ...browser, ...headers },
      });
      expectRefused(answer, 403, "forbidden");
    },
  );

  test("may change things from our own page", async () => {
    const headers = { ...browser, origin: "http://parley.test", "sec-fetch-site": "same-origin" };
    const answer = await api.call("POST", "/api/relay/keys", { body: { name: "k" }, headers });
    expect(answer.status).toBe(201);
  });
});

test("another site cannot sign a browser in, nor set Parley up", async () => {
  const headers = { origin: "https://evil.test" };
  const body = { name: "ada", password: "whatever it is" };
  expectRefused(await api.call("POST", "/api/session", { body, headers }), 403, "forbidden");
  const setup = { code: "AAAA-AAAA-AAAA", ...body };
  expectRefused(await api.call("POST", "/api/setup", { body: setup, headers }), 403, "forbidden");
});

describe("behind a reverse proxy", () => {
  const forwarded = { "x-forwarded-host": "parley.example", "x-forwarded-proto": "https" };

  test("a trusted one may say what the client's address bar shows", async () => {
    const behind = makeTestApi(await openTestStore(), { trustedProxies: ["10.0.0.0/8"] });
    const headers = { ...(await behind.signUp()), ...forwarded, origin: "https://parley.example" };
    const options = { body: { name: "k" }, headers, peer: "10.1.2.3" };
    expect((await behind.call("POST", "/api/relay/keys", options)).status).toBe(201);
  });

  test("anybody else may not", async () => {
    const headers = { ...browser, ...forwarded, origin: "https://parley.example" };
    const answer = await api.call("POST", "/api/relay/keys", { body: { name: "k" }, headers });
    expectRefused(answer, 403, "forbidden");
  });
});

describe("CORS is closed:", () => {
  const origin = "https://evil.test";

  test.each(routes)("OPTIONS $path", async ({ path }) => {
    const headers = { origin, "access-control-request-method": "POST" };
    const answer = await api.call("OPTIONS", path, { headers });
    expect(answer.status).toBe(405);
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
  });

  test("no answer allows another origin", async () => {
    const headers = { ...browser, origin };
    const answer = await api.call("GET", "/api/relay/keys", { headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual(
      [],
    );
  });
});

test("no answer may be cached or sniffed", async () => {
  for (const [path, status] of [
    ["/api/relay/keys", 200],
    ["/api/nope", 404],
  ] as const) {
    const answer = await api.asLocal("GET", path);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("x-request-id")).toStartWith("api_");
  }
});
