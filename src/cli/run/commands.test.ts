/** What the commands send to the management API, and what they make of its answers. */
import { describe, expect, test } from "bun:test";
import { failureOf, line, runCommand as run } from "../../../test/cli-fake-api.ts";

test("relay provider test fails with the checks in hand", async () => {
  const checks = [{ name: "answer", ok: false, key: null, detail: { message: "401" }, ms: 12.3 }];
  const { outcome, text } = await run(line("relay provider test up"), {
    "POST /api/relay/providers/up/test": { ok: false, checks },
  });
  expect(outcome.error?.code).toBe("provider_test_failed");
  expect(outcome.json).toEqual({ provider: "up", checks });
  expect(text).toContain("FAIL  answer (12 ms): 401");
});

const KEY = {
  id: "k1",
  name: "ci",
  account: "default",
  models: ["a"],
  rpm: 60,
  tpm: null,
  concurrency: null,
  limit_nano: 5_000_000_000,
  limit_usd: "5.00",
  spent_nano: 1,
  spent_usd: "0.000000001",
  expires_at: null,
  ips: null,
  status: "active",
  created_at: "2026-01-01T00:00:00.000Z",
  last_used_at: null,
};

describe("relay key", () => {
  test("create gives id and key first and the rest of the key", async () => {
    const { calls, outcome, text } = await run(
      line(
        "relay key create --name ci --account default --models a,b --rpm 60 --limit 5 --expires 2027-01-01T00:00:00Z",
      ),
      { "POST /api/relay/keys": { ...KEY, key: "sk-parley-k1-secret" } },
    );
    expect(calls[0]?.body).toMatchObject({
      name: "ci",
      account: "default",
      models: ["a", "b"],
      rpm: 60,
      limit_usd: "5",
      expires_at: "2027-01-01T00:00:00.000Z",
    });
    expect(Object.keys(outcome.json).slice(0, 2)).toEqual(["id", "key"]);
    expect(text).toContain("sk-parley-k1-secret");
  });

  test("edit takes limits away with none and refuses to change nothing", async () => {
    const { calls } = await run(line("relay key edit k1 --rpm none --limit none"), {
      "PATCH /api/relay/keys/k1": KEY,
    });
    expect(JSON.parse(JSON.stringify(calls[0]?.body))).toEqual({ rpm: null, limit_usd: null });
    expect((await failureOf(run(line("relay key edit k1")))).message).toContain(
      "Say what to change",
    );
  });

  test("a whole key pasted for its id sends the id alone", async () => {
    const { calls } = await run(line("relay key revoke sk-parley-k1-topsecret"), {
      "DELETE /api/relay/keys/k1": KEY,
    });
    expect(calls[0]?.path).toBe("/api/relay/keys/k1");
  });

  test("list reads every page", async () => {
    const answers = [
      { keys: [KEY], next: "k1", total: 2 },
      { keys: [{ ...KEY, id: "k2" }], next: null, total: 2 },
    ];
    const { calls, outcome } = await run(line("relay key list --status active"), {
      get "GET /api/relay/keys"() {
        return answers.shift();
      },
    });
    expect(calls.map(({ path }) => path)).toEqual([
      "/api/relay/keys?status=active&limit=1000",
      "/api/relay/keys?status=active&limit=1000&before=k1",
    ]);
    expect(outcome.json).toMatchObject({ keys: [{ id: "k1" }, { id: "k2" }] });
  });

  test("list shows limits and spending", async () => {
    const { text } = await run(line("relay key list --account default"), {
      "GET /api/relay/keys": { keys: [KEY] },
    });
    expect(text).toContain("$0.000000001");
    expect(text).toContain("up to $5.00, 60 rpm, 1 model");
  });
});

describe("relay account topup", () => {
  test("keeps the amount exact", async () => {
    const account = {
      name: "a",
      balance_nano: 100_000_001,
      held_nano: 0,
      available_nano: 0,
      created_at: "2026-01-01T00:00:00Z",
    };
    const { calls, text } = await run(line("relay account topup a 0.100000001 --note x"), {
      "POST /api/relay/accounts/a/topup": { account, entry: { amount_nano: 100_000_001 } },
    });
    expect(calls[0]?.body).toEqual({ usd: "0.100000001", note: "x" });
    expect(text).toContain("Added $0.100000001 to a");
  });

  test("refuses what is no amount before anything is called", async () => {
    expect((await failureOf(run(line("relay account topup a -5")))).message).toContain(
      'USD must be dollars such as 5 or 0.15, not "-5"',
    );
  });
});

describe("relay ledger verify", () => {
  test("is good news only without mismatches", async () => {
    const proof = { accounts: 2, entries: 9, mismatches: 0, details: [] };
    const good = await run(line("relay ledger verify"), { "GET /api/relay/ledger/verify": proof });
    expect(good.outcome.json).toEqual({ accounts: 2, entries: 9, mismatches: 0 });
    expect(good.outcome.error).toBeUndefined();
    const details = [{ subject: "account a", problem: "balance", expected_nano: 1, found_nano: 2 }];
    const bad = await run(line("relay ledger verify"), {
      "GET /api/relay/ledger/verify": { ...proof, mismatches: 1, details },
    });
    expect(bad.outcome.error?.code).toBe("ledger_mismatch");
    expect(bad.text).toContain("account a: balance (expected $0.000000001, found $0.000000002)");
  });
});

test("relay log pages past the largest page and shows the newest row last", async () => {
  const rows = ["new", "old"].map((id) => ({
    id,
    at: "2026-01-01T00:00:00.000Z",
    status: 200,
    error_code: null,
    model: "m",
    provider: "p",
    key: "k1",
    prompt_tokens: 1,
    completion_tokens: 2,
    estimated: false,
    cost_nano: 15,
    total_ms: 12.5,
    overhead_ms: 0.4,
  }));
  const { calls, outcome, text } = await run(line("relay log --limit 1500 --errors --key k1"), {
    "GET /api/relay/requests": { requests: rows, next: null },
  });
  expect(calls[0]?.path).toBe("/api/relay/requests?key=k1&errors=true&limit=1000");
  expect(outcome.json["requests"]).toEqual(rows);
  expect(text.split("\n").at(-1)).toContain("new");
  expect(text).toContain("$0.000000015");
});
