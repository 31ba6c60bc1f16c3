/** `kill -9` under load: what a client received whole is in the books, once, and nothing else is owed. */

import { afterEach, describe, expect, test } from "bun:test";
import type { Account } from "../../src/contract/account.ts";
import type { LedgerEntry } from "../../src/contract/ledger.ts";
import type { RequestRow } from "../../src/contract/request.ts";
import { type FakeVendor, startFakeVendor } from "../fakes/vendor/server.ts";
import { makeDatabase } from "../postgres-server.ts";
import { Installation } from "./installation.ts";
import { Load, type LoadKey, modelFlags, PRICES, untilBusy } from "./load.ts";

const TOP_UPS: Readonly<Record<string, number>> = {
  default: 10_000_000_000,
  left: 7_000_000_000,
  right: 30_000_000_000,
};
const ANSWERS_BEFORE_KILL = 60;
const MANY = 1_000_000;
/** Eight processes one after another: 8 s alone, three times that on a busy machine. */
const MOST_MS = 90_000;

const noPostgres = process.env["PARLEY_TEST_NO_POSTGRES"] === "1";
let installation: Installation | undefined;
let vendor: FakeVendor | undefined;

afterEach(async () => {
  await installation?.close();
  await vendor?.stop();
});

describe("a server killed twice under load", () => {
  test(
    "keeps every answer that arrived in its books, once (SQLite)",
    () => crashTwice({}),
    MOST_MS,
  );

  test.skipIf(noPostgres)(
    "keeps every answer that arrived in its books, once (PostgreSQL)",
    async () => crashTwice({ DATABASE_URL: await makeDatabase() }),
    MOST_MS,
  );
});

