/** The management API on a real store and a fake relay, called without a port. */

import { parseAddressList } from "../../src/base/addresses.ts";
import { type Config, configSchema } from "../../src/base/config.ts";
import { EventHub } from "../../src/base/events.ts";
import { silentLog } from "../../src/base/log.ts";
import type { ErrorBody } from "../../src/contract/error.ts";
import type { RelayManagement } from "../../src/contract/management.ts";
import type { Session } from "../../src/contract/session.ts";
import { handleApi } from "../../src/server/api/app.ts";
import type { ApiParts } from "../../src/server/api/env.ts";
import { Attempts } from "../../src/server/auth/attempts.ts";
import { readOrigin } from "../../src/server/auth/origin.ts";
import { renewSetupCode } from "../../src/server/auth/setup.ts";
import { Retention } from "../../src/server/retention.ts";
import type { Store } from "../../src/store/store.ts";
import { fakeManagement } from "./fake-management.ts";

export const LOCAL_TOKEN = "parley_local_test";
export const PASSWORD = "correct horse battery";

export interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** Address of the other end of the connection. */
  readonly peer?: string;
}

/** The body is an error unless the test says what it expects. */
export interface Answer<Body = ErrorBody> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

export interface TestApi {
  readonly parts: ApiParts;
  readonly clock: { time: number };
  call<Body = ErrorBody>(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Answer<Body>>;
  /** With the token that server.json would hold. */
  asLocal<Body = ErrorBody>(method: string, path: string, body?: unknown): Promise<Answer<Body>>;
  setupCode(): Promise<string>;
  /** Makes the owner and gives the headers of a signed-in browser. */
  signUp(): Promise<Record<string, string>>;
}

export interface TestApiOptions {
  readonly relay?: RelayManagement;
  readonly config?: Config;
  readonly trustedProxies?: readonly string[];
}

export function makeTestApi(store: Store, options: TestApiOptions = {}): TestApi {
  const clock = { time: Date.parse("2026-01-01T00:00:00Z") };
  const config = options.config ?? {
    ...configSchema.parse({}),
    home: "/nowhere",
    secretKey: undefined,
  };
  const retention = new Retention(store, config);
  const parts: ApiParts = {
    guard: { store, localToken: LOCAL_TOKEN, inProcess: false },
    attempts: new Attempts(),
    relay: options.relay ?? fakeManagement(),
    events: new EventHub(),
    config: retention.config,
    retention,
    clock: { now: () => clock.time },
    log: silentLog,
  };
  const proxies = parseAddressList(options.trustedProxies ?? []);
  if (!proxies) throw new Error("trustedProxies must be addresses");

  const api: TestApi = {
    parts,
    clock,
    async call<Body>(
      method: string,
      path: string,
      { body, headers = {}, peer = "203.0.113.7" }: CallOptions = {},
    ) {
      const request = new Request(`http://parley.test${path}`, {
        method,
        headers: {
          host: "parley.test",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const response = await handleApi(parts, request, readOrigin(request, peer, proxies));
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: (text === "" ? undefined : isJson(response) ? JSON.parse(text) : text) as Body,
      };
    },
    asLocal: (method, path, body) =>
      api.call(method, path, { body, headers: { authorization: `Bearer ${LOCAL_TOKEN}` } }),
    async setupCode() {
      const code = await renewSetupCode(store);
      if (code === undefined) throw new Error("there is an owner already");
      return code;
    },
    async signUp() {
      const code = await api.setupCode();
      return signedIn(
        await api.call<Session>("POST", "/api/setup", {
          body: { code, name: "ada", password: PASSWORD },
        }),
      );
    },
  };
  return api;
}

/** What a browser sends after an answer that signed it in. */
export function signedIn(answer: Answer<Session>): Record<string, string> {
  if (answer.status !== 201 && answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return { cookie: cookieOf(answer), "x-csrf-token": answer.body.csrf_token ?? "" };
}

export function cookieOf(answer: { readonly headers: Headers }): string {
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
}

function isJson(response: Response): boolean {
  return response.headers.get("content-type")?.includes("json") === true;
}
