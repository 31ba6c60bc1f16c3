import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmodSync, existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { forEachEngine, onEngine } from "../../test/engines.ts";
import { getMeta, setMeta } from "./meta.ts";
import { openStore } from "./open.ts";
import { inside, queries } from "./store.ts";

forEachEngine("opening", (open, { engine, makePlace }) => {
  test("makes the tables once and finds them again", async () => {
    const place = await makePlace();
    const first = await open(place);
    expect(first.engine).toBe(engine);
    await setMeta(first, "kept", "yes");
    await first.close();
    const again = await open(place);
    await again.ping();
    expect(await getMeta(again, "kept")).toBe("yes");
  });

  test("works for many that start at the same moment", async () => {
    const place = await makePlace();
    const stores = await Promise.all(Array.from({ length: 6 }, () => open(place)));
    for (const store of stores) expect(await getMeta(store, "x")).toBeUndefined();
  });

  test("refuses a database made by a newer Parley", async () => {
    const place = await makePlace();
    const store = await open(place);
    await sql`insert into migrations (name, at) values ('9999-future', 1)`.execute(queries(store));
    await store.close();
    expect(openStore(place)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("9999-future"),
    });
  });

  test("runs several statements as one, all or nothing", async () => {
    const store = await open();
    const db = queries(store);
    const insert = (key: string) => db.insertInto("meta").values({ key, value: "it's" }).compile();
    await store[inside].together([insert("a"), insert("b")]);
    expect(store[inside].together([insert("c"), insert("a")])).rejects.toThrow();
    expect(await db.selectFrom("meta").select("key").orderBy("key").execute()).toEqual([
      { key: "a" },
      { key: "b" },
    ]);
  });

  test("refuses interactive transactions, which would lock the hot writer out", async () => {
    const store = await open();
    const work = queries(store)
      .transaction()
      .execute(async () => undefined);
    expect(work).rejects.toThrow("together");
  });

  test("answers no more once closed", async () => {
    const store = await open();
    await store.close();
    expect(store.ping()).rejects.toMatchObject({ code: "unavailable" });
  });
});

onEngine("sqlite", "opening a home", (_open, { makePlace }) => {
  test("keeps folder and files to their owner", async () => {
    const home = join((await makePlace()).home, "deep", "home");
    const store = await openStore({ home });
    await setMeta(store, "x", "y");
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect(mode(home)).toBe(0o700);
    for (const name of ["parley.db", "parley.db-wal", "parley.db-shm"])
      expect(mode(join(home, name))).toBe(0o600);
    await store.close();
    chmodSync(join(home, "parley.db"), 0o644);
    await (await openStore({ home })).close();
    expect(mode(join(home, "parley.db"))).toBe(0o600);
  });

  test("leaves one file behind when closed: everything is in it", async () => {
    const { home } = await makePlace();
    const store = await openStore({ home });
    await setMeta(store, "x", "y");
    store.writer.write("insert into meta (key, value) values ($1, $2)", ["a", "b"]);
    await store.close();
    expect(existsSync(join(home, "parley.db-wal"))).toBe(false);
    const file = new Database(join(home, "parley.db"), { readonly: true });
    expect(file.query("select count(*) as n from meta").get()).toEqual({ n: 2 });
    file.close();
  });

  test("says what is wrong with a file that is no database, and with a folder that cannot be", async () => {
    const { home } = await makePlace();
    writeFileSync(
      join(home, "parley.db"),
      "this is not a database, though it is long enough to be looked at".repeat(50),
    );
    expect(openStore({ home })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/parley\.db cannot be opened: file is not a database/),
    });
    expect(openStore({ home: join(home, "parley.db", "below") })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("cannot be made"),
    });
  });

  test("can be as durable as a power cut asks for", async () => {
    const { home } = await makePlace();
    const store = await openStore({ home, synchronous: "full" });
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(queries(store));
    expect(rows).toEqual([{ synchronous: 2 }]);
    await store.close();
  });
});

onEngine("postgres", "opening an address", (open, { makePlace }) => {
  test("says what is wrong with it, and never shows the password", async () => {
    const { home, databaseUrl = "" } = await makePlace();
    const { host } = new URL(databaseUrl);
    const attempts = {
      "mysql://x": "must look like postgres://",
      nonsense: "must look like postgres://",
      [`postgres://u:hidden@127.0.0.1:1/db`]: "nothing answers there",
      [`postgres://parley:hidden@${host}/nothing`]: "no such database",
      "postgres://u:hidden@host.invalid/db": "no such host",
    };
    for (const [url, message] of Object.entries(attempts)) {
      const error = await openStore({ home, databaseUrl: url }).catch((thrown: Error) => thrown);
      expect(error).toMatchObject({
        code: "unavailable",
        message: expect.stringContaining(message),
      });
      expect(`${(error as Error).stack}`).not.toContain("hidden");
    }
  }, 30_000);

  test("gives numbers as numbers, and throws rather than round them", async () => {
    const store = await open();
    const read = (text: string) =>
      sql<{ n: number }>`select cast(${text} as bigint) as n`.execute(queries(store));
    expect((await read("9007199254740991")).rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    expect(read("9007199254740992")).rejects.toThrow("too large");
    await store.ping();
  });
});
