/** The audit log: every act, once, without secrets, for good. */

import { describe, expect, test } from "bun:test";
import { configSchema } from "../../src/base/config.ts";
import type { AuditEntry, AuditPage } from "../../src/contract/audit.ts";
import type { Member } from "../../src/contract/member.ts";
import type { TokenCreated } from "../../src/contract/token.ts";
import { describeInput } from "../../src/server/audit/summary.ts";
import { inside } from "../../src/store/store.ts";
import { failureOf } from "../cli-fake-api.ts";
import { forEachEngine } from "../engines.ts";
import { makeTestApi, PASSWORD, type TestApi } from "./api.ts";
import { addPerson } from "./people.ts";

const DAY = 24 * 3600 * 1000;

forEachEngine("the audit log", (openStore) => {
  const makeApi = async (): Promise<TestApi> => makeTestApi(await openStore());
  const read = async (api: TestApi, query = ""): Promise<AuditEntry[]> =>
    (await api.asLocal<AuditPage>("GET", `/api/audit${query}`)).body.entries;
  const newest = async (api: TestApi): Promise<AuditEntry> => {
    const [entry] = await read(api, "?limit=1");
    if (!entry) throw new Error("the log is empty");
    return entry;
  };

  test("tells who did what, from where, and what it was before", async () => {
    const api = await makeApi();
    const headers = await api.signUp();
    const patch = { name: "renamed", rpm: 5 };
    await api.call("PATCH", "/api/relay/keys/k1", { body: patch, headers, peer: "198.51.100.4" });
    expect(await newest(api)).toMatchObject({
      actor: "ada",
      role: "owner",
      via: "cookie",
      address: "198.51.100.4",
      action: "PATCH /api/relay/keys/{id}",
      summary: "Change a key",
      area: "keys",
      target: "k1",
      outcome: "done",
      changes: [
        { field: "name", before: "first", after: "renamed" },
        { field: "rpm", before: null, after: "5" },
      ],
    });
  });

  test("keeps what a removed thing was", async () => {
    const api = await makeApi();
    await api.signUp();
    const grace = await addPerson(api, "grace", "viewer");
    await api.asLocal<Member>("DELETE", `/api/members/${grace.member.id}`);
    const entry = await newest(api);
    expect(entry).toMatchObject({ action: "DELETE /api/members/{id}", via: "local" });
    expect(entry.changes).toContainEqual({ field: "name", before: "grace", after: null });
    expect(entry.changes).toContainEqual({ field: "role", before: "viewer", after: null });
  });

  test("has sign-ins, good and bad, but not the names that strangers type", async () => {
    const api = await makeApi();
    await api.signUp();
    const signIn = (name: string, password: string) =>
      api.call("POST", "/api/session", { body: { name, password } });
    await signIn("ada", "wrong");
    expect(await newest(api)).toMatchObject({ actor: "ada", outcome: "refused", via: null });
    await signIn("hunter2-typed-as-name", "ada");
    expect(await newest(api)).toMatchObject({ actor: null, outcome: "refused", target: null });
    await signIn("ada", PASSWORD);
    expect(await newest(api)).toMatchObject({ actor: "ada", outcome: "done", summary: "Sign in" });
    expect(JSON.stringify(await read(api))).not.toContain("hunter2");
    expect(await read(api, "?outcome=refused")).toHaveLength(2);
  });

  test("has nothing of reading, of refusals, and of other sites' tries", async () => {
    const api = await makeApi();
    const headers = await api.signUp();
    const before = (await read(api)).length;
    await api.call("GET", "/api/relay/keys", { headers });
    await api.call("POST", "/api/relay/trace", { body: { model: "small" }, headers });
    await api.call("POST", "/api/relay/keys", { body: { nope: 1 }, headers });
    await api.call("POST", "/api/relay/keys", { body: { name: "k" } });
    const body = { name: "ada", password: PASSWORD };
    const evil = { origin: "https://evil.test" };
    await api.call("POST", "/api/session", { body, headers: evil });
    expect(await read(api)).toHaveLength(before);
  });

  test("holds no secret that went in or came out", async () => {
    const api = await makeApi();
    const headers = await api.signUp();
    const secrets = ["sk-live-4eC39HqLyjWDarjtT1zdp7dc", "x-api-value", "hunter2", PASSWORD];
    await api.call("POST", "/api/relay/providers", {
      headers,
      body: {
        name: "acme",
        protocol: "openai-completions",
        base_url: "https://user:hunter2@api.acme.test/v1?k=hunter2",
        api_keys: [secrets[0]],
        headers: { "x-custom": "x-api-value" },
      },
    });
    const token = await api.call<TokenCreated>("POST", "/api/tokens", {
      headers,
      body: { name: "deploy" },
    });
    const made = await addPerson(api, "grace", "admin");
    const text = JSON.stringify(await read(api));
    for (const secret of [...secrets, token.body.token, made.program["authorization"] ?? "?"])
      expect(text).not.toContain(secret);
  });

  test("comes in pages and by filter", async () => {
    const api = await makeApi();
    await api.signUp();
    for (let count = 0; count < 5; count++) {
      api.clock.time += DAY;
      await api.asLocal("POST", "/api/relay/accounts", { name: `team-${count}` });
    }
    const first = (await api.asLocal<AuditPage>("GET", "/api/audit?area=accounts&limit=2")).body;
    expect(first.entries.map(({ target }) => target)).toEqual(["team-4", "team-3"]);
    const rest = await api.asLocal<AuditPage>(
      "GET",
      `/api/audit?area=accounts&limit=10&before=${first.next}`,
    );
    expect(rest.body.entries).toHaveLength(3);
    expect(rest.body.next).toBeNull();
    expect(await read(api, "?target=team-1")).toHaveLength(1);
    expect(await read(api, "?actor=nobody")).toHaveLength(0);
    expect(await read(api, "?since=2026-01-05T00:00:00Z")).toHaveLength(2);
    expect(await read(api, "?area=accounts&until=2026-01-03")).toHaveLength(1);
    expect((await api.asLocal("GET", "/api/audit?before=x")).status).toBe(400);
  });

  test("cannot be changed, and ends by age alone", async () => {
    const store = await openStore();
    const config = {
      ...configSchema.parse({ audit: { retentionDays: 30 } }),
      home: "/nowhere",
      secretKey: undefined,
    };
    const api = makeTestApi(store, { config });
    await api.signUp();
    const change = store[inside].db.updateTable("audit_log").set({ actor: "eve" }).execute();
    expect((await failureOf(change)).message).toContain("append-only");
    api.clock.time += 31 * DAY;
    await api.asLocal("POST", "/api/relay/accounts", { name: "team" });
    expect((await read(api)).map(({ area }) => area)).toEqual(["accounts"]);
  });
});

describe("a summary of changes", () => {
  test("hides what is named or shaped like a secret, and is short", () => {
    const changes = describeInput(
      {
        api_key: "abc",
        note: "see sk-abcdef123456 or deadbeefdeadbeefdeadbeefdeadbeef",
        text: "word ".repeat(100),
        targets: [{ provider: "acme", secret: "s3cr3t" }],
        limits: { rpm: 3, deep: { deeper: { token: "s3cr3t" } } },
        gone: null,
      },
      { limits: { rpm: 2 } },
    );
    const text = JSON.stringify(changes);
    expect(text).not.toMatch(/abcdef|deadbeef|s3cr3t|"abc"/);
    expect(changes).toContainEqual({ field: "limits.rpm", before: "2", after: "3" });
    expect(changes).toContainEqual({ field: "api_key", before: null, after: "(hidden)" });
    expect(changes).toContainEqual({ field: "gone", before: null, after: null });
    expect(changes.find(({ field }) => field === "text")?.after?.length).toBe(200);
  });
});
