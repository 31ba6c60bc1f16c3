import { expect, test } from "bun:test";
import { sql } from "kysely";
import { onEngine } from "../../../test/engines.ts";
import { accountRow } from "../../../test/store-rows.ts";
import { insertAccount } from "../accounts.ts";
import { verifyLedger } from "../ledger.ts";
import { queries } from "../store.ts";

onEngine("sqlite", "the proof of a long ledger", (open) => {
  test("finds what is wrong while other work goes on", async () => {
    const store = await open();
    await insertAccount(store, accountRow({ id: "a", balance_nano: 60_001 }));
    await sql`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 60000)
      insert into ledger_entries (at, account_id, kind, source, target, amount_nano)
      select n, 'a', 'topup', 'deposits', 'available', 1 from numbers`.execute(queries(store));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    const proof = await verifyLedger(store);
    clearInterval(timer);
    expect(proof).toEqual({
      accounts: 1,
      entries: 60_000,
      mismatches: [{ what: "account_balance", id: "a", expected: 60_000, found: 60_001 }],
    });
    expect(turns).toBeGreaterThan(3);
  });
});