async function crashTwice(env: Record<string, string>): Promise<void> {
  const parley = (installation = new Installation(env));
  const fake = (vendor = await startFakeVendor());
  const keys = await prepare(parley, fake.url);
  const load = new Load();

  let server = await parley.start();
  for (const kill of [1, 2]) {
    const running = load.run(server.url, keys);
    await untilBusy(fake, load, ANSWERS_BEFORE_KILL);
    // The worst moment: an answer has just left, and its bill had better been written.
    load.atNextEnd(kill === 1 ? "stream" : "plain", () => server.signal("SIGKILL"));
    await running;
    await server.kill("SIGKILL");
    expect(load.refused).toEqual([]);

    // Crashes while it cleans up after the crash are crashes too.
    for (const pause of kill === 1 ? [] : [80, 160]) {
      const unlucky = parley.spawn(["--port", "0"]);
      await Bun.sleep(pause);
      await unlucky.kill("SIGKILL");
    }
    if (kill === 2) await parley.ok("relay ledger verify");
    server = await parley.start();
    await checkBooks(parley, load);
  }

  const [key] = keys;
  const after = await fetch(`${server.url}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key?.key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "quick", messages: [{ role: "user", content: "still there?" }] }),
  });
  expect(after.status).toBe(200);
  expect(await server.kill("SIGTERM")).toBe(0);
}

async function prepare(parley: Installation, vendorUrl: string): Promise<LoadKey[]> {
  const common = `--protocol openai-completions --base-url ${vendorUrl} --api-key vendor-key`;
  await parley.ok(`relay provider add priced ${common} ${modelFlags(false)} ${PRICES}`);
  await parley.ok(`relay provider add free ${common} ${modelFlags(true)} --free`);
  const keys: LoadKey[] = [];
  for (const account of ["left", "right"]) {
    await parley.ok(`relay account create ${account}`);
    await parley.ok(`relay account topup ${account} ${(TOP_UPS[account] ?? 0) / 1e9}`);
  }
  for (const account of ["left", "right", "right"]) {
    const { id, key } = await parley.ok(`relay key create --name load --account ${account}`);
    keys.push({ id: String(id), key: String(key), account });
  }
  return keys;
}

async function checkBooks(parley: Installation, load: Load): Promise<void> {
  const [proof, ledger, log, listed] = await Promise.all([
    parley.ok("relay ledger verify"),
    parley.ok(`relay ledger list --limit ${MANY}`),
    parley.ok(`relay log --limit ${MANY}`),
    parley.ok("relay account list"),
  ]);
  const entries = ledger["entries"] as LedgerEntry[];
  const rows = new Map((log["requests"] as RequestRow[]).map((row) => [row.id, row]));
  const accounts = listed["accounts"] as Account[];
  const entriesOf = Map.groupBy(entries, (entry) => entry.request_id);

  expect(proof).toEqual({ ok: true, accounts: 3, entries: entries.length, mismatches: 0 });
  checkWhole(load, rows, entriesOf);
  checkCrashed(rows, entriesOf);

  const settled = entries.filter(({ kind }) => kind === "settle");
  expect(new Set(settled.map((entry) => entry.request_id)).size).toBe(settled.length);
  // A bill may be written whose last byte did not arrive; there is none that nobody asked for.
  expect(settled.length).toBeGreaterThanOrEqual(load.whole.length);
  expect(settled.length).toBeLessThanOrEqual(load.whole.length + load.broken);

  for (const { name, balance_nano, held_nano, available_nano } of accounts) {
    const spent = entries
      .filter(({ account, kind }) => account === name && (kind === "settle" || kind === "overrun"))
      .reduce((sum, { amount_nano }) => sum + amount_nano, 0);
    const left = (TOP_UPS[name] ?? 0) - spent;
    expect({ name, balance_nano, held_nano, available_nano }).toEqual({
      name,
      balance_nano: left,
      held_nano: 0,
      available_nano: left,
    });
  }
}

type Rows = ReadonlyMap<string, RequestRow>;
type EntriesOf = ReadonlyMap<string | null, readonly LedgerEntry[]>;

/** Collected into one comparison: thousands of assertions would say less when they fail. */
function checkWhole({ whole }: Load, rows: Rows, entriesOf: EntriesOf): void {
  expect(new Set(whole.map(({ requestId }) => requestId)).size).toBe(whole.length);
  const wrong = whole.flatMap((answer) => {
    const row = rows.get(answer.requestId);
    const entries = entriesOf.get(answer.requestId) ?? [];
    const settles = entries.filter(({ kind }) => kind === "settle");
    const billed = entries
      .filter(({ kind }) => kind === "settle" || kind === "overrun")
      .reduce((sum, { amount_nano }) => sum + amount_nano, 0);
    const counted = (row?.prompt_tokens ?? 0) * 1000 + (row?.completion_tokens ?? 0) * 2000;
    const cost = answer.cost ?? counted;
    const isRight =
      row?.status === 200 &&
      row.end_reason === "complete" &&
      row.model === answer.model &&
      row.key === answer.key.id &&
      row.account === answer.key.account &&
      row.cost_nano === cost &&
      row.estimated === (answer.cost === undefined) &&
      settles.length === 1 &&
      settles[0]?.account === answer.key.account &&
      billed === cost &&
      (answer.cost === 0 || billed > 0);
    return isRight ? [] : [{ answer, row, entries }];
  });
  expect(wrong.slice(0, 3)).toEqual([]);
}

/** Calls that the crash interrupted: ended, not billed, their money given back. */
function checkCrashed(rows: Rows, entriesOf: EntriesOf): void {
  const all = [...rows.values()];
  expect(all.filter(({ status }) => status === null)).toEqual([]);
  const crashed = all.filter(({ end_reason }) => end_reason === "crash");
  expect(crashed.length).toBeGreaterThan(0);
  const wrong = crashed.flatMap((row) => {
    const entries = (entriesOf.get(row.id) ?? []).map(({ kind, amount_nano }) => [
      kind,
      amount_nano,
    ]);
    const wanted = [
      ["release", row.reserved_nano],
      ["reserve", row.reserved_nano],
    ];
    const isFree = row.reserved_nano === 0 && entries.length === 0;
    return row.cost_nano === 0 && (isFree || Bun.deepEquals(entries, wanted))
      ? []
      : [{ row, entries }];
  });
  expect(wrong.slice(0, 3)).toEqual([]);
}
