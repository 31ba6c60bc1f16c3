/** `GET /api/events`: calls and changes, told as they happen. */

import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type SseFrame, SseReader } from "../../src/base/sse.ts";
import type { RequestRow } from "../../src/contract/request.ts";
import { findServerFile } from "../../src/server/server-file.ts";
import { openConsole, type TestConsole } from "../web/server.ts";

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
