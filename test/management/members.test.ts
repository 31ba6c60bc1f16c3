/** Members, and what each role may do: by the document on every route, by behaviour on both engines. */

import { beforeAll, describe, expect, test } from "bun:test";
import type { Member, MemberInvited, MemberList } from "../../src/contract/member.ts";
import { ROLES, type RoleName } from "../../src/contract/role.ts";
import type { Session } from "../../src/contract/session.ts";
import { makeOpenApiDocument } from "../../src/server/openapi.ts";
import { forEachEngine } from "../engines.ts";
import { makeTestApi, PASSWORD, signedIn, type TestApi } from "./api.ts";
import { addPerson, codeOf, MEMBER_PASSWORD, type Person } from "./people.ts";
import { openTestStore } from "./store.ts";

const METHODS = ["get", "post", "put", "patch", "delete"] as const;
const routes = Object.entries(makeOpenApiDocument().paths ?? {}).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method];
    if (!operation || operation.security?.length === 0) return [];
    return [{ method: method.toUpperCase(), path }];
  }),
);

/** Written down a second time, by hand, so that the table in permissions.ts cannot drift unseen. */
function isAllowed(role: RoleName, method: string, path: string): boolean {
  if (role === "owner") return true;
  if (path.startsWith("/api/session") || path.startsWith("/api/tokens")) return true;
  if (path.startsWith("/api/backup")) return false;
  if (method === "GET" || path === "/api/relay/trace") return true;
  return role === "admin" && !path.startsWith("/api/members");
}

describe.each([...ROLES])("the role %s", (role) => {
  let api: TestApi;
  let person: Person;

  beforeAll(async () => {
    api = makeTestApi(await openTestStore());
    await api.signUp();
    person = await addPerson(api, "grace", role);
  });

  /** Signing out would end the test. */
  const harmless = routes.filter(({ path }) => path !== "/api/events" && path !== "/api/session");

  test.each(harmless)("$method $path", async ({ method, path }) => {
    for (const headers of [person.browser, person.program]) {
      const answer = await api.call(method, path.replaceAll(/\{\w+\}/g, "x"), {
        headers,
        ...(method === "GET" ? {} : { body: {} }),
      });
      if (isAllowed(role, method, path)) {
        const isOwnPassword = path === "/api/session/password";
        if (!isOwnPassword) expect(answer.status).not.toBe(403);
        continue;
      }
      expect(answer.status).toBe(403);
      expect(answer.body.error.message).toContain(`Your role is ${role}`);
    }
  });

  test("sees itself with it", async () => {
    for (const headers of [person.browser, person.program]) {
      const { body } = await api.call<Session>("GET", "/api/session", { headers });
      expect(body.user).toMatchObject({ name: "grace", role });
    }
  });
});

