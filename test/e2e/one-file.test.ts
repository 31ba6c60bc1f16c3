/** The program that `npm run compile` makes, alone in an empty folder: everything the checkout does works there. */

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import manifest from "../../package.json";
import { guessTokens } from "../../src/llm/tokens/estimate.ts";
import { startFakeVendor } from "../fakes/vendor/server.ts";
import { makeDatabase } from "../postgres-server.ts";
import { chat } from "./client.ts";
import type { Installation, Server } from "./installation.ts";
import { COMPILE_MS, compileOneFile, type OneFile } from "./one-file.ts";

/** So many entries that proofs and reports get threads of their own. */
const MANY_ENTRIES = 25_000;
/** More than Bun allows unless it is told. */
const MANY_CALLS = 300;

let oneFile: OneFile;
beforeAll(async () => {
  oneFile = await compileOneFile();
}, COMPILE_MS);
afterAll(() => oneFile.close());

describe("one file", () => {
  let parley: Installation;
  let server: Server;
  let key: string;

  test("says its version, its help, and how to call it", async () => {
    parley = oneFile.install();
    expect((await parley.run(["--version"])).stdout).toBe(`${manifest.version}\n`);
    expect((await parley.run(["--help"])).stdout).toContain("relay ledger verify");
    expect((await parley.run(["nope"])).stderr).toContain('Try "../parley --help"');
    const onPath = await parley.run(["nope"], { env: { PATH: oneFile.folder } });
    expect(onPath.stderr).toContain('Try "parley --help"');
  });

  test("starts, makes a key and answers with it", async () => {
    server = await parley.start();
    key = String((await parley.ok("relay key create --name app"))["key"]);
    const { status, text } = await chat(server.url, key, { model: "demo" });
    expect([status, JSON.parse(text)]).toMatchObject([200, { object: "chat.completion" }]);
    const stream = await chat(server.url, key, { model: "demo", stream: true });
    expect(stream.text).toEndWith("data: [DONE]\n\n");
    expect(await parley.ok("relay log --limit 2")).toMatchObject({
      requests: [{ status: 200 }, { status: 200 }],
    });
  });

  test("serves the console and what it is made of", async () => {
    const page = await fetch(`${server.url}/`, { headers: { accept: "text/html" } });
    expect(page.status).toBe(200);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'self'; script-src 'self'; style-src 'self';");
    expect(policy).not.toContain("unsafe");
    const html = await page.text();
    const names = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const asset = await fetch(server.url + name);
      expect([name, asset.status]).toEqual([name, 200]);
      expect(asset.headers.get("cache-control")).toContain("immutable");
      const plain = await fetch(server.url + name, { headers: { "accept-encoding": "identity" } });
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect((await asset.bytes()).length).toBe((await plain.bytes()).length);
    }
    expect((await fetch(`${server.url}/assets/none.js`)).status).toBe(404);
  });

  test("describes its API and knows its prices", async () => {
    const token = await ownToken();
    const document = await fetch(`${server.url}/api/openapi.json`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await document.json()).toMatchObject({ openapi: expect.stringMatching(/^3/) });
    expect(await parley.ok("relay prices show gpt-4o-mini")).toMatchObject({
      entries: expect.arrayContaining([expect.objectContaining({ id: "gpt-4o-mini" })]),
    });
  });

  async function ownToken(): Promise<string> {
    const code = /Setup code +(\S+)/.exec(server.output())?.[1] ?? "";
    await parley.ok(`owner create --code ${code} --name ada`);
    return String((await parley.ok("token create --name t"))["token"]);
  }

  test("counts tokens with the tokenizer, in its thread", async () => {
    const content = "antidisestablishmentarianism, 反对国教分离主义, zzzzqqqq".repeat(20);
    const response = await fetch(`${server.url}/v1/messages/count_tokens`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ model: "demo", messages: [{ role: "user", content }] }),
    });
    const { input_tokens: counted } = (await response.json()) as { input_tokens: number };
    // Exact but for the role; a guess is far off.
    expect(Math.abs(counted - countTokens(content))).toBeLessThan(5);
    expect(Math.abs(guessTokens(content) - countTokens(content))).toBeGreaterThan(5);
  });

  test("holds more calls at once than Bun allows by itself", async () => {
    const vendor = await startFakeVendor();
    await parley.ok(
      `relay provider add slow --protocol openai-completions --base-url ${vendor.url}/v1 --api-key k --model slow=gpt-4o;latencyMs=4000 --free`,
    );
    const callers = await Promise.all(
      Array.from({ length: MANY_CALLS }, () => callRaw(server.url, key, "slow")),
    );
    const until = performance.now() + 3500;
    while (vendor.requests.length < MANY_CALLS && performance.now() < until) await Bun.sleep(20);
    expect(vendor.requests.length).toBe(MANY_CALLS);
    for (const caller of callers) caller.terminate();
    await vendor.stop();
  });

  test("copies its database while it runs, stops, and takes the copy back", async () => {
    const file = join(oneFile.place.cwd, "copy.db");
    expect(await parley.ok(`backup ${file}`)).toMatchObject({ bytes: expect.any(Number) });
    expect(await server.kill("SIGTERM")).toBe(0);
    expect(await parley.ok(`restore ${file}`)).toMatchObject({ key_restored: false });
    expect(await parley.ok("relay key list")).toMatchObject({
      keys: expect.arrayContaining([expect.objectContaining({ name: "app" })]),
    });
  });

  test("proves a long ledger and reports on it, in threads", async () => {
    const db = new Database(join(parley.home, "parley.db"));
    const insert = db.query(
      "insert into ledger_entries (at, account_id, kind, source, target, amount_nano) values (?, ?, 'topup', 'deposits', 'available', 1)",
    );
    const account = db.query<{ id: string }, []>("select id from accounts").get()?.id ?? "";
    db.transaction(() => {
      for (let entry = 0; entry < MANY_ENTRIES; entry++) insert.run(Date.now(), account);
      db.run("update accounts set balance_nano = balance_nano + ?", [MANY_ENTRIES]);
    })();
    db.close();
    const proof = await parley.ok("relay ledger verify");
    expect(proof).toMatchObject({ mismatches: 0 });
    expect(proof["entries"]).toBeGreaterThan(MANY_ENTRIES);
    expect(await parley.ok("relay usage --by model")).toMatchObject({
      usage: { sums: { requests: expect.any(Number) } },
    });
  });

  test("left nothing in the folder it was called from", () => {
    expect(readdirSync(oneFile.place.cwd)).toEqual(["copy.db"]);
  });
});

describe.skipIf(process.env["PARLEY_TEST_NO_POSTGRES"] === "1")("one file and PostgreSQL", () => {
  test("make a key and serve a call", async () => {
    const parley = oneFile.install({ DATABASE_URL: await makeDatabase() });
    const server = await parley.start();
    expect(server.output()).toContain("(PostgreSQL)");
    const key = String((await parley.ok("relay key create --name app"))["key"]);
    expect(await chat(server.url, key, { model: "demo" })).toMatchObject({ status: 200 });
    expect(await parley.ok("relay ledger verify")).toMatchObject({ mismatches: 0 });
    expect(await server.kill("SIGTERM")).toBe(0);
  });
});

/** Sends a call and does not wait for its answer. By hand: the `fetch` of this process may be limited too. */
function callRaw(url: string, key: string, model: string): Promise<Bun.Socket> {
  const { hostname, port, host } = new URL(url);
  const body = JSON.stringify({ model, messages: [{ role: "user", content: "x" }] });
  const head = [
    "POST /v1/chat/completions HTTP/1.1",
    `host: ${host}`,
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];
  return Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(`${head.join("\r\n")}\r\n\r\n${body}`),
      data: () => undefined,
    },
  });
}
