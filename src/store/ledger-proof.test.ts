import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import {
  finishedRow,
  insertCustomer,
  requestRow,
  writeClose,
  writeEntry,
  writeOpen,
  writeTopUp,
} from "../../test/store-rows.ts";
import { verifyLedger } from "./ledger.ts";
import {
  CLOSE_REQUEST,
  closeRequestValues,
  deleteRequestsBefore,
  type RequestRow,
} from "./requests.ts";
import { queries, type Store } from "./store.ts";

interface Books {
  readonly account: string;
  readonly key: string;
  readonly done: RequestRow;
  readonly running: RequestRow;
}

/** An account with 1000 paid in, one call that cost 100 of 300 held, and one in flight that holds 200. */
async function keepBooks(store: Store): Promise<Books> {
  const { account, key } = await insertCustomer(store);
  const owner = { account_id: account.id, key_id: key.id };
  const done = finishedRow({ ...owner, reserved_nano: 300, cost_nano: 100 });
  const running = requestRow({ ...owner, reserved_nano: 200 });
  writeTopUp(store, account.id, 1000);
  writeOpen(store, done);
  writeClose(store, done);
  writeOpen(store, running);
  await store.writer.committed();
  return { account: account.id, key: key.id, done, running };
}

async function mismatches(store: Store): Promise<unknown[]> {
  return (await verifyLedger(store)).mismatches.map(({ what, id, expected, found }) => [
    what,
    id,
    expected,
    found,
  ]);
}

