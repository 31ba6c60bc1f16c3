import { expect, test } from "bun:test";
import { sql } from "kysely";
import { forEachEngine } from "../../test/engines.ts";
import { NOW, finishedRow, requestRow } from "../../test/store-rows.ts";
import {
  CLOSE_REQUEST,
  OPEN_REQUEST,
  REQUEST_BODIES,
  closeRequestValues,
  deleteRequestsBefore,
  getRequest,
  getRequestBodies,
  listOpenRequests,
  listRequests,
  openRequestValues,
  requestBodiesValues,
  requestCursor,
  type RequestRow,
} from "./requests.ts";
import { inside, queries, type Store } from "./store.ts";

async function write(store: Store, rows: readonly RequestRow[]): Promise<void> {
  for (const row of rows) {
    if (row.finished_at === null) store.writer.write(OPEN_REQUEST, openRequestValues(row));
    else store.writer.write(CLOSE_REQUEST, closeRequestValues(row));
  }
  await store.writer.committed();
}

function ids(rows: readonly RequestRow[]): string[] {
  return rows.map((row) => row.id);
}

forEachEngine("the request log", (open, { engine }) => {
  test("lists newest first and pages without gaps, even within one millisecond", async () => {
    const store = await open();
    const rows = Array.from({ length: 25 }, (_, index) =>
      finishedRow({ at: NOW + Math.floor(index / 10) }),
    );
    await write(store, rows);
    const seen: string[] = [];
    let before: string | undefined;
    for (;;) {
      const page = await listRequests(store, { limit: 4, before });
      seen.push(...ids(page));
      const last = page.at(-1);
      if (!last) break;
      before = requestCursor(last);
    }
    expect(seen).toEqual(ids(rows).toReversed());
  });

  test("filters by key, account, model, provider, status, errors, cost and time, and by several at once", async () => {
    const store = await open();
    const base = { key_id: "k1", account_id: "a1", model: "m1", provider: "p1" };
    const plain = finishedRow({ ...base, at: NOW });
    const other = finishedRow({
      key_id: "k2",
      account_id: "a2",
      model: "m2",
      provider: "p2",
      cost_nano: 500,
      at: NOW + 1,
    });
    const failed = finishedRow({ ...base, status: 502, at: NOW + 2 });
    const limited = finishedRow({ ...base, status: 429, at: NOW + 3 });
    await write(store, [plain, other, failed, limited]);
    const list = async (filter: object) => ids(await listRequests(store, { limit: 10, ...filter }));
    expect(await list({ keyId: "k2" })).toEqual([other.id]);
    expect(await list({ accountId: "a2" })).toEqual([other.id]);
    expect(await list({ model: "m2" })).toEqual([other.id]);
    expect(await list({ provider: "p2" })).toEqual([other.id]);
    expect(await list({ status: 502 })).toEqual([failed.id]);
    expect(await list({ errors: true })).toEqual([limited.id, failed.id]);
    expect(await list({ errors: false })).toEqual([other.id, plain.id]);
    expect(await list({ minCost: 500 })).toEqual([other.id]);
    expect(await list({ minCost: 501 })).toEqual([]);
    expect(await list({ since: NOW + 1, until: NOW + 3 })).toEqual([failed.id, other.id]);
    expect(await list({ keyId: "k1", errors: true, until: NOW + 3 })).toEqual([failed.id]);
    expect(await list({ keyId: "k1", model: "m2" })).toEqual([]);
  });

  test("refuses a cursor it did not give, and a request that is not there", async () => {
    const store = await open();
    for (const before of ["", "x", ".req", "1e999.req"]) {
      expect(listRequests(store, { limit: 1, before })).rejects.toMatchObject({
        code: "invalid_request",
        detail: { param: "before" },
      });
    }
    expect(getRequest(store, "none")).rejects.toMatchObject({ code: "not_found" });
  });

  test("knows the calls that never finished", async () => {
    const store = await open();
    const late = requestRow({ at: NOW + 5 });
    const early = requestRow({ at: NOW });
    await write(store, [late, finishedRow(), early]);
    expect(ids(await listOpenRequests(store))).toEqual([early.id, late.id]);
  });

  test("forgets the oldest finished calls with their texts, and nothing else", async () => {
    const store = await open();
    const old = Array.from({ length: 5 }, (_, index) => finishedRow({ at: NOW - 100 + index }));
    const running = requestRow({ at: NOW - 200 });
    const young = finishedRow({ at: NOW });
    await write(store, [...old, running, young]);
    for (const row of [...old, young]) {
      const bodies = { request_id: row.id, request_text: "q", response_text: "a" };
      store.writer.write(REQUEST_BODIES, requestBodiesValues(bodies));
    }
    await store.writer.committed();
    expect(await deleteRequestsBefore(store, NOW, 3)).toBe(3);
    expect(ids(await listRequests(store, { limit: 10 }))).toEqual(
      ids([young, ...old.slice(3).toReversed(), running]),
    );
    expect(await deleteRequestsBefore(store, NOW, 3)).toBe(2);
    expect(await deleteRequestsBefore(store, NOW, 3)).toBe(0);
    expect(ids(await listRequests(store, { limit: 10 }))).toEqual(ids([young, running]));
    expect(await getRequestBodies(store, young.id)).toBeDefined();
    const left = await queries(store).selectFrom("request_bodies").select("request_id").execute();
    expect(left).toEqual([{ request_id: young.id }]);
  });

  test("stays quick with many rows, whatever the filter finds", async () => {
    const store = await open();
    await fill(store, 100_000);
    for (const filter of [
      {},
      { keyId: "key 7" },
      { keyId: "nobody" },
      { model: "rare" },
      { errors: true },
    ]) {
      const start = performance.now();
      await listRequests(store, { limit: 100, ...filter });
      // A scan of the rows themselves takes ten times as long; the bound leaves room for a busy machine.
      expect(performance.now() - start).toBeLessThan(400);
    }
    if (engine === "sqlite") {
      const text = "select id from requests where key_id = 'x' order by at desc, id desc limit 9";
      const plan = await sql.raw(`explain query plan ${text}`).execute(queries(store));
      expect(JSON.stringify(plan.rows)).toContain("COVERING INDEX requests_log");
    }
  }, 60_000);
});

/** Many rows from a few statements: each doubles what is there. */
async function fill(store: Store, count: number): Promise<void> {
  const seed = Array.from({ length: 100 }, (_, index) =>
    finishedRow({
      id: `r${index}`,
      at: index,
      key_id: `key ${index % 10}`,
      model: index === 50 ? "rare" : "m",
    }),
  );
  await write(store, seed);
  const db = queries(store);
  for (let have = seed.length; have < count; have *= 2) {
    const columns = [
      "id",
      "at",
      "finished_at",
      "key_id",
      "account_id",
      "endpoint",
      "model",
      "stream",
      "status",
      "reserved_nano",
    ] as const;
    await store[inside].together([
      db
        .insertInto("requests")
        .columns(columns)
        .expression(
          db
            .selectFrom("requests")
            .select((eb) => [
              eb("id", "||", eb.val(`.${have}`)).as("id"),
              eb("at", "+", eb.val(have)).as("at"),
              "finished_at",
              "key_id",
              "account_id",
              "endpoint",
              eb
                .case()
                .when("model", "=", "rare")
                .then("m")
                .else(eb.ref("model"))
                .end()
                .as("model"),
              "stream",
              "status",
              "reserved_nano",
            ]),
        )
        .compile(),
    ]);
  }
}
