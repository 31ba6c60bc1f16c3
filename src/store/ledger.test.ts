import { expect, test } from "bun:test";
import { type RawBuilder, sql } from "kysely";
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
import { readLedgerPage, writeBalances } from "./ledger-page.ts";
import { listLedgerEntries } from "./ledger.ts";
import type { RequestRow } from "./requests.ts";
import { queries, type Store } from "./store.ts";

async function call(store: Store, patch: Partial<RequestRow>): Promise<RequestRow> {
  const row = finishedRow({ ...patch });
  writeOpen(store, row);
  writeClose(store, row);
  await store.writer.committed();
  return row;
}

const LONG = 6000;

/** Entries of 1 nano-dollar for the accounts in turn. */
async function fill(store: Store, accounts: readonly string[], entries: number): Promise<void> {
  const db = queries(store);
  const rows = Array.from({ length: entries }, (_, i) => ({
    at: i,
    account_id: accounts[i % accounts.length] ?? "",
    kind: "topup",
    source: "deposits",
    target: "available",
    amount_nano: 1,
    key_id: null,
    request_id: null,
    price_id: null,
    estimated: 0,
    note: null,
  }));
  for (let i = 0; i < rows.length; i += 1000)
    await db
      .insertInto("ledger_entries")
      .values(rows.slice(i, i + 1000))
      .execute();
  const balance_nano = entries / accounts.length;
  await db.updateTable("accounts").set({ balance_nano }).where("id", "in", accounts).execute();
  if (store.engine === "postgres") await sql`analyze ledger_entries`.execute(db);
}

interface PlanNode {
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly PlanNode[];
}

/** Rows of the ledger that a query reads: counted by PostgreSQL; on SQLite none, if every look at it has an index. */
async function readRows(store: Store, query: RawBuilder<unknown>): Promise<number> {
  const db = queries(store);
  if (store.engine === "sqlite") {
    const { rows } = await sql<{ detail: string }>`explain query plan ${query}`.execute(db);
    const looks = rows.map(({ detail }) => detail).filter((text) => /other|ledger/.test(text));
    expect(looks).toHaveLength(2);
    for (const look of looks) expect(look).toMatch(/^SEARCH .* USING (INDEX|INTEGER PRIMARY KEY)/);
    expect(looks.join()).toContain("ledger_entries_account (account_id=? AND seq>? AND seq<?)");
    return 0;
  }
  const { rows } = await sql<{ "QUERY PLAN": { Plan: PlanNode }[] }>`
    explain (analyze, format json) ${query}`.execute(db);
  const count = (node: PlanNode): number =>
    (node["Relation Name"] === "ledger_entries" ? node["Actual Rows"] * node["Actual Loops"] : 0) +
    (node.Plans ?? []).reduce((sum, inner) => sum + count(inner), 0);
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("no plan");
  return count(plan);
}

