/** Usage, statements and the ledger as a file, over the real relay on both engines. */

import { expect, test } from "bun:test";
import { ErrorBody } from "../../src/contract/error.ts";
import { KeyCreated } from "../../src/contract/key.ts";
import { Statement, Usage } from "../../src/contract/usage.ts";
import type { Relay } from "../../src/relay/relay.ts";
import { handleApi } from "../../src/server/api/app.ts";
import { forEachEngine } from "../engines.ts";
import { LOCAL_TOKEN, makeTestApi } from "./api.ts";
import { entry, fakeManagement } from "./fake-management.ts";
import { openApi } from "./relay-api.ts";
import { openTestStore } from "./store.ts";

async function call(relay: Relay, key: string, model = "demo"): Promise<void> {
  const request = new Request("http://parley.test/v1/chat/completions", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "hello" }] }),
  });
  await (await relay.fetch(request, { address: "203.0.113.7" }))?.text();
}

forEachEngine("reports", (openStore) => {
  test("calls are added up by group and step", async () => {
    const { ask, relay } = await openApi(await openStore());
    const { key, id } = await ask(KeyCreated, "POST", "/keys", { name: "k" });
    await call(relay, key);
    await call(relay, key);
    const usage = await ask(Usage, "GET", "/usage?group=account");
    expect(usage.times).toHaveLength(24);
    expect(usage.sums).toMatchObject({ requests: 2, errors: 0 });
    expect(usage.sums.total_ms?.p50).toBeGreaterThan(0);
    expect(usage.series.map(({ group, steps }) => [group, steps.at(-1)?.requests])).toEqual([
      ["default", 2],
    ]);
    const day = await ask(Usage, "GET", `/usage?bucket=day&group=key&key=${id}`);
    expect(day.series.map(({ group, sums }) => [group, sums.requests])).toEqual([[id, 2]]);
    expect((await ask(Usage, "GET", "/usage?model=nobody")).sums.requests).toBe(0);
    const zoned = await ask(Usage, "GET", "/usage?bucket=day&zone=Asia/Kolkata");
    expect(zoned.times.every((time) => time.endsWith("T18:30:00.000Z"))).toBe(true);
    expect(zoned.sums.requests).toBe(2);
    const nowhere = await ask(ErrorBody, "GET", "/usage?zone=Mars/Olympus");
    expect(nowhere.error.problems).toMatchObject([{ path: "zone", sentence: "not_time_zone" }]);
    const wide = await ask(ErrorBody, "GET", "/usage?since=2020-01-01");
    expect(wide.error).toMatchObject({ code: "invalid_request", param: "since" });
    await relay.close(0);
  });

  test("a statement adds up to the balance", async () => {
    const { ask, api, relay } = await openApi(await openStore());
    await api.asLocal("POST", "/api/relay/accounts", { name: "team" });
    await api.asLocal("POST", "/api/relay/accounts/team/topup", { usd: 5, note: "=1+1" });
    const vendor = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () =>
        Response.json({
          id: "c",
          object: "chat.completion",
          created: 1,
          model: "m",
          choices: [
            { index: 0, message: { role: "assistant", content: "x" }, finish_reason: "stop" },
          ],
          usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
        }),
    });
    await api.asLocal("POST", "/api/relay/providers", {
      name: "dear",
      protocol: "openai-completions",
      base_url: `http://127.0.0.1:${vendor.port}/v1`,
      models: [{ id: "m", price_in: 1, price_out: 2 }],
    });
    const made = await ask(KeyCreated, "POST", "/keys", { name: "k", account: "team" });
    await call(relay, made.key, "m");
    await vendor.stop(true);
    const now = await ask(Statement, "GET", "/accounts/team/statements");
    expect(now).toMatchObject({
      account: "team",
      opening_nano: 0,
      closing_nano: 5_000_000_000 - 20_000,
      spent_nano: 20_000,
      models: [{ provider: "dear", model: "m", requests: 1, amount_usd: "0.00002" }],
    });
    expect(now.kinds.find(({ kind }) => kind === "topup")).toEqual({
      kind: "topup",
      entries: 1,
      amount_nano: 5_000_000_000,
    });
    const before = await ask(Statement, "GET", "/accounts/team/statements?month=2020-01");
    expect(before).toMatchObject({ opening_nano: 0, closing_nano: 0, kinds: [] });
    expect(
      (await ask(ErrorBody, "GET", "/accounts/team/statements?month=2020-13")).error.param,
    ).toBe("month");
    expect((await ask(ErrorBody, "GET", "/accounts/nobody/statements")).error.code).toBe(
      "not_found",
    );
    await relay.close(0);
  });
});

test("the ledger as a file has every page, and nothing a spreadsheet would run", async () => {
  const asked: unknown[] = [];
  const relay = fakeManagement();
  const pages = [
    {
      entries: [
        { ...entry, seq: 3, note: "=1+1" },
        { ...entry, seq: 2, note: 'a "b", c' },
      ],
      next: "2",
    },
    { entries: [{ ...entry, seq: 1, note: null }], next: null },
  ];
  const api = makeTestApi(await openTestStore(), {
    relay: {
      ...relay,
      ledger: {
        ...relay.ledger,
        entries: async (filter) => {
          asked.push(filter);
          return pages[asked.length - 1] ?? { entries: [], next: null };
        },
      },
    },
  });
  const request = new Request("http://parley.test/api/relay/ledger.csv?account=default", {
    headers: { authorization: `Bearer ${LOCAL_TOKEN}` },
  });
  const origin = { address: "203.0.113.7", secure: false, host: "parley.test" };
  const answer = await handleApi(api.parts, request, origin);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const lines = (await answer.text()).split("\r\n");
  expect(lines.map((line) => line.split(",")[0])).toEqual(["seq", "3", "2", "1", ""]);
  expect(lines[1]).toEndWith(",'=1+1");
  expect(lines[2]).toEndWith(',"a ""b"", c"');
  expect(asked).toEqual([
    { account: "default", limit: 1000 },
    { account: "default", limit: 1000, before: "2" },
  ]);
});
