/** Money holds: under concurrency, on both databases, and for every way a call can cost more than expected. */

import { describe, expect, test } from "bun:test";
import { forEachEngine } from "../engines.ts";
import { balanceOf, chat, errorOf, lastRequest, post, startRelay } from "./harness.ts";

forEachEngine("money", (openStore) => {
  test("200 calls at once with money for 50: exactly 50 answers, nothing overspent", async () => {
    const relay = await startRelay({
      openStore,
      vendor: { faults: { usage: { prompt: 10, completion: 5 }, latencyMs: 5 } },
    });
    try {
      const cost = 10 * 1000 + 5 * 2000;
      const key = await relay.key({ usd: `0.00${String(50 * cost).padStart(7, "0")}` });
      expect(await balanceOf(relay, key)).toBe(50 * cost);
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => post(relay, key, chat())),
      );
      const good = answers.filter((answer) => answer.status === 200);
      expect(good).toHaveLength(50);
      for (const bad of answers.filter((answer) => answer.status !== 200)) {
        expect(await errorOf(bad)).toMatchObject({ status: 429, code: "insufficient_quota" });
      }
      expect(await balanceOf(relay, key)).toBe(0);
      expect(relay.vendor.counts.started).toBe(50);
      expect((await relay.relay.management.ledger.verify()).details).toEqual([]);
    } finally {
      await relay.stop();
    }
  });

  test("a call that costs more than the whole balance takes the balance, never more", async () => {
    const relay = await startRelay({
      openStore,
      vendor: { faults: { usage: { prompt: 1000, completion: 1000 } } },
    });
    try {
      const key = await relay.key({ usd: "0.001" });
      expect((await post(relay, key, chat())).status).toBe(200);
      expect(await balanceOf(relay, key)).toBe(0);
      const row = await lastRequest(relay, key);
      expect(row.cost_nano).toBe(3_000_000);
      expect(row.entries.map(({ kind, amount_nano }) => [kind, amount_nano])).toEqual([
        ["settle", 1_000_000],
        ["shortfall", 2_000_000],
      ]);
      expect(await errorOf(await post(relay, key, chat()))).toMatchObject({
        code: "insufficient_quota",
      });
      expect((await relay.relay.management.ledger.verify()).details).toEqual([]);
    } finally {
      await relay.stop();
    }
  });

  test("a call that lasts has its hold on record; a short one is settled straight from the balance", async () => {
    const relay = await startRelay({ openStore });
    try {
      const key = await relay.key();
      for (const [latencyMs, kinds] of [
        [0, ["settle"]],
        [300, ["reserve", "settle", "release"]],
      ] as const) {
        relay.vendor.next({ latencyMs, usage: { prompt: 10, completion: 5 } });
        expect((await post(relay, key, chat())).status).toBe(200);
        const row = await lastRequest(relay, key);
        expect(row.entries.map((entry) => entry.kind)).toEqual([...kinds]);
        expect(row.cost_nano).toBe(20_000);
      }
      expect((await relay.relay.management.ledger.verify()).details).toEqual([]);
    } finally {
      await relay.stop();
    }
  });

  test("each answer is in the ledger once, with the price version it was billed by", async () => {
    const relay = await startRelay({ openStore });
    try {
      const { management } = relay.relay;
      const key = await relay.key();
      await post(relay, key, chat());
      const first = await lastRequest(relay, key);
      await management.providers.update("fake", {
        prices: [{ id: "test-model", price_in: "3", price_out: "4" }],
      });
      relay.vendor.next({ usage: { prompt: 10, completion: 10 } });
      await post(relay, key, chat());
      const second = await lastRequest(relay, key);
      expect(second.cost_nano).toBe(10 * 3000 + 10 * 4000);
      expect(second.price_id).not.toBe(first.price_id);
      for (const row of [first, second]) {
        expect(row.entries.filter(({ kind }) => kind === "settle")).toEqual([
          expect.objectContaining({
            amount_nano: row.cost_nano,
            price_id: row.price_id,
            request_id: row.id,
          }),
        ]);
      }
      const page = await management.ledger.entries({ account: key.account, limit: 1 });
      expect(page.entries[0]?.balance_nano).toBe(await balanceOf(relay, key));
      const next = await management.ledger.entries({
        account: key.account,
        limit: 100,
        before: page.next ?? "",
      });
      expect(next.entries.at(-1)).toMatchObject({ kind: "topup", balance_nano: 10_000_000_000 });
    } finally {
      await relay.stop();
    }
  });
});

describe("top-ups", () => {
  test("refuse nothing, too much, and accounts that do not exist", async () => {
    const relay = await startRelay();
    try {
      const { accounts } = relay.relay.management;
      await accounts.create({ name: "acme" });
      expect(accounts.create({ name: "acme" })).rejects.toMatchObject({ code: "conflict" });
      expect(accounts.topUp("acme", { usd: "0" })).rejects.toMatchObject({
        code: "invalid_request",
      });
      expect(accounts.topUp("nobody", { usd: "1" })).rejects.toMatchObject({ code: "not_found" });
      await accounts.topUp("acme", { usd: "999999" });
      expect(accounts.topUp("acme", { usd: "2" })).rejects.toMatchObject({
        code: "invalid_request",
      });
    } finally {
      await relay.stop();
    }
  });
});
