import { expect, test } from "bun:test";
import { sql } from "kysely";
import postgres from "postgres";
import { onEngine, type Place } from "../../../test/engines.ts";
import { writeEntry } from "../../../test/store-rows.ts";
import { getMeta } from "../meta.ts";
import { queries } from "../store.ts";
import { openConnections } from "./connection.ts";
import { PostgresHotWriter } from "./hot-writer.ts";

const META = "insert into meta (key, value) values ($1, $2)";

/** Ends the sessions of Parley in this database again and again until told to stop. */
function cutAgainAndAgain(place: Place): () => Promise<void> {
  const killer = postgres(place.databaseUrl ?? "", { max: 1, fetch_types: false });
  let stop = false;
  const cutting = (async () => {
    while (!stop) {
      await killer`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'parley' and datname = current_database()`;
      await Bun.sleep(40);
    }
    await killer.end();
  })();
  return async () => {
    stop = true;
    await cutting;
    await Bun.sleep(50);
  };
}

onEngine("postgres", "lost connections", (open, { makePlace }) => {
  test("do not make the hot writer lose or repeat a batch", async () => {
    const place = await makePlace();
    const store = await open(place);
    const stop = cutAgainAndAgain(place);
    const stored: number[] = [];
    for (let index = 0; index < 150; index++) {
      writeEntry(store, { amount_nano: index });
      await store.writer.committed().then(
        () => stored.push(index),
        () => undefined,
      );
    }
    await stop();
    const found = await queries(store)
      .selectFrom("ledger_entries")
      .select("amount_nano")
      .orderBy("seq")
      .execute();
    expect(found.map((row) => row.amount_nano)).toEqual(stored);
    expect(stored.length).toBeGreaterThan(100);
  }, 60_000);

  test("fail a query that was running, and no other", async () => {
    const place = await makePlace();
    const store = await open(place);
    const stop = cutAgainAndAgain(place);
    for (let round = 0; round < 5; round++) {
      const cut = sql`select pg_sleep(30)`.execute(queries(store));
      expect(cut).rejects.toMatchObject({ code: "unavailable" });
    }
    await stop();
    await store.ping();
    expect(await getMeta(store, "a")).toBeUndefined();
  }, 60_000);

  test("after the commit and before the answer do not write a batch twice", async () => {
    const place = await makePlace();
    const store = await open(place);
    const real = openConnections({ url: place.databaseUrl ?? "", max: 1 });
    let answers = 0;
    const losing = new Proxy(real, {
      get: (target, name) =>
        name === "unsafe"
          ? async (message: string) => {
              await target.unsafe(message);
              if (++answers === 1)
                throw Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" });
            }
          : Reflect.get(target, name),
    });
    const writer = new PostgresHotWriter(losing);
    writer.write(META, ["a", "1"]);
    await writer.committed();
    expect(answers).toBe(1);
    expect(await getMeta(store, "a")).toBe("1");
    await writer.close();
  });
});
