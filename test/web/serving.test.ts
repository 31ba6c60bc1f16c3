/** How the console is served: which paths are its own, what the browser may keep, and what it must not do. */

import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../../src/base/log.ts";
import { makeConsole } from "../../src/server/web/console.ts";
import { MANIFEST_FILE, type WebFile, type WebManifest } from "../../src/server/web/manifest.ts";
import { CONSOLE_SECTIONS } from "../../src/server/web/paths.ts";
import { openConsole, type TestConsole } from "./server.ts";

setDefaultTimeout(60_000);
const PAGE = { headers: { accept: "text/html,*/*" } };

const running: TestConsole[] = [];
afterEach(async () => {
  for (const site of running.splice(0)) await site.stop();
});

async function start(): Promise<TestConsole> {
  const site = await openConsole();
  running.push(site);
  return site;
}

describe("the console", () => {
  test("is at / and at each of its pages, for browsers", async () => {
    const { url } = await start();
    for (const section of [...CONSOLE_SECTIONS, "keys/abc", "requests/req_1?x=1"]) {
      const answer = await fetch(`${url}/${section}`, PAGE);
      expect([section, answer.status]).toEqual([section, 200]);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
  });

  test("says in its own words that there is no such page; programs are told in JSON", async () => {
    const { url } = await start();
    const page = await fetch(`${url}/wp-login.php`, PAGE);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('<div id="root">');
    const program = await fetch(`${url}/wp-login.php`);
    expect(program.status).toBe(404);
    expect(program.headers.get("content-type")).toContain("application/json");
    expect((await fetch(`${url}/keys`, { method: "POST", ...PAGE })).status).toBe(404);
  });

  test("never stands before the relay, the API or the health of the server", async () => {
    const { url } = await start();
    for (const [path, status] of [
      ["/v1/models", 401],
      ["/v1/nothing", 404],
      ["/models", 401],
      ["/api/relay/keys", 401],
      ["/api/nothing", 401],
      ["/healthz", 200],
      ["/readyz", 200],
    ] as const) {
      const answer = await fetch(url + path, PAGE);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers.get("content-type")).toContain("application/json");
    }
    expect((await fetch(`${url}/`)).headers.get("content-type")).toContain("text/plain");
  });

  test("allows the page nothing but what Parley serves", async () => {
    const { url } = await start();
    const { headers } = await fetch(`${url}/`, PAGE);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test("asks again for the page each time, and never again for what it is made of", async () => {
    const { url } = await start();
    const page = await fetch(`${url}/`, PAGE);
    expect(page.headers.get("cache-control")).toBe("no-cache");
    const etag = page.headers.get("etag") ?? "";
    const again = await fetch(`${url}/keys`, {
      headers: { ...PAGE.headers, "if-none-match": etag },
    });
    expect(again.status).toBe(304);
    const [, script = ""] = /src="(\/assets\/main-[^"]+)"/.exec(await page.text()) ?? [];
    const packed = await fetch(url + script, {
      headers: { "accept-encoding": "gzip" },
      decompress: false,
    });
    expect(packed.status).toBe(200);
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(packed.headers.get("cache-control")).toContain("immutable");
    const plain = await fetch(url + script, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(Bun.gunzipSync(await packed.arrayBuffer()).length).toBe((await plain.bytes()).length);
  });

  test.each([
    "/assets/",
    "/assets/../package.json",
    "/assets/%2e%2e/package.json",
    "/assets/none.js",
    "/assets/constructor",
  ])("gives away nothing at %p", async (path) => {
    const { url } = await start();
    expect((await fetch(url + path)).status).toBe(404);
  });
});

test("a build that came along is served as it is, and none is made", async () => {
  const home = mkdtempSync(join(tmpdir(), "parley-web-"));
  const page: WebFile = { type: "text/html", size: 3, gzipSize: null, etag: `"1"` };
  const manifest: WebManifest = { key: "of-other-sources", files: { "index.html": page } };
  await Bun.write(join(home, "shipped", MANIFEST_FILE), JSON.stringify(manifest));
  await Bun.write(join(home, "shipped", "index.html"), "<p>");
  const runBuild = () => Promise.reject(new Error("built"));
  const shipped = join(home, "shipped");
  const web = makeConsole({ home, log: silentLog, shipped, folder: join(home, "build"), runBuild });
  const answer = await web.page(new Request("http://parley.test/", PAGE), 200);
  expect(await answer.text()).toBe("<p>");
  rmSync(home, { recursive: true, force: true });
});

describe("while the console is being built", () => {
  const request = new Request("http://parley.test/", PAGE);

  test("a page waits and reloads itself, without a script", async () => {
    const home = mkdtempSync(join(tmpdir(), "parley-web-"));
    const gate = Promise.withResolvers<void>();
    const folder = join(home, "build");
    const web = makeConsole({ home, log: silentLog, folder, runBuild: () => gate.promise });
    const page = await web.page(request, 200);
    const text = await page.text();
    expect(text).toContain("Preparing the console");
    expect(text).toContain(`http-equiv="refresh"`);
    expect(text).not.toContain("<script");
    expect(page.headers.get("cache-control")).toBe("no-store");
    gate.resolve();
    await web.prepare();
    rmSync(home, { recursive: true, force: true });
  });

  test("a failure is told on the page and in the log, and tried again", async () => {
    const home = mkdtempSync(join(tmpdir(), "parley-web-"));
    const lines: string[] = [];
    const log = { ...silentLog, error: (message: string) => void lines.push(message) };
    const runBuild = () => Promise.reject(new Error("no <space> left"));
    const web = makeConsole({ home, log, folder: join(home, "build"), runBuild });
    await web.prepare();
    const page = await web.page(request, 200);
    expect(page.status).toBe(500);
    expect(await page.text()).toContain("no &lt;space&gt; left");
    expect(lines).toEqual(["the console could not be built"]);
    rmSync(home, { recursive: true, force: true });
  });
});