forEachEngine("the ledger", (open) => {
  test("lists entries newest first, each with the balance after it", async () => {
    const store = await open();
    const { account, key } = await insertCustomer(store);
    writeTopUp(store, account.id, 1000);
    await call(store, {
      account_id: account.id,
      key_id: key.id,
      reserved_nano: 300,
      cost_nano: 120,
    });
    writeTopUp(store, account.id, 50);
    await store.writer.committed();
    const lines = await listLedgerEntries(store, { limit: 10 });
    expect(lines.map((line) => [line.kind, line.amount_nano, line.balance_nano])).toEqual([
      ["topup", 50, 930],
      ["release", 180, 880],
      ["settle", 120, 880],
      ["reserve", 300, 1000],
      ["topup", 1000, 1000],
    ]);
  });

  test("keeps the balances of accounts apart, on every page", async () => {
    const store = await open();
    const one = await insertCustomer(store);
    const two = await insertCustomer(store);
    for (let amount = 1; amount <= 6; amount++) {
      writeTopUp(store, one.account.id, amount);
      writeTopUp(store, two.account.id, 100 * amount);
    }
    await store.writer.committed();
    const all = await listLedgerEntries(store, { limit: 100 });
    const paged = [];
    for (let before: number | undefined; ;) {
      const page = await listLedgerEntries(store, { limit: 5, before });
      paged.push(...page);
      before = page.at(-1)?.seq;
      if (before === undefined) break;
    }
    expect(paged).toEqual(all);
    const mine = await listLedgerEntries(store, { limit: 3, accountId: one.account.id });
    expect(mine.map((line) => line.balance_nano)).toEqual([21, 15, 10]);
    const older = await listLedgerEntries(store, {
      limit: 3,
      accountId: one.account.id,
      before: mine.at(-1)?.seq,
    });
    expect(older.map((line) => line.balance_nano)).toEqual([6, 3, 1]);
    expect(all.filter((line) => line.account_id === one.account.id)).toEqual([...mine, ...older]);
  });

  test("finds the entries of one call among many", async () => {
    const store = await open();
    const { account, key } = await insertCustomer(store);
    writeTopUp(store, account.id, 10_000);
    const mine = { account_id: account.id, key_id: key.id, reserved_nano: 20, cost_nano: 10 };
    const hour = 3_600_000;
    const rows: RequestRow[] = [];
    for (let index = 0; index < 40; index++) {
      const row = finishedRow({ ...mine, at: index * hour });
      writeOpen(store, row);
      writeClose(store, row);
      for (const kind of ["extra"])
        writeEntry(store, { kind, account_id: account.id, at: index * hour });
      rows.push(row);
    }
    const running = requestRow({ ...mine, at: 41 * hour, cost_nano: 0 });
    writeOpen(store, running);
    await store.writer.committed();
    for (const row of [rows[0], rows[17], rows[39]]) {
      const lines = await listLedgerEntries(store, { limit: 10, requestId: row?.id });
      expect(lines.map((line) => line.kind)).toEqual(["release", "settle", "reserve"]);
    }
    const [held] = await listLedgerEntries(store, { limit: 10, requestId: running.id });
    expect(held).toMatchObject({ kind: "reserve", balance_nano: 10_000 - 400 });
    expect(await listLedgerEntries(store, { limit: 10, requestId: "none" })).toEqual([]);
  });

  test("filters by key, kind and time", async () => {
    const store = await open();
    const hour = 3_600_000;
    for (let index = 0; index < 10; index++) {
      writeEntry(store, {
        at: index * hour,
        kind: index % 2 ? "odd" : "even",
        key_id: `k${index % 3}`,
      });
    }
    await store.writer.committed();
    const list = async (filter: object) =>
      (await listLedgerEntries(store, { limit: 100, ...filter })).map((line) => line.at / hour);
    expect(await list({ kind: "odd" })).toEqual([9, 7, 5, 3, 1]);
    expect(await list({ keyId: "k1" })).toEqual([7, 4, 1]);
    expect(await list({ since: 3 * hour, until: 6 * hour })).toEqual([5, 4, 3]);
    expect(await list({ since: 3 * hour, kind: "even", keyId: "k0" })).toEqual([6]);
    expect(await list({ since: 20 * hour })).toEqual([]);
    expect(await list({ until: 0 })).toEqual([]);
  });

  test("the oldest page of a long ledger is counted from its beginning, by the index", async () => {
    const store = await open();
    const { account } = await insertCustomer(store);
    const other = await insertCustomer(store);
    await fill(store, [account.id, other.account.id], LONG);
    const db = queries(store);
    const oldest = await readLedgerPage(db, { limit: 10, before: 21 });
    expect(oldest.map(({ seq, balance_nano }) => [seq, balance_nano])).toEqual(
      Array.from({ length: 10 }, (_, i) => [20 - i, Math.ceil((20 - i) / 2)]),
    );
    const newest = await readLedgerPage(db, { limit: 3 });
    expect(newest.map(({ balance_nano }) => balance_nano)).toEqual([
      LONG / 2,
      LONG / 2,
      LONG / 2 - 1,
    ]);
    for (const [entries, isEarly] of [
      [oldest, true],
      [newest, false],
    ] as const) {
      expect(await readRows(store, writeBalances(entries, isEarly))).toBeLessThan(200);
    }
    // The wrong way round reads all of it: the measure can tell.
    if (store.engine === "postgres")
      expect(await readRows(store, writeBalances(oldest, false))).toBeGreaterThan(LONG / 2);
  });

  test("is empty to begin with", async () => {
    const store = await open();
    expect(await listLedgerEntries(store, { limit: 10 })).toEqual([]);
  });
});