forEachEngine("members", (openStore) => {
  async function makeApi(): Promise<TestApi> {
    const api = makeTestApi(await openStore());
    await api.signUp();
    return api;
  }
  const list = async (api: TestApi): Promise<Member[]> =>
    (await api.asLocal<MemberList>("GET", "/api/members")).body.members;
  const ada = async (api: TestApi): Promise<Member> => {
    const found = (await list(api)).find(({ name }) => name === "ada");
    if (!found) throw new Error("no ada");
    return found;
  };

  test("an invitation works once, and shows its code only then", async () => {
    const api = await makeApi();
    const made = await api.asLocal<MemberInvited>("POST", "/api/members", {
      name: "Grace H.",
      role: "viewer",
    });
    expect(made.status).toBe(201);
    expect(made.body.invite_path).toMatch(/^\/join#name=Grace\+H\.&code=[0-9A-Za-z]{43}$/);
    const code = codeOf(made.body.invite_path);
    expect(JSON.stringify(await list(api))).not.toContain(code);
    expect((await list(api)).at(1)?.invite_expires_at).toBeString();

    const early = { name: "Grace H.", password: MEMBER_PASSWORD };
    expect((await api.call("POST", "/api/session", { body: early })).status).toBe(401);

    const weak = await api.call("POST", "/api/join", { body: { code, password: "short" } });
    expect(weak.status).toBe(400);
    const body = { code, password: MEMBER_PASSWORD };
    const joined = await api.call<Session>("POST", "/api/join", { body });
    expect(joined.status).toBe(201);
    expect(joined.body.user).toMatchObject({ name: "Grace H.", role: "viewer" });
    expect((await list(api)).at(1)?.invite_expires_at).toBeNull();

    const again = await api.call("POST", "/api/join", { body });
    expect(again.status).toBe(403);
    expect((await api.call("POST", "/api/session", { body: early })).status).toBe(201);
  });

  test("an invitation ends after a week, and a new one ends the old one", async () => {
    const api = await makeApi();
    const input = { name: "grace", role: "admin" };
    const made = (await api.asLocal<MemberInvited>("POST", "/api/members", input)).body;
    const path = `/api/members/${made.id}/invite`;
    const second = (await api.asLocal<MemberInvited>("POST", path)).body;
    const password = MEMBER_PASSWORD;
    const old = await api.call("POST", "/api/join", {
      body: { code: codeOf(made.invite_path), password },
    });
    expect(old.status).toBe(403);
    api.clock.time += 8 * 24 * 3600 * 1000;
    const late = await api.call("POST", "/api/join", {
      body: { code: codeOf(second.invite_path), password },
    });
    expect(late.status).toBe(403);
    expect(late.body.error.param).toBe("code");
  });

  test("a new link sets a forgotten password and ends every session", async () => {
    const api = await makeApi();
    const grace = await addPerson(api, "grace", "admin");
    const path = `/api/members/${grace.member.id}/invite`;
    const link = (await api.asLocal<MemberInvited>("POST", path)).body.invite_path;
    expect((await api.call("GET", "/api/session", { headers: grace.browser })).status).toBe(200);
    const body = { code: codeOf(link), password: "a third password" };
    const joined = await api.call<Session>("POST", "/api/join", { body });
    expect((await api.call("GET", "/api/session", { headers: grace.browser })).status).toBe(401);
    const headers = signedIn(joined);
    expect((await api.call("GET", "/api/session", { headers })).status).toBe(200);
  });

  test("a role changes at once, for sessions and tokens alike", async () => {
    const api = await makeApi();
    const grace = await addPerson(api, "grace", "admin");
    const open = (headers: Record<string, string>) =>
      api.call("POST", "/api/relay/accounts", { body: { name: "team" }, headers });
    expect((await open(grace.program)).status).toBe(201);
    const path = `/api/members/${grace.member.id}`;
    const changed = await api.asLocal<Member>("PATCH", path, { role: "viewer" });
    expect(changed.body.role).toBe("viewer");
    expect((await open(grace.program)).status).toBe(403);
    expect((await open(grace.browser)).status).toBe(403);
    expect((await api.asLocal("PATCH", path, { role: "king" })).status).toBe(400);
  });

  test("a removed member is out at once, with tokens", async () => {
    const api = await makeApi();
    const grace = await addPerson(api, "grace", "owner");
    const path = `/api/members/${grace.member.id}`;
    expect((await api.asLocal("DELETE", path)).status).toBe(204);
    expect((await api.call("GET", "/api/session", { headers: grace.browser })).status).toBe(401);
    expect((await api.call("GET", "/api/session", { headers: grace.program })).status).toBe(401);
    expect((await api.asLocal("DELETE", path)).status).toBe(404);
    expect((await api.asLocal("PATCH", path, { role: "viewer" })).status).toBe(404);
  });

  test("the last owner stays; one who has not come yet does not count", async () => {
    const api = await makeApi();
    const { id } = await ada(api);
    const path = `/api/members/${id}`;
    expect((await api.asLocal("DELETE", path)).status).toBe(409);
    const demoted = await api.asLocal("PATCH", path, { role: "admin" });
    expect(demoted.status).toBe(409);
    expect(demoted.body.error.message).toContain("ada is the last owner");

    await api.asLocal("POST", "/api/members", { name: "later", role: "owner" });
    expect((await api.asLocal("DELETE", path)).status).toBe(409);
    await addPerson(api, "grace", "owner");
    expect((await api.asLocal("PATCH", path, { role: "admin" })).status).toBe(200);
  });

  test("of two owners who remove each other, one stays", async () => {
    const api = await makeApi();
    const grace = await addPerson(api, "grace", "owner");
    const answers = await Promise.all([
      api.asLocal("DELETE", `/api/members/${(await ada(api)).id}`),
      api.asLocal("DELETE", `/api/members/${grace.member.id}`),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]));
  });

  test("names are taken once, by renaming too", async () => {
    const api = await makeApi();
    const grace = await addPerson(api, "grace", "viewer");
    const taken = await api.asLocal("POST", "/api/members", { name: "ada", role: "viewer" });
    expect(taken.status).toBe(409);
    expect(taken.body.error.param).toBe("name");
    const rename = (name: string) =>
      api.call<Session>("PATCH", "/api/session", { body: { name }, headers: grace.browser });
    expect((await rename("ada")).status).toBe(409);
    expect((await rename("hopper")).body.user.name).toBe("hopper");
    const body = { name: "hopper", password: MEMBER_PASSWORD };
    expect((await api.call("POST", "/api/session", { body })).status).toBe(201);
  });

  test("nobody is invited before there is an owner", async () => {
    const api = makeTestApi(await openStore());
    const answer = await api.asLocal("POST", "/api/members", { name: "grace", role: "owner" });
    expect(answer.status).toBe(409);
    await api.signUp();
    const body = { name: "ada", password: PASSWORD };
    expect((await api.call("POST", "/api/session", { body })).status).toBe(201);
  });
});
