import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import { accountRow, apiKeyRow, insertCustomer } from "../../test/store-rows.ts";
import { insertAccount } from "./accounts.ts";
import { findApiKey, insertApiKey, listApiKeys, touchApiKeys, updateApiKey } from "./api-keys.ts";

forEachEngine("API keys", (open) => {
  test("come back as they were stored", async () => {
    const store = await open();
    const account = accountRow();
    await insertAccount(store, account);
    const key = apiKeyRow({
      account_id: account.id,
      models_json: '["small"]',
      rpm: 60,
      tpm: 100_000,
      concurrency: 4,
      limit_nano: 5_000_000_000_000,
      expires_at: 1_900_000_000_000,
      ips_json: '["10.0.0.0/8"]',
    });
    await insertApiKey(store, key);
    expect(await listApiKeys(store)).toEqual([key]);
    expect(await findApiKey(store, key.id)).toEqual(key);
  });

  test("change only where a patch says so, and null lifts a limit", async () => {
    const store = await open();
    const { key } = await insertCustomer(store);
    expect(await updateApiKey(store, key.id, { name: "new", rpm: 5 })).toBe(true);
    expect(await updateApiKey(store, key.id, { rpm: null })).toBe(true);
    expect(await updateApiKey(store, key.id, {})).toBe(true);
    expect(await findApiKey(store, key.id)).toEqual({ ...key, name: "new" });
    expect(await updateApiKey(store, "nobody", { name: "new" })).toBe(false);
    expect(await updateApiKey(store, "nobody", {})).toBe(false);
  });

  test("refuse a second key with the same secret, and an account that does not exist", async () => {
    const store = await open();
    const { key } = await insertCustomer(store);
    const twin = apiKeyRow({ account_id: key.account_id, hash: key.hash });
    expect(insertApiKey(store, twin)).rejects.toMatchObject({ code: "conflict" });
    expect(insertApiKey(store, apiKeyRow({ account_id: "nobody" }))).rejects.toThrow(
      /foreign key/i,
    );
  });

  test("remember their last use, never an earlier one", async () => {
    const store = await open();
    const { key } = await insertCustomer(store);
    const other = apiKeyRow({ account_id: key.account_id });
    await insertApiKey(store, other);
    await touchApiKeys(
      store,
      new Map([
        [key.id, 20],
        [other.id, 30],
        ["nobody", 40],
      ]),
    );
    await touchApiKeys(store, new Map([[key.id, 10]]));
    await touchApiKeys(store, new Map());
    const uses = (await listApiKeys(store)).map((row) => [row.id, row.last_used_at]);
    expect(new Map(uses as [string, number][])).toEqual(
      new Map([
        [key.id, 20],
        [other.id, 30],
      ]),
    );
  });
});
