/** A home folder with very many accounts, each with a key. */

import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../src/store/open.ts";
import { accountRow, apiKeyRow } from "../store-rows.ts";
import { insertMany, pad } from "./seeded-models.ts";

/** `count` of each: `customer 000042` has the key `key 000042`. */
export async function seedKeys(count: number): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), "parley-web-keys-"));
  const store = await openStore({ home });
  await store.claim();
  await insertMany(store, "accounts", count, (index) =>
    accountRow({ id: `acct_${pad(index)}`, name: `customer ${pad(index)}` }),
  );
  await insertMany(store, "api_keys", count, (index) =>
    apiKeyRow({
      id: `seeded${pad(index)}`,
      name: `key ${pad(index)}`,
      account_id: `acct_${pad(index)}`,
    }),
  );
  await store.close();
  return home;
}
