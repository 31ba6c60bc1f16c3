import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import { insertCustomer, writeEntry } from "../../test/store-rows.ts";
import { listAccounts } from "./accounts.ts";
import { listApiKeys } from "./api-keys.ts";
import { DEFER_MS } from "./hot-writer.ts";
import { listLedgerEntries } from "./ledger.ts";
import { getMeta } from "./meta.ts";

const META = "insert into meta (key, value) values ($1, $2)";
const BROKEN = "insert into no_such_table values ($1)";

forEachEngine("the hot writer", (open, { makePlace }) => {
  test("commits what was queued before `committed` resolves, visible to everybody", async () => {
    const place = await makePlace();
    const [store, other] = [await open(place), await open(place)];
    store.writer.write(META, ["a", "1"]);
    store.writer.write(META, ["b", "2"]);
    await store.writer.committed();
    expect([await getMeta(other, "a"), await getMeta(other, "b")]).toEqual(["1", "2"]);
  });

  test("resolves at once when nothing is queued", async () => {
    const store = await open();
    await store.writer.committed();
  });

  test("gives everybody in a batch the same promise", async () => {
    const store = await open();
    store.writer.write(META, ["a", "1"]);
    const first = store.writer.committed();
    store.writer.write(META, ["b", "2"]);
    expect(store.writer.committed()).toBe(first);
    await first;
    expect(await getMeta(store, "b")).toBe("2");
  });

  test("writes all of a batch or nothing, and goes on with the next", async () => {
    const store = await open();
    const { account } = await insertCustomer(store);
    const failures: string[] = [];
    store.writer.onFailure((error) => failures.push(error.code));
    writeEntry(store, { account_id: account.id, amount_nano: 1 });
    store.writer.bump("account_balance", account.id, 1);
    store.writer.write(BROKEN, [1]);
    await expectRejection(store.writer.committed());
    writeEntry(store, { account_id: account.id, amount_nano: 2 });
    store.writer.bump("account_balance", account.id, 2);
    await store.writer.committed();
    const lines = await listLedgerEntries(store, { limit: 10 });
    expect(lines.map((line) => line.amount_nano)).toEqual([2]);
    expect((await listAccounts(store))[0]?.balance_nano).toBe(2);
    expect(failures).toEqual(["unavailable"]);
  });

  test("tells of a failed batch nobody waited for", async () => {
    const store = await open();
    const told = Promise.withResolvers<string>();
    store.writer.onFailure((error) => told.resolve(error.code));
    store.writer.write(BROKEN, [1]);
    expect(await told.promise).toBe("unavailable");
  });

  test("folds the changes of a total into one update", async () => {
    const store = await open();
    const { account, key } = await insertCustomer(store);
    for (let index = 0; index < 100; index++) {
      store.writer.bump("account_balance", account.id, 5_000_000_000);
      store.writer.bump("key_spent", key.id, 7);
    }
    store.writer.bump("account_balance", account.id, -1);
    await store.writer.committed();
    expect((await listAccounts(store))[0]?.balance_nano).toBe(500_000_000_000 - 1);
    expect((await listApiKeys(store))[0]?.spent_nano).toBe(700);
    expect(() => store.writer.bump("key_spent", key.id, 0.5)).toThrow(RangeError);
  });

  test("makes deferred writes unless they are cancelled in time", async () => {
    const store = await open();
    const kept = store.writer.defer(() => store.writer.write(META, ["kept", "1"]));
    const cancelled = store.writer.defer(() => store.writer.write(META, ["cancelled", "1"]));
    expect(cancelled.cancel()).toBe(true);
    expect(cancelled.cancel()).toBe(false);
    await Bun.sleep(DEFER_MS + 100);
    await store.writer.committed();
    expect(kept.cancel()).toBe(false);
    expect([await getMeta(store, "kept"), await getMeta(store, "cancelled")]).toEqual([
      "1",
      undefined,
    ]);
  });

  test("flushes when closed, deferred writes too, and refuses writes afterwards", async () => {
    const place = await makePlace();
    const store = await open(place);
    store.writer.write(META, ["a", "1"]);
    store.writer.defer(() => store.writer.write(META, ["b", "2"]));
    await store.close();
    await store.close();
    store.writer.write(META, ["c", "3"]);
    await expectRejection(store.writer.committed());
    const again = await open(place);
    expect([
      await getMeta(again, "a"),
      await getMeta(again, "b"),
      await getMeta(again, "c"),
    ]).toEqual(["1", "2", undefined]);
  });

  test("keeps the order of writes across many batches", async () => {
    const store = await open();
    let waiting: Promise<void> = Promise.resolve();
    for (let index = 0; index < 300; index++) {
      writeEntry(store, { amount_nano: index });
      waiting = store.writer.committed();
      if (index % 7 === 0) await Bun.sleep(0);
    }
    await waiting;
    const lines = await listLedgerEntries(store, { limit: 1000 });
    expect(lines.map((line) => line.amount_nano).toReversed()).toEqual(
      Array.from({ length: 300 }, (_, index) => index),
    );
  });
});

async function expectRejection(promise: Promise<void>): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code: "unavailable" });
}
