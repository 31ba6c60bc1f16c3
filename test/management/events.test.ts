/** `GET /api/events`: calls and changes, told as they happen. */

import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SseFrame, SseReader } from "../../src/base/sse.ts";
import type { MemberInvited } from "../../src/contract/member.ts";
import type { RequestRow } from "../../src/contract/request.ts";
import type { Session } from "../../src/contract/session.ts";
import type { TokenCreated } from "../../src/contract/token.ts";
import { findServerFile } from "../../src/server/server-file.ts";
import { openConsole, OWNER, type TestConsole } from "../web/server.ts";
import { codeOf, MEMBER_PASSWORD } from "./people.ts";

async function withSite(work: (site: TestConsole, home: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "parley-events-"));
  const site = await openConsole({ home });
  try {
    await work(site, home);
  } finally {
    await site.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Frames with an event, as they come. */
async function* follow(
  site: TestConsole,
  home: string,
  signal: AbortSignal,
): AsyncGenerator<SseFrame> {
  const response = await fetch(`${site.url}/api/events`, {
    headers: { authorization: `Bearer ${findServerFile(home)?.token}` },
    signal,
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const reader = new SseReader();
  for await (const bytes of response.body ?? [])
    for (const frame of reader.push(bytes)) yield frame;
}

const WATCHERS = ["cookie", "token", "owner"] as const;
type Watcher = (typeof WATCHERS)[number];

interface Watchers {
  readonly site: TestConsole;
  readonly member: MemberInvited;
  readonly token: TokenCreated;
  /** Calls the API as the member's browser. */
  readonly ask: <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>;
  hasEnded(name: Watcher): Promise<boolean>;
  isOpen(name: Watcher): boolean;
  readonly leave: AbortController;
}

/** A member who follows events in a browser and with a token, and the owner of the machine, who does too. */
async function watch(site: TestConsole, home: string): Promise<Watchers> {
  const code = site.server.setupCode;
  await site.api("POST", "/api/setup", { ...OWNER, code });
  const member = await site.api<MemberInvited>("POST", "/api/members", {
    name: "vera",
    role: "viewer",
  });
  const joined = await fetch(`${site.url}/api/join`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ code: codeOf(member.invite_path), password: MEMBER_PASSWORD }),
  });
  const session = (await joined.json()) as Session;
  const browser = {
    cookie: joined.headers.get("set-cookie")?.split(";")[0] ?? "",
    "x-csrf-token": session.csrf_token ?? "",
  };
  async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(site.url + path, {
      method,
      headers: { ...browser, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as Answer;
  }
  const token = await ask<TokenCreated>("POST", "/api/tokens", { name: "watcher" });
  const leave = new AbortController();
  const headers: Record<Watcher, Record<string, string>> = {
    cookie: browser,
    token: { authorization: `Bearer ${token.token}` },
    owner: { authorization: `Bearer ${findServerFile(home)?.token}` },
  };
  const open = new Set<Watcher>();
  const ends = new Map<Watcher, Promise<void>>();
  for (const name of WATCHERS) {
    const response = await fetch(`${site.url}/api/events`, {
      headers: headers[name],
      signal: leave.signal,
    });
    expect(response.status).toBe(200);
    const reader = response.body?.getReader();
    await reader?.read();
    open.add(name);
    ends.set(
      name,
      (async () => {
        while (!(await reader?.read())?.done);
      })()
        .catch(() => undefined)
        .then(() => void open.delete(name)),
    );
  }
  return {
    site,
    member,
    token,
    ask,
    leave,
    hasEnded: async (name) =>
      Promise.race([ends.get(name)?.then(() => true) ?? false, Bun.sleep(1000).then(() => false)]),
    isOpen: (name) => open.has(name),
  };
}

describe("live events", () => {
  test("tell calls with their bill, and changes by whom ever", async () => {
    await withSite(async (site, home) => {
      const key = await site.makeKey({ name: "watched" });
      const leave = new AbortController();
      const frames = follow(site, home, leave.signal);
      expect((await frames.next()).value?.data).toBeNull();

      await site.chat(key.key);
      const call = (await frames.next()).value as SseFrame;
      expect(call.event).toBe("request");
      expect(JSON.parse(call.data ?? "") as RequestRow).toMatchObject({
        key: key.id,
        account: "default",
        model: "demo",
        status: 200,
        finished_at: expect.any(String),
      });

      await site.chat("sk-parley-nobody-x");
      await site.api("PATCH", `/api/relay/keys/${key.id}`, { rpm: 5 });
      await site.api("POST", "/api/relay/accounts", { name: "team a" });
      await site.api("POST", "/api/relay/accounts/team%20a/topup", { usd: "1" });
      const told = [await frames.next(), await frames.next(), await frames.next()].map(
        ({ value }) => [
          (value as SseFrame).event,
          JSON.parse((value as SseFrame).data ?? "") as unknown,
        ],
      );
      expect(told).toEqual([
        ["key", { id: key.id }],
        ["account", { name: null }],
        ["account", { name: "team a" }],
      ]);
      leave.abort();
    });
  });

  test("need a signed-in caller, and say nothing of a change that failed", async () => {
    await withSite(async (site, home) => {
      expect((await fetch(`${site.url}/api/events`)).status).toBe(401);
      const leave = new AbortController();
      const frames = follow(site, home, leave.signal);
      await frames.next();
      await site.api("PATCH", "/api/relay/keys/none", { rpm: 5 }).catch(() => undefined);
      const key = await site.makeKey();
      expect(JSON.parse((await frames.next()).value?.data ?? "")).toEqual({ id: null });
      expect(key.id).toBeString();
      leave.abort();
    });
  });

  describe("end at once for somebody who", () => {
    test.each<[string, (people: Watchers) => Promise<unknown>, readonly Watcher[]]>([
      [
        "is removed",
        ({ site, member }) => site.api("DELETE", `/api/members/${member.id}`),
        ["cookie", "token"],
      ],
      ["signs out", ({ ask }) => ask("DELETE", "/api/session"), ["cookie"]],
      [
        "revokes the token",
        ({ ask, token }) => ask("DELETE", `/api/tokens/${token.id}`),
        ["token"],
      ],
      [
        "changes the password",
        ({ ask }) =>
          ask("POST", "/api/session/password", {
            current_password: MEMBER_PASSWORD,
            new_password: "a third good password",
          }),
        ["cookie"],
      ],
      [
        "chooses a new password with a link",
        async ({ site, member }) => {
          const { invite_path } = await site.api<MemberInvited>(
            "POST",
            `/api/members/${member.id}/invite`,
          );
          const body = { code: codeOf(invite_path), password: "a third good password" };
          return site.api("POST", "/api/join", body);
        },
        ["cookie"],
      ],
    ])("%s", async (_what, act, ended) => {
      await withSite(async (site, home) => {
        const people = await watch(site, home);
        await act(people);
        for (const name of ended) expect([name, await people.hasEnded(name)]).toEqual([name, true]);
        for (const name of WATCHERS.filter((other) => !ended.includes(other)))
          expect([name, people.isOpen(name)]).toEqual([name, true]);
        people.leave.abort();
      });
    });
  });

  test("are sent to nobody after the last reader has left", async () => {
    await withSite(async (site, home) => {
      for (let index = 0; index < 3; index++) {
        const leave = new AbortController();
        await follow(site, home, leave.signal).next();
        leave.abort();
      }
      // A server that still held the readers would not stop without cutting them; it stops at once.
      const started = performance.now();
      await site.server.stop(2000);
      expect(performance.now() - started).toBeLessThan(1500);
    });
  });
});
