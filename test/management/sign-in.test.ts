/** Setup, sign-in, sessions, the password, access tokens: on both engines. */

import { describe, expect, test } from "bun:test";
import type { Session, SetupState } from "../../src/contract/session.ts";
import type { TokenCreated, TokenList } from "../../src/contract/token.ts";
import { forEachEngine } from "../engines.ts";
import { type Answer, cookieOf, makeTestApi, PASSWORD, signedIn, type TestApi } from "./api.ts";

const DAY = 24 * 3600 * 1000;

forEachEngine("signing in", (openStore) => {
  const makeApi = async (): Promise<TestApi> => makeTestApi(await openStore());
  const signIn = (api: TestApi, name: string, password: string): Promise<Answer<Session>> =>
    api.call<Session>("POST", "/api/session", { body: { name, password } });
  const whoAmI = (api: TestApi, headers: Record<string, string>): Promise<Answer<Session>> =>
    api.call<Session>("GET", "/api/session", { headers });

  describe("setup", () => {
    test("makes the owner once, with the code of this start", async () => {
      const api = await makeApi();
      const old = await api.setupCode();
      const code = await api.setupCode();
      expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
      expect((await api.call<SetupState>("GET", "/api/setup")).body).toEqual({
        needed: true,
        signed_in: false,
      });

      const body = { name: "ada", password: PASSWORD };
      const refused = await api.call("POST", "/api/setup", { body: { ...body, code: old } });
      expect(refused.status).toBe(403);
      expect(refused.body.error.param).toBe("code");

      const typed = ` ${code.toLowerCase().replaceAll("-", " ")}`;
      const done = await api.call<Session>("POST", "/api/setup", {
        body: { ...body, code: typed },
      });
      expect(done.status).toBe(201);
      expect(done.body.user).toMatchObject({ name: "ada", role: "owner" });
      expect((await whoAmI(api, signedIn(done))).body.user.name).toBe("ada");

      expect((await api.call<SetupState>("GET", "/api/setup")).body).toEqual({
        needed: false,
        signed_in: false,
      });
      const again = await api.call("POST", "/api/setup", { body: { ...body, name: "eve", code } });
      expect(again.status).toBe(409);
    });

    test("lets one of two become owner when both know the code", async () => {
      const api = await makeApi();
      const code = await api.setupCode();
      const answers = await Promise.all(
        ["ada", "eve"].map((name) =>
          api.call("POST", "/api/setup", { body: { code, name, password: PASSWORD } }),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    });

    test("wants a password of ten characters", async () => {
      const api = await makeApi();
      const body = { code: await api.setupCode(), name: "ada", password: "short" };
      const answer = await api.call("POST", "/api/setup", { body });
      expect(answer.status).toBe(400);
      expect(answer.body.error.problems).toEqual([
        {
          path: "password",
          message: "must have at least 10 characters",
          sentence: "too_short",
          params: { minimum: 10 },
        },
      ]);
    });
  });

  describe("a session", () => {
    test("has a cookie that scripts and other sites cannot use", async () => {
      const api = await makeApi();
      await api.signUp();
      const plain = (await signIn(api, "ada", PASSWORD)).headers.get("set-cookie") ?? "";
      expect(plain).toMatch(
        /^parley_session=[0-9A-Za-z]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
      );
    });

    test("has a Secure cookie when a trusted proxy says TLS", async () => {
      const api = makeTestApi(await openStore(), { trustedProxies: ["10.0.0.1"] });
      await api.signUp();
      const options = {
        body: { name: "ada", password: PASSWORD },
        headers: { "x-forwarded-proto": "https" },
      };
      const trusted = await api.call("POST", "/api/session", { ...options, peer: "10.0.0.1" });
      expect(trusted.headers.get("set-cookie")).toEndWith("; Secure");
      const stranger = await api.call("POST", "/api/session", options);
      expect(stranger.headers.get("set-cookie")).not.toContain("Secure");
    });

    test("is new with each sign-in, whatever cookie the browser brings", async () => {
      const api = await makeApi();
      const before = await api.signUp();
      const planted = "parley_session=planted-by-an-attacker";
      const body = { name: "ada", password: PASSWORD };
      const answer = await api.call<Session>("POST", "/api/session", {
        body,
        headers: { cookie: planted },
      });
      expect(cookieOf(answer)).not.toBe(planted);
      expect((await whoAmI(api, { cookie: planted })).status).toBe(401);

      await api.call("POST", "/api/session", { body, headers: { cookie: before["cookie"] ?? "" } });
      expect((await whoAmI(api, before)).status).toBe(401);
    });

    test("ends with signing out", async () => {
      const api = await makeApi();
      const headers = await api.signUp();
      const answer = await api.call("DELETE", "/api/session", { headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
      expect((await whoAmI(api, headers)).status).toBe(401);
    });

    test("ends after 14 days without use, and lives on with use", async () => {
      const api = await makeApi();
      const idle = await api.signUp();
      const used = signedIn(await signIn(api, "ada", PASSWORD));
      for (let day = 0; day < 13; day++) {
        api.clock.time += DAY;
        const answer = await whoAmI(api, used);
        expect(answer.status).toBe(200);
        expect(cookieOf(answer)).toBe(used["cookie"] ?? "");
      }
      expect((await whoAmI(api, used)).headers.get("set-cookie")).toBeNull();
      api.clock.time += DAY;
      expect((await whoAmI(api, idle)).status).toBe(401);
      expect((await whoAmI(api, used)).status).toBe(200);
    });

    test("cannot be taken over with what the database holds", async () => {
      const api = await makeApi();
      const { cookie = "" } = await api.signUp();
      const value = cookie.split("=")[1] ?? "";
      expect(
        (await whoAmI(api, { cookie: `parley_session=${Bun.SHA256.hash(value, "hex")}` })).status,
      ).toBe(401);
    });
  });

  test("a wrong password and an unknown name are answered alike", async () => {
    const api = await makeApi();
    await api.signUp();
    const wrong = await api.call("POST", "/api/session", {
      body: { name: "ada", password: "wrong" },
    });
    const unknown = await api.call("POST", "/api/session", {
      body: { name: "eve", password: "wrong" },
    });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(wrong.body.error.message).toBe(unknown.body.error.message);
  });

  test("guessing is locked out, with a time to wait, and the right password too until then", async () => {
    const api = await makeApi();
    await api.signUp();
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () =>
        api.call("POST", "/api/session", { body: { name: "ada", password: "guess" } }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    const locked = await api.call("POST", "/api/session", {
      body: { name: "ada", password: PASSWORD },
    });
    expect(locked.status).toBe(429);
    expect(locked.headers.get("retry-after")).toBe("30");
    expect(locked.body.error.message).toContain("Wait 30 seconds");
    api.clock.time += 31_000;
    expect((await signIn(api, "ada", PASSWORD)).status).toBe(201);
  });

  test("guessing the setup code is locked out", async () => {
    const api = await makeApi();
    await api.setupCode();
    const body = { code: "AAAA-AAAA-AAAA", name: "eve", password: PASSWORD };
    for (let guess = 0; guess < 5; guess++) {
      expect((await api.call("POST", "/api/setup", { body })).status).toBe(403);
    }
    expect((await api.call("POST", "/api/setup", { body })).status).toBe(429);
  });

  describe("the password", () => {
    const input = { current_password: PASSWORD, new_password: "another good password" };

    test("changes only with the current one, and every other session ends", async () => {
      const api = await makeApi();
      const other = await api.signUp();
      const headers = signedIn(await signIn(api, "ada", PASSWORD));
      const wrong = { ...input, current_password: "wrong" };
      expect(
        (await api.call("POST", "/api/session/password", { body: wrong, headers })).status,
      ).toBe(403);
      const { new_password } = input;
      const missing = await api.call("POST", "/api/session/password", {
        body: { new_password },
        headers,
      });
      expect(missing.status).toBe(403);

      const done = await api.call<Session>("POST", "/api/session/password", {
        body: input,
        headers,
      });
      expect(done.status).toBe(200);
      expect((await whoAmI(api, signedIn(done))).status).toBe(200);
      expect((await whoAmI(api, headers)).status).toBe(401);
      expect((await whoAmI(api, other)).status).toBe(401);
      expect((await signIn(api, "ada", PASSWORD)).status).toBe(401);
      expect((await signIn(api, "ada", new_password)).status).toBe(201);
    });

    test("may be set anew on the machine itself when it was forgotten", async () => {
      const api = await makeApi();
      await api.signUp();
      const { new_password } = input;
      expect((await api.asLocal("POST", "/api/session/password", { new_password })).status).toBe(
        200,
      );
      expect((await signIn(api, "ada", new_password)).status).toBe(201);
    });
  });

  describe("an access token", () => {
    const makeToken = async (
      api: TestApi,
      headers: Record<string, string>,
      expires_at?: string,
    ) => {
      const made = await api.call<TokenCreated>("POST", "/api/tokens", {
        body: { name: "ci", expires_at },
        headers,
      });
      expect(made.status).toBe(201);
      return {
        id: made.body.id,
        headers: { authorization: `Bearer ${made.body.token}` },
        token: made.body.token,
      };
    };

    test("works without a cookie or CSRF token until it is revoked", async () => {
      const api = await makeApi();
      const browser = await api.signUp();
      const { id, headers, token } = await makeToken(api, browser);
      expect(token).toMatch(/^parley_pat_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}$/);
      expect(
        (await api.call("POST", "/api/relay/keys", { body: { name: "k" }, headers })).status,
      ).toBe(201);
      expect((await whoAmI(api, headers)).body).toMatchObject({ via: "token", csrf_token: null });

      const list = await api.call<TokenList>("GET", "/api/tokens", { headers: browser });
      expect(list.body.tokens).toMatchObject([
        { id, name: "ci", last_used_at: "2026-01-01T00:00:00.000Z" },
      ]);
      expect(JSON.stringify(list.body)).not.toContain(token);

      expect((await api.call("DELETE", `/api/tokens/${id}`, { headers: browser })).status).toBe(
        204,
      );
      expect((await whoAmI(api, headers)).status).toBe(401);
      expect((await api.call("DELETE", `/api/tokens/${id}`, { headers: browser })).status).toBe(
        404,
      );
    });

    test("expires", async () => {
      const api = await makeApi();
      const { headers } = await makeToken(api, await api.signUp(), "2026-01-02T00:00:00Z");
      expect((await whoAmI(api, headers)).status).toBe(200);
      api.clock.time += DAY;
      expect((await whoAmI(api, headers)).status).toBe(401);
    });

    test("cannot be made to have expired already, nor before there is an owner", async () => {
      const api = await makeApi();
      expect((await api.asLocal("POST", "/api/tokens", { name: "ci" })).status).toBe(409);
      const headers = await api.signUp();
      const body = { name: "ci", expires_at: "2025-12-31" };
      const answer = await api.call("POST", "/api/tokens", { body, headers });
      expect(answer.status).toBe(400);
      expect(answer.body.error.param).toBe("expires_at");
    });
  });

  test("the local owner is known before and after setup", async () => {
    const api = await makeApi();
    expect((await api.asLocal<Session>("GET", "/api/session")).body).toMatchObject({
      user: { name: "local", role: "owner" },
      via: "local",
    });
    await api.signUp();
    expect((await api.asLocal<Session>("GET", "/api/session")).body.user.name).toBe("ada");
  });
});
