/** A backup of a Parley in use, and putting it back. */

import { Database } from "bun:sqlite";
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { configSchema } from "../../src/base/config.ts";
import type { Backup } from "../../src/contract/backup.ts";
import type { MemberList } from "../../src/contract/member.ts";
import { handleApi } from "../../src/server/api/app.ts";
import { restoreSqlite } from "../../src/store/backup-restore.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { failureOf } from "../cli-fake-api.ts";
import { onEngine } from "../engines.ts";
import { LOCAL_TOKEN, makeTestApi, type TestApi } from "./api.ts";
import { addPerson } from "./people.ts";
import { makeTestHome } from "./store.ts";

const NOW = Date.parse("2026-01-02T00:00:00Z");

interface Site {
  readonly home: string;
  readonly store: Store;
  readonly api: TestApi;
}

async function openSite(home = makeTestHome()): Promise<Site> {
  const store = await openStore({ home });
  const config = { ...configSchema.parse({}), home, secretKey: undefined };
  return { home, store, api: makeTestApi(store, { config }) };
}

/** As a browser or a program would fetch it. */
async function fetchFile({ api }: Site, id: string): Promise<Response> {
  const request = new Request(`http://parley.test/api/backup/${id}`, {
    headers: { authorization: `Bearer ${LOCAL_TOKEN}` },
  });
  return handleApi(api.parts, request, { address: "127.0.0.1", secure: false, host: "x" });
}

async function download(site: Site, input: object = {}): Promise<string> {
  const made = await site.api.asLocal<Backup>("POST", "/api/backup", input);
  expect(made.status).toBe(201);
  const answer = await fetchFile(site, made.body.id);
  expect(answer.headers.get("content-disposition")).toContain("attachment");
  const file = join(makeTestHome(), "backup.db");
  writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
  expect(statSync(file).size).toBe(made.body.bytes);
  return file;
}

async function names({ api }: Site): Promise<string[]> {
  const { body } = await api.asLocal<MemberList>("GET", "/api/members");
  return body.members.map(({ name }) => name);
}

describe("a backup", () => {
  test("is given once, holds no session, and no key unless asked", async () => {
    const site = await openSite();
    await site.api.signUp();
    site.store.vault.seal("vendor key", "test");
    const key = readFileSync(join(site.home, "secret.key"), "utf8").trim();
    const made = (await site.api.asLocal<Backup>("POST", "/api/backup", {})).body;
    expect(made).toMatchObject({ name: "parley-2026-01-01-0000.db", secret_key_included: false });
    const path = join(site.home, "backups", `${made.id}.db`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const bytes = Buffer.from(await (await fetchFile(site, made.id)).arrayBuffer());
    expect(bytes.includes(key)).toBe(false);
    expect(existsSync(path)).toBe(false);
    expect((await fetchFile(site, made.id)).status).toBe(404);
    expect((await fetchFile(site, "..%2F..%2Fparley")).status).toBe(404);

    const db = new Database(await download(site, { include_secret_key: true }));
    expect(db.query("select count(*) as n from sessions").get()).toEqual({ n: 0 });
    expect(db.query("select value from meta where key = 'backup_secret_key'").get()).toEqual({
      value: key,
    });
    db.close();
    await site.store.close();
  });

  test("comes back in another home, with its key", async () => {
    const old = await openSite();
    await old.api.signUp();
    await addPerson(old.api, "grace", "viewer");
    const secret = old.store.vault.seal("vendor key", "test");
    const file = await download(old, { include_secret_key: true });
    await old.store.close();

    const home = makeTestHome();
    const done = await restoreSqlite({ home, secretKey: undefined, file, now: NOW });
    expect(done).toMatchObject({ kept: undefined, keyRestored: true, warnings: [] });
    const site = await openSite(home);
    expect(await names(site)).toEqual(["ada", "grace"]);
    expect(site.store.vault.open(secret, "test")).toBe("vendor key");
    const audit = JSON.stringify((await site.api.asLocal("GET", "/api/audit?area=backup")).body);
    expect(audit).toContain("parley restore");
    await site.store.close();
    const db = new Database(join(home, "parley.db"), { readonly: true });
    expect(db.query("select key from meta where key like 'backup%'").all()).toEqual([]);
    db.close();
  });

  test("keeps the old database aside, and says when the key does not fit", async () => {
    const old = await openSite();
    await old.api.signUp();
    old.store.vault.seal("x", "test");
    const file = await download(old);
    await old.store.close();
    const other = await openSite();
    other.store.vault.seal("y", "test");
    await other.store.close();

    const done = await restoreSqlite({ home: other.home, secretKey: undefined, file, now: NOW });
    expect(done.warnings).toHaveLength(1);
    expect(done.warnings[0]).toContain("another secret key");
    expect(existsSync(done.kept ?? "")).toBe(true);
    const same = await restoreSqlite({ home: old.home, secretKey: undefined, file, now: NOW });
    expect(same).toMatchObject({ keyRestored: false, warnings: [] });
  });

  test("is refused while a Parley owns the home, and when it is none", async () => {
    const site = await openSite();
    await site.api.signUp();
    const file = await download(site);
    await site.store.claim();
    const { home } = site;
    const restore = (from: string) =>
      restoreSqlite({ home, secretKey: undefined, file: from, now: NOW });
    expect(await failureOf(restore(file))).toMatchObject({ code: "conflict" });
    await site.store.close();

    const text = join(makeTestHome(), "text");
    writeFileSync(text, "hello");
    expect((await failureOf(restore(text))).message).toContain("not an SQLite database");
    expect(await failureOf(restore(join(home, "nothing")))).toMatchObject({ code: "not_found" });
    const newer = new Database(file);
    newer.run("insert into migrations (name, at) values ('9999-future', 1)");
    newer.close();
    expect((await failureOf(restore(file))).message).toContain("made by a newer Parley");
    const foreign = join(makeTestHome(), "foreign.db");
    const db = new Database(foreign);
    db.run("create table t (x)");
    db.close();
    expect((await failureOf(restore(foreign))).message).toContain("cannot be restored");
    const broken = join(makeTestHome(), "broken.db");
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 4096, 4096 * 6);
    writeFileSync(broken, bytes);
    expect((await failureOf(restore(broken))).message).toContain("cannot be restored");
    expect(existsSync(join(home, "parley.db.restoring"))).toBe(false);
    const again = await openSite(home);
    expect(await names(again)).toEqual(["ada"]);
    await again.store.close();
  });
});

onEngine("postgres", "a backup", (open) => {
  test("is left to pg_dump, without telling the password", async () => {
    const url = "postgres://parley:hunter2@db.test/parley";
    const config = {
      ...configSchema.parse({ database: { url } }),
      home: "/nowhere",
      secretKey: undefined,
    };
    const api = makeTestApi(await open(), { config });
    const answer = await api.asLocal("POST", "/api/backup", {});
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain(
      'pg_dump --format=custom --file=parley.dump "postgres',
    );
    expect(answer.body.error.message).not.toContain("hunter2");
  });
});
