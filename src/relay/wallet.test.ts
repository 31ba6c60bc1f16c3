import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { splitCost } from "./ledger.ts";
import { type Budget, hold, tryHold, Wallet } from "./wallet.ts";

const noLimit = (): Budget => ({ limit: null, spent: 0, held: 0 });
const patient = { ms: 5000, signal: new AbortController().signal };

describe("tryHold", () => {
  test("holds what is asked for while it is there", () => {
    const wallet = new Wallet(100);
    expect(tryHold(wallet, noLimit(), 40)).toBe(40);
    expect(tryHold(wallet, noLimit(), 60)).toBe(60);
    expect(wallet.available).toBe(0);
  });

  test("gives the last of a balance to one call at a time", () => {
    const wallet = new Wallet(10);
    expect(tryHold(wallet, noLimit(), 1000)).toBe(10);
    expect(tryHold(wallet, noLimit(), 1000)).toBe("busy");
    wallet.settle(10, 10);
    expect(tryHold(wallet, noLimit(), 1000)).toBe("empty");
  });

  test("a key's own limit counts beside the balance", () => {
    const wallet = new Wallet(1000);
    const budget: Budget = { limit: 50, spent: 20, held: 0 };
    expect(tryHold(wallet, noLimit(), 500)).toBe(500);
    expect(tryHold(wallet, budget, 100)).toBe(30);
    expect(tryHold(wallet, budget, 100)).toBe("busy");
    expect(tryHold(wallet, { limit: 50, spent: 50, held: 0 }, 1)).toBe("empty");
  });

  test("a free call needs no money", () => {
    expect(tryHold(new Wallet(0), noLimit(), 0)).toBe(0);
  });
});

describe("hold", () => {
  test("waits for money that other calls hold, and gives up when there is none left", async () => {
    const wallet = new Wallet(100);
    expect(tryHold(wallet, noLimit(), 100)).toBe(100);
    const second = hold(wallet, noLimit(), 100, patient);
    const third = hold(wallet, noLimit(), 100, patient);
    wallet.settle(100, 70);
    expect(await second).toBe(30);
    wallet.settle(30, 30);
    expect(third).rejects.toMatchObject({ code: "insufficient_quota" });
  });

  test("ends its wait when the client goes", async () => {
    const wallet = new Wallet(100);
    tryHold(wallet, noLimit(), 100);
    const client = new AbortController();
    const waiting = hold(wallet, noLimit(), 1, { ms: 60_000, signal: client.signal });
    client.abort();
    expect(waiting).rejects.toMatchObject({
      code: "insufficient_quota",
      detail: { retryAfter: 1 },
    });
  });
});

test("however calls go, a balance never falls below zero and no money appears", () => {
  const step = fc.record({ want: fc.nat(200), cost: fc.nat(300), end: fc.boolean() });
  fc.assert(
    fc.property(fc.nat(1000), fc.array(step, { maxLength: 60 }), (start, steps) => {
      const wallet = new Wallet(start);
      const budget = noLimit();
      const running: { held: number; cost: number }[] = [];
      let revenue = 0;
      const end = (): void => {
        const call = running.shift();
        if (!call) return;
        const paid = splitCost(call.cost, call.held, wallet.available);
        expect(paid.settled + paid.overrun + paid.shortfall).toBe(call.cost);
        expect(paid.settled + paid.released).toBe(call.held);
        wallet.settle(call.held, paid.settled + paid.overrun);
        budget.held -= call.held;
        revenue += paid.settled + paid.overrun;
      };
      for (const { want, cost, end: endsOne } of steps) {
        const held = tryHold(wallet, budget, want);
        if (typeof held === "number") running.push({ held, cost });
        if (endsOne) end();
        expect(wallet.available).toBeGreaterThanOrEqual(0);
        expect(wallet.balance + revenue).toBe(start);
      }
      while (running.length > 0) end();
      expect(wallet.held).toBe(0);
    }),
  );
});
