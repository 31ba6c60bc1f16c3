import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import { accountRow } from "../../test/store-rows.ts";
import { findAccountByName, insertAccount, listAccounts } from "./accounts.ts";

forEachEngine("accounts", (open) => {
  test("are listed oldest first and found by name", async () => {
    const store = await open();
    const young = accountRow({ name: "young", created_at: 2 });
    const old = accountRow({ name: "old", created_at: 1, balance_nano: 9_007_199_254_740_991 });
    await insertAccount(store, young);
    await insertAccount(store, old);
    expect(await listAccounts(store)).toEqual([old, young]);
    expect(await findAccountByName(store, "young")).toEqual(young);
    expect(await findAccountByName(store, "nobody")).toBeUndefined();
  });

  test("refuse a name that is taken", async () => {
    const store = await open();
    await insertAccount(store, accountRow({ name: "same" }));
    const second = insertAccount(store, accountRow({ name: "same" }));
    expect(second).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining('"same"'),
    });
  });
});
