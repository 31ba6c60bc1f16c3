/** Whatever happens to an account, in whatever order, the books are right and say what a plain model says. */

import { expect, test } from "bun:test";
import fc from "fast-check";
import { forEachEngine } from "../../test/engines.ts";
import {
  finishedRow,
  insertCustomer,
  requestRow,
  writeEntry,
  writeOpen,
  writeTopUp,
} from "../../test/store-rows.ts";
import { listAccounts } from "./accounts.ts";
import { listApiKeys } from "./api-keys.ts";
import { listLedgerEntries, verifyLedger } from "./ledger.ts";
import { CLOSE_REQUEST, closeRequestValues, type RequestRow } from "./requests.ts";
import type { Store } from "./store.ts";

const amount = fc.integer({ min: 0, max: 2_000_000_000_000 });

const step = fc.oneof(
  fc.record({ do: fc.constant("topup" as const), amount }),
  fc.record({ do: fc.constant("open" as const), amount }),
  fc.record({ do: fc.constant("close" as const), pick: fc.nat(), cost: amount }),
  fc.record({ do: fc.constant("quick" as const), cost: amount }),
  fc.record({ do: fc.constant("takeBack" as const), amount }),
  fc.record({ do: fc.constant("turn" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** One account, kept in plain numbers beside the store. */
class Model {
  available = 0;
  held = 0;
  spent = 0;
  readonly running: RequestRow[] = [];
  readonly #store: Store;
  readonly #owner: { readonly account_id: string; readonly key_id: string };

  constructor(store: Store, owner: { readonly account_id: string; readonly key_id: string }) {
    this.#store = store;
    this.#owner = owner;
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case "topup":
        this.available += step.amount;
        return writeTopUp(this.#store, this.#owner.account_id, step.amount);
      case "takeBack":
        return this.#takeBack(Math.min(step.amount, this.available));
      case "open":
        return this.#open(Math.min(step.amount, this.available));
      case "close":
        return this.#close(
          this.running.splice(step.pick % (this.running.length || 1), 1)[0],
          step.cost,
        );
      case "quick":
        return this.#pay(finishedRow({ ...this.#owner, cost_nano: step.cost }), 0, step.cost);
      case "turn":
        return this.#store.writer.committed();
    }
  }

  #takeBack(amount: number): void {
    this.available -= amount;
    this.#move(null, "adjust", "available", "deposits", amount);
    this.#store.writer.bump("account_balance", this.#owner.account_id, -amount);
  }

  #open(reserved: number): void {
    const row = requestRow({ ...this.#owner, reserved_nano: reserved });
    this.available -= reserved;
    this.held += reserved;
    this.running.push(row);
    writeOpen(this.#store, row);
  }

  #close(row: RequestRow | undefined, cost: number): void {
    if (!row) return;
    const closed = finishedRow({ ...row, finished_at: row.at + 1, status: 200, cost_nano: cost });
    const settled = Math.min(cost, row.reserved_nano);
    this.held -= row.reserved_nano;
    this.available += row.reserved_nano - settled;
    this.spent += settled;
    this.#move(row.id, "settle", "held", "revenue", settled);
    this.#move(row.id, "release", "held", "available", row.reserved_nano - settled);
    this.#pay(closed, settled, cost);
  }

  /** The part of a bill that nothing was held for. */
  #pay(row: RequestRow, settled: number, cost: number): void {
    const direct = Math.min(cost - settled, this.available);
    this.available -= direct;
    this.spent += direct;
    this.#store.writer.write(CLOSE_REQUEST, closeRequestValues(row));
    this.#move(row.id, "overrun", "available", "revenue", direct);
    this.#move(row.id, "shortfall", "shortfall", "revenue", cost - settled - direct);
    this.#store.writer.bump("account_balance", this.#owner.account_id, -settled - direct);
    this.#store.writer.bump("key_spent", this.#owner.key_id, settled + direct);
  }

  #move(
    request_id: string | null,
    kind: string,
    source: string,
    target: string,
    amount_nano: number,
  ): void {
    if (amount_nano > 0)
      writeEntry(this.#store, { ...this.#owner, request_id, kind, source, target, amount_nano });
  }
}

forEachEngine("any history of an account", (open, { engine }) => {
  test("leaves books that prove right, at every moment", async () => {
    const store = await open();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { account, key } = await insertCustomer(store);
        const model = new Model(store, { account_id: account.id, key_id: key.id });
        for (const each of steps) await model.run(each);
        await store.writer.committed();

        expect((await verifyLedger(store)).mismatches).toEqual([]);
        const balance = (await listAccounts(store)).find(
          (row) => row.id === account.id,
        )?.balance_nano;
        const spent = (await listApiKeys(store)).find((row) => row.id === key.id)?.spent_nano;
        expect({ balance, spent }).toEqual({
          balance: model.available + model.held,
          spent: model.spent,
        });
        const [newest] = await listLedgerEntries(store, { accountId: account.id, limit: 1 });
        expect(newest?.balance_nano ?? 0).toBe(model.available + model.held);
      }),
      { numRuns: engine === "sqlite" ? 100 : 25 },
    );
  }, 60_000);
});
