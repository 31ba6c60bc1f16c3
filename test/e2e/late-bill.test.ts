/**
 * PostgreSQL goes on with a batch whose sender has died. A slow commit can so end after the next server has read the
 * books; that server must not start from what the batch is about to change.
 */

import { afterEach, describe, expect, test } from "bun:test";
import postgres from "postgres";
import type { Account } from "../../src/contract/account.ts";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";
import { makeDatabase } from "../postgres-server.ts";
import { Installation } from "./installation.ts";

const noPostgres = process.env["PARLEY_TEST_NO_POSTGRES"] === "1";
const CREDIT = 10_000_000_000;
/** Three words in and four out, at $1,000 per million tokens each. */
const COST = 7_000_000;

let installation: Installation | undefined;
let vendor: FakeVendor | undefined;

afterEach(async () => {
  await installation?.close();
  await vendor?.stop();
});

describe.skipIf(noPostgres)("a bill still on its way to PostgreSQL when its server died", () => {
  test.each([
    ["of a short call", "latencyMs=0"],
    ["of a call whose hold is on record", "latencyMs=300"],
  ])("%s is in the books and in the balance of the next server", async (_, knobs) => {
    const url = await makeDatabase();
    const parley = (installation = new Installation({ DATABASE_URL: url }));
    vendor = await startFakeVendor();
    await parley.ok(
      `relay provider add p --protocol openai-completions --base-url ${vendor.url} --api-key k --model m=fake;${knobs} --price-in 1000 --price-out 1000`,
    );
    const { key } = await parley.ok("relay key create --name k");
    const server = await parley.start();

    const database = await holdUpBills(url);
    const call = ask(server.url, String(key));
    while ((await database.waiting()) < 1) await Bun.sleep(10);
    await server.kill("SIGKILL");
    expect(await call).toBe("cut");

    let ready = false;
    const starting = parley.start().then(() => (ready = true));
    while (!ready && (await database.waiting()) < 2) await Bun.sleep(10);
    await database.letGo();
    await starting;

    expect(await parley.ok("relay ledger verify")).toMatchObject({ mismatches: 0 });
    const { accounts } = await parley.ok("relay account list");
    const left = { balance_nano: CREDIT - COST, available_nano: CREDIT - COST };
    expect(accounts as Account[]).toMatchObject([left]);
  });
});

/** Keeps every change of a balance waiting, as a slow disk would. */
async function holdUpBills(url: string) {
  const sql = postgres(url, { max: 2, onnotice: () => undefined });
  const holder = await sql.reserve();
  await holder.unsafe("begin; select id from accounts for update");

  /** How many sessions wait for a lock. */
  async function waiting(): Promise<number> {
    const rows = await sql<{ count: number }[]>`select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`;
    return rows[0]?.count ?? 0;
  }
  async function letGo(): Promise<void> {
    await holder.unsafe("commit");
    holder.release();
    while ((await waiting()) > 0) await Bun.sleep(10);
    await sql.end();
  }
  return { waiting, letGo };
}

async function ask(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "one two three" }] }),
  }).catch(() => undefined);
  return response ? response.text() : "cut";
}