forEachEngine("the proof of the ledger", (open) => {
  test("finds nothing wrong with right books", async () => {
    const store = await open();
    await keepBooks(store);
    await insertCustomer(store);
    expect(await verifyLedger(store)).toEqual({ accounts: 2, entries: 5, mismatches: [] });
  });

  test("accepts every way a call can end", async () => {
    const store = await open();
    const { account, key } = await keepBooks(store);
    const owner = { account_id: account, key_id: key };
    const pay = (
      row: RequestRow,
      kind: string,
      source: string,
      target: string,
      amount_nano: number,
    ) => writeEntry(store, { ...owner, request_id: row.id, kind, source, target, amount_nano });

    const quick = finishedRow({ ...owner, reserved_nano: 50, cost_nano: 20 });
    store.writer.write(CLOSE_REQUEST, closeRequestValues(quick));
    pay(quick, "settle", "available", "revenue", 20);

    const dear = finishedRow({ ...owner, reserved_nano: 10, cost_nano: 40 });
    writeOpen(store, dear);
    store.writer.write(CLOSE_REQUEST, closeRequestValues(dear));
    pay(dear, "settle", "held", "revenue", 10);
    pay(dear, "overrun", "available", "revenue", 25);
    pay(dear, "shortfall", "shortfall", "revenue", 5);

    const failed = finishedRow({ ...owner, status: 502, reserved_nano: 10 });
    writeOpen(store, failed);
    store.writer.write(CLOSE_REQUEST, closeRequestValues(failed));
    pay(failed, "release", "held", "available", 10);

    const refused = finishedRow({ ...owner, status: 429 });
    store.writer.write(CLOSE_REQUEST, closeRequestValues(refused));

    writeEntry(store, {
      ...owner,
      kind: "adjust",
      source: "available",
      target: "deposits",
      amount_nano: 5,
    });
    store.writer.bump("account_balance", account, -20 - 35 - 5);
    store.writer.bump("key_spent", key, 20 + 35);
    await store.writer.committed();
    expect(await mismatches(store)).toEqual([]);
    await deleteRequestsBefore(store, Number.MAX_SAFE_INTEGER, 100);
    expect(await mismatches(store)).toEqual([]);
  });

  test("finds a balance that drifted", async () => {
    const store = await open();
    const { account } = await keepBooks(store);
    await queries(store).updateTable("accounts").set({ balance_nano: 901 }).execute();
    expect(await mismatches(store)).toEqual([["account_balance", account, 900, 901]]);
  });

  test("finds entries of an account that does not exist", async () => {
    const store = await open();
    writeEntry(store, { account_id: "ghost", amount_nano: 5 });
    await store.writer.committed();
    expect(await mismatches(store)).toEqual([["account_balance", "ghost", 5, 0]]);
  });

  test("finds a key's spending that drifted", async () => {
    const store = await open();
    const { key } = await keepBooks(store);
    await queries(store).updateTable("api_keys").set({ spent_nano: 99 }).execute();
    expect(await mismatches(store)).toEqual([["key_spent", key, 100, 99]]);
  });

  test("finds a bucket below zero", async () => {
    const store = await open();
    const { account, key } = await keepBooks(store);
    const owner = { account_id: account, key_id: key };
    writeEntry(store, {
      ...owner,
      kind: "adjust",
      source: "available",
      target: "deposits",
      amount_nano: 2000,
    });
    store.writer.bump("account_balance", account, -2000);
    await store.writer.committed();
    expect(await mismatches(store)).toEqual([["negative_available", account, 0, -1300]]);
    writeEntry(store, {
      ...owner,
      kind: "release",
      source: "held",
      target: "available",
      amount_nano: 1500,
    });
    await store.writer.committed();
    expect(await mismatches(store)).toEqual([
      ["negative_held", account, 0, -1300],
      ["account_held", account, 200, -1300],
    ]);
  });

  test("finds money held for a call that has ended, and a call in flight that holds none", async () => {
    const store = await open();
    const { account, running } = await keepBooks(store);
    const db = queries(store);
    await db
      .updateTable("requests")
      .set({ finished_at: 5, status: 500 })
      .where("id", "=", running.id)
      .execute();
    expect(await mismatches(store)).toEqual([
      ["account_held", account, 0, 200],
      ["request_held", running.id, 0, 200],
    ]);
    await db
      .updateTable("requests")
      .set({ finished_at: null, reserved_nano: 150 })
      .where("id", "=", running.id)
      .execute();
    expect(await mismatches(store)).toEqual([
      ["account_held", account, 150, 200],
      ["request_held", running.id, 150, 200],
    ]);
  });

  test("finds a call billed another sum than its log says, or not at all", async () => {
    const store = await open();
    const { done, account, key } = await keepBooks(store);
    const db = queries(store);
    await db.updateTable("requests").set({ cost_nano: 101 }).where("id", "=", done.id).execute();
    const unbilled = finishedRow({ account_id: account, key_id: key, cost_nano: 7 });
    store.writer.write(CLOSE_REQUEST, closeRequestValues(unbilled));
    await store.writer.committed();
    expect(await mismatches(store)).toEqual([
      ["request_cost", done.id, 100, 101],
      ["request_cost", unbilled.id, 0, 7],
    ]);
  });

  test("finds a call that was settled twice, also after it left the log", async () => {
    const store = await open();
    const { account, key, done } = await keepBooks(store);
    const twice = {
      account_id: account,
      key_id: key,
      request_id: done.id,
      kind: "settle",
      target: "revenue",
    };
    writeEntry(store, { ...twice, source: "available", amount_nano: 100 });
    store.writer.bump("account_balance", account, -100);
    store.writer.bump("key_spent", key, 100);
    await store.writer.committed();
    expect(await mismatches(store)).toEqual([
      ["double_settle", done.id, 1, 2],
      ["request_cost", done.id, 200, 100],
    ]);
    await deleteRequestsBefore(store, Number.MAX_SAFE_INTEGER, 100);
    expect(await mismatches(store)).toEqual([["double_settle", done.id, 1, 2]]);
  });

  test("finds malformed entries", async () => {
    const store = await open();
    const { account } = await keepBooks(store);
    writeEntry(store, { account_id: account, kind: "gift", amount_nano: 0 });
    writeEntry(store, { account_id: account, kind: "topup", source: "revenue", amount_nano: 0 });
    writeEntry(store, { account_id: account, amount_nano: -5 });
    store.writer.bump("account_balance", account, -5);
    await store.writer.committed();
    expect(await mismatches(store)).toEqual([
      ["entry", "6", 0, 0],
      ["entry", "7", 0, 0],
      ["entry", "8", 0, -5],
    ]);
  });

  test("says so even when a sum is too large for a number", async () => {
    const store = await open();
    const { account } = await keepBooks(store);
    for (let times = 0; times < 2; times++)
      writeEntry(store, { account_id: account, amount_nano: Number.MAX_SAFE_INTEGER });
    await store.writer.committed();
    const [[what, id]] = (await mismatches(store)) as [[string, string]];
    expect([what, id]).toEqual(["account_balance", account]);
  });

  test("sees one moment while calls go on", async () => {
    const store = await open();
    const { account, key } = await keepBooks(store);
    let stop = false;
    const traffic = (async () => {
      while (!stop) {
        const row = finishedRow({
          account_id: account,
          key_id: key,
          reserved_nano: 3,
          cost_nano: 1,
        });
        writeOpen(store, row);
        await store.writer.committed();
        writeClose(store, row);
        await store.writer.committed();
        await Bun.sleep(0);
      }
    })();
    for (let round = 0; round < 10; round++) expect(await mismatches(store)).toEqual([]);
    stop = true;
    await traffic;
  });
});
