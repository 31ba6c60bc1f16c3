/** The management API over the real relay: every answer is what the contract says, on both engines. */

import { expect, test } from "bun:test";
import { Account, AccountList, TopUp } from "../../src/contract/account.ts";
import { ErrorBody } from "../../src/contract/error.ts";
import { Key, KeyCreated, KeyList } from "../../src/contract/key.ts";
import { LedgerPage, LedgerVerify } from "../../src/contract/ledger.ts";
import { Model, ModelList } from "../../src/contract/model.ts";
import { Provider, ProviderList, ProviderModelList } from "../../src/contract/provider.ts";
import { RequestDetail, RequestPage } from "../../src/contract/request.ts";
import { getProvider } from "../../src/store/providers.ts";
import { forEachEngine } from "../engines.ts";
import { openApi } from "./relay-api.ts";

const VENDOR_KEYS = ["sk-vendor-secret-1111", "sk-vendor-secret-2222"];

forEachEngine("managing the relay", (openStore) => {
  test("accounts are opened, topped up and accounted for", async () => {
    const { ask, relay } = await openApi(await openStore());
    const names = (await ask(AccountList, "GET", "/accounts")).accounts.map(({ name }) => name);
    expect(names).toEqual(["default"]);
    const made = await ask(Account, "POST", "/accounts", { name: "team a" });
    expect(made.balance_nano).toBe(0);
    const { account, entry } = await ask(TopUp, "POST", "/accounts/team%20a/topup", {
      usd: "0.1",
      note: "june",
    });
    expect(account.balance_usd).toBe("0.10");
    expect(entry).toMatchObject({
      account: "team a",
      amount_nano: 100_000_000,
      balance_nano: 100_000_000,
      note: "june",
    });
    await ask(TopUp, "POST", "/accounts/team%20a/topup", { usd: 0.2 });
    expect((await ask(Account, "GET", "/accounts/team%20a")).balance_usd).toBe("0.30");
    expect((await ask(ErrorBody, "POST", "/accounts", { name: "team a" })).error.code).toBe(
      "conflict",
    );
    expect((await ask(ErrorBody, "GET", "/accounts/nobody")).error.code).toBe("not_found");

    const first = await ask(LedgerPage, "GET", "/ledger?account=team%20a&limit=1");
    expect(first.entries.map(({ amount_usd }) => amount_usd)).toEqual(["0.20"]);
    const second = await ask(
      LedgerPage,
      "GET",
      `/ledger?account=team%20a&limit=1&before=${first.next}`,
    );
    expect(second.entries.map(({ amount_usd }) => amount_usd)).toEqual(["0.10"]);
    expect(await ask(LedgerVerify, "GET", "/ledger/verify")).toMatchObject({
      accounts: 2,
      mismatches: 0,
    });
    await relay.close(0);
  });

  test("accounts and keys come 50 to a page unless another size is asked for, exact names first", async () => {
    const { ask, relay } = await openApi(await openStore());
    for (let count = 1; count <= 60; count++) {
      await ask(Account, "POST", "/accounts", { name: `team ${61 - count}` });
      await ask(KeyCreated, "POST", "/keys", { name: `key ${61 - count}` });
    }
    const accounts = await ask(AccountList, "GET", "/accounts");
    expect([accounts.accounts.length, accounts.total]).toEqual([50, 61]);
    const rest = await ask(AccountList, "GET", `/accounts?before=${accounts.next}`);
    expect(rest.accounts.map(({ name }) => name).slice(-1)).toEqual(["team 1"]);
    expect([rest.accounts.length, rest.next]).toEqual([11, null]);
    const found = await ask(AccountList, "GET", "/accounts?search=TEAM%201&limit=2");
    expect(found.accounts.map(({ name }) => name)).toEqual(["team 1", "team 19"]);

    const keys = await ask(KeyList, "GET", "/keys");
    expect([keys.keys.length, keys.total]).toEqual([50, 60]);
    expect((await ask(KeyList, "GET", `/keys?before=${keys.next}`)).keys.length).toBe(10);
    const named = await ask(KeyList, "GET", "/keys?search=key%201&order=newest&limit=2");
    expect(named.keys.map(({ name }) => name)).toEqual(["key 1", "key 10"]);
    await relay.close(0);
  });

  test("a list of keys goes on where it stood when the last one shown no longer matches", async () => {
    const { ask, relay } = await openApi(await openStore());
    const made = new Map<string, string>();
    for (const name of ["a", "b", "c", "d", "e", "f"])
      made.set(name, (await ask(KeyCreated, "POST", "/keys", { name: `key ${name}` })).id);
    const page = async (query: string, next: string | null = null) => {
      const before = next === null ? "" : `&before=${next}`;
      const list = await ask(KeyList, "GET", `/keys?limit=2&${query}${before}`);
      return { names: list.keys.map(({ name }) => name), next: list.next };
    };
    const rename = (name: string, to: string) =>
      ask(Key, "PATCH", `/keys/${made.get(name)}`, { name: to });

    const active = await page("status=active");
    const newest = await page("status=active&order=newest");
    await ask(Key, "DELETE", `/keys/${made.get("b")}`);
    await ask(Key, "DELETE", `/keys/${made.get("e")}`);
    expect((await page("status=active", active.next)).names).toEqual(["key c", "key d"]);
    expect((await page("status=active&order=newest", newest.next)).names).toEqual([
      "key d",
      "key c",
    ]);

    await rename("f", "my key f");
    const found = await page("search=key");
    expect(found.names).toEqual(["key a", "key b"]);
    const third = await page("search=key", found.next);
    expect(third.names).toEqual(["key c", "key d"]);
    await rename("d", "other");
    expect((await page("search=key", third.next)).names).toEqual(["key e", "my key f"]);
    await rename("d", "key");
    expect((await page("search=key", third.next)).names).toEqual(["key e", "my key f"]);
    expect((await ask(ErrorBody, "GET", "/keys?before=nonsense")).error.param).toBe("before");
    await relay.close(0);
  });

  test("keys are made, changed, rotated and revoked", async () => {
    const { ask, relay } = await openApi(await openStore());
    const made = await ask(KeyCreated, "POST", "/keys", {
      name: "k",
      rpm: 5,
      limit_usd: "1.5",
      models: ["demo"],
      expires_at: "2126-01-01",
      ips: ["10.0.0.0/8"],
    });
    expect(made.key).toStartWith(`sk-parley-${made.id}-`);
    expect(made).toMatchObject({ account: "default", limit_usd: "1.50", status: "active" });
    const { key: _secret, ...shown } = made;
    expect(await ask(Key, "GET", `/keys/${made.id}`)).toEqual(shown);

    const patched = await ask(Key, "PATCH", `/keys/${made.id}`, {
      disabled: true,
      rpm: null,
      name: "new",
    });
    expect(patched).toMatchObject({
      status: "disabled",
      rpm: null,
      name: "new",
      limit_usd: "1.50",
    });
    expect((await ask(Key, "PATCH", `/keys/${made.id}`, { disabled: false })).status).toBe(
      "active",
    );
    const rotated = await ask(KeyCreated, "POST", `/keys/${made.id}/rotate`);
    expect(rotated.id).toBe(made.id);
    expect(rotated.key).not.toBe(made.key);
    expect((await ask(Key, "DELETE", `/keys/${made.id}`)).status).toBe("revoked");
    expect((await ask(KeyList, "GET", "/keys?status=active")).keys).toEqual([]);
    expect((await ask(ErrorBody, "POST", `/keys/${made.id}/rotate`)).error.code).toBe("conflict");
    await relay.close(0);
  });

  test("after changes at the same time, what is served is what is stored", async () => {
    const store = await openStore();
    const { relay } = await openApi(store);
    const { providers, models } = relay.management;
    const ids = Array.from({ length: 20 }, (_, index) => `m-${index}`);
    await providers.add({
      name: "acme",
      protocol: "openai-completions",
      base_url: "https://api.acme.test/v1",
      models: ids.map((id) => ({ id, price_in: 1, price_out: 1 })),
    });
    await Promise.all([
      providers.update("acme", { quirks: { no_tools: true } }),
      providers.update("acme", { prices: [{ id: "m-3", price_in: 7, price_out: 8 }] }),
      providers.update("acme", { add_keys: ["sk-vendor-secret-1111"] }),
      providers.update("acme", { remove_models: ["m-4"], add_models: [{ id: "x", free: true }] }),
      models.place("m-5", { targets: [{ provider: "acme", priority: 3, weight: 2 }] }),
      providers.update("acme", { add_models: [{ id: "m-6", price_in: 2, price_out: 2 }] }),
      providers.update("acme", { base_url: "https://new.acme.test/v1" }),
    ]);
    const served = [await providers.get("acme"), await providers.models("acme")];
    expect(await models.get("m-3")).toMatchObject({ targets: [{ price: { input_usd: "7.00" } }] });
    await relay.close(0);
    const again = await openApi(store);
    const stored = again.relay.management.providers;
    expect<unknown>(served).toEqual([await stored.get("acme"), await stored.models("acme")]);
    expect(served[0]).toMatchObject({
      base_url: "https://new.acme.test/v1",
      quirks: { no_tools: true },
      keys: [{ tail: "1111" }],
      model_count: 20,
    });
    await again.relay.close(0);
  });

  test("providers are added and changed, and never give a secret back", async () => {
    const { ask, api, relay } = await openApi(await openStore());
    const added = await ask(Provider, "POST", "/providers", {
      name: "acme",
      protocol: "vendorA-completions",
      base_url: "https://api.acme.test/v1/chat/completions",
      api_keys: VENDOR_KEYS,
      headers: { "x-secret": "sk-vendor-secret-3333", "X-Title": "blue" },
      models: [
        {
          id: "org/small",
          upstream_id: "small-1",
          price_in: "0.15",
          price_out: "0.6",
          price_cached: "0.075",
        },
        { id: "gift", free: true },
      ],
    });
    expect(added).toMatchObject({
      protocol: "openai-completions",
      headers: [
        { name: "x-secret", value: null },
        { name: "X-Title", value: "blue" },
      ],
      builtin: false,
    });
    expect(added.keys.map(({ tail }) => tail)).toEqual(["1111", "2222"]);
    expect((await ask(Model, "GET", "/models/org/small")).targets[0]?.price).toMatchObject({
      cached_usd: "0.075",
    });

    const modelsOf = async () =>
      (await ask(ProviderModelList, "GET", "/providers/acme/models")).models;
    const [first] = (await modelsOf()).filter(({ id }) => id === "org/small");
    const prices = [{ id: "org/small", price_in: 1, price_out: 2 }];
    const changed = await ask(Provider, "PATCH", "/providers/acme", {
      prices,
      api_keys: ["sk-vendor-secret-4444"],
    });
    expect(changed.keys.map(({ tail }) => tail)).toEqual(["4444"]);
    const models = await modelsOf();
    expect(models.map(({ id, price }) => [id, price.input_usd])).toEqual([
      ["gift", "0.00"],
      ["org/small", "1.00"],
    ]);
    expect(models[1]?.price.id).not.toBe(first?.price.id);
    const more = await ask(Provider, "PATCH", "/providers/acme", { add_keys: VENDOR_KEYS });
    expect(more.keys.map(({ tail }) => tail)).toEqual(["4444", "1111", "2222"]);
    const fewer = await ask(Provider, "PATCH", "/providers/acme", {
      remove_keys: [more.keys[0]?.id],
    });
    expect(fewer.keys.map(({ tail }) => tail)).toEqual(["1111", "2222"]);

    const shown = JSON.stringify([
      added,
      changed,
      models,
      await ask(ProviderList, "GET", "/providers"),
      await ask(ModelList, "GET", "/models"),
    ]);
    expect(shown).not.toContain("sk-vendor-secret");
    expect((await api.asLocal("DELETE", "/api/relay/providers/acme")).status).toBe(204);
    expect((await ask(ErrorBody, "GET", "/providers/acme")).error.code).toBe("not_found");
    expect((await ask(ErrorBody, "DELETE", "/providers/demo")).error.code).toBe("conflict");
    await relay.close(0);
  });

  test("a secret in a header is not shown, however it is called and whatever it looks like", async () => {
    const { ask, relay } = await openApi(await openStore());
    const harmless = {
      "Anthropic-Beta": "files-api-2025-04-14",
      "HTTP-Referer": "https://parley.test/a/b?c=0123456789abcdef0123456789abcdef",
      "user-agent": "parley",
    };
    const secret = {
      "X-Access": "Xy7-Kd93_mQ2pLz8-Rt5vBn0_wE4uJh6-aa",
      "X-Tenant": "0b54c1f6-5d0e-4d54-8a33-0e5b1c2f7a90",
      "X-Proxy-Pass": "hunter2hunter2",
    };
    const { headers } = await ask(Provider, "POST", "/providers", {
      name: "acme",
      protocol: "openai-completions",
      base_url: "https://api.acme.test/v1",
      headers: { ...harmless, ...secret },
      models: [{ id: "a", free: true }],
    });
    expect(Object.fromEntries(headers.map(({ name, value }) => [name, value]))).toEqual({
      ...harmless,
      ...Object.fromEntries(Object.keys(secret).map((name) => [name, null])),
    });
    await relay.close(0);
  });

  test("headers are changed one by one, and a secret one stays without being known", async () => {
    const store = await openStore();
    const { ask, relay } = await openApi(store);
    await ask(Provider, "POST", "/providers", {
      name: "acme",
      protocol: "openai-completions",
      base_url: "https://api.acme.test/v1",
      headers: { "X-Api-Key": "plain", "x-title": "blue", "x-run": "1" },
      models: [{ id: "a", free: true }],
    });
    const patch = (headers: object) => ask(Provider, "PATCH", "/providers/acme", { headers });
    const refused = async (headers: object) =>
      (await ask(ErrorBody, "PATCH", "/providers/acme", { headers })).error;
    const changed = await patch({ "x-api-key": null, "x-title": "red", "x-new": "1" });
    expect(changed.headers).toEqual([
      { name: "x-api-key", value: null },
      { name: "x-title", value: "red" },
      { name: "x-new", value: null },
    ]);
    expect((await getProvider(store, "acme")).headers).toEqual({
      "x-api-key": "plain",
      "x-title": "red",
      "x-new": "1",
    });
    expect(await refused({ "x-other": null })).toMatchObject({
      problems: [{ path: "headers.x-other", message: "has no value yet; give one" }],
    });
    const wrong = await refused({ "bad name": "x", "x-a": "\u00e9", "X-A": "1", Host: "h" });
    expect(wrong.problems?.map(({ path }) => path).toSorted()).toEqual([
      "headers.Host",
      "headers.bad name",
      "headers.x-a",
    ]);
    expect(await refused({ "x-a": "1", "X-A": "2" })).toMatchObject({
      problems: [{ path: "headers.X-A", message: "is named twice" }],
    });
    expect((await patch({})).headers).toEqual([]);
    await relay.close(0);
  });

  test("models join and leave a provider, and the others stay as they are", async () => {
    const { ask, relay } = await openApi(await openStore());
    const own = { price_in: 1, price_out: 2 };
    await ask(Provider, "POST", "/providers", {
      name: "acme",
      protocol: "openai-completions",
      base_url: "https://api.acme.test/v1",
      models: [
        { id: "a", upstream_id: "a-1", priority: 3, weight: 7, ...own },
        { id: "b", ...own },
      ],
    });
    const modelsOf = async () =>
      (await ask(ProviderModelList, "GET", "/providers/acme/models")).models;
    const [, before] = await modelsOf();
    const patch = (body: object) => ask(Provider, "PATCH", "/providers/acme", body);
    const refused = async (body: object) =>
      (await ask(ErrorBody, "PATCH", "/providers/acme", body)).error;
    const grown = await patch({
      add_models: [
        { id: "a", free: true },
        { id: "c", ...own },
      ],
    });
    expect(grown.model_count).toBe(3);
    const [a, b, c] = await modelsOf();
    expect(a).toMatchObject({ upstream_id: "a", priority: 3, weight: 7, free: true });
    expect(b).toEqual(before as NonNullable<typeof before>);
    expect(c?.id).toBe("c");

    await patch({ remove_models: ["a"], add_models: [{ id: "d", free: true }] });
    expect((await modelsOf()).map(({ id }) => id)).toEqual(["b", "c", "d"]);
    expect(await refused({ add_models: [{ id: "x" }] })).toMatchObject({
      code: "invalid_request",
      param: "add_models[0]",
    });
    expect(await refused({ remove_models: ["nobody"] })).toMatchObject({ code: "not_found" });
    expect(await refused({ remove_models: ["b", "c", "d"] })).toMatchObject({
      param: "remove_models",
      message: expect.stringContaining("at least one model"),
    });
    expect(
      await refused({ models: [{ id: "b", free: true }], remove_models: ["c"] }),
    ).toMatchObject({ param: "models" });
    expect((await modelsOf()).map(({ id }) => id)).toEqual(["b", "c", "d"]);
    await relay.close(0);
  });

  test("a call shows up in the log with its bill", async () => {
    const { ask, relay } = await openApi(await openStore());
    const { key, id } = await ask(KeyCreated, "POST", "/keys", { name: "k" });
    const call = new Request("http://parley.test/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "demo", messages: [{ role: "user", content: "hello" }] }),
    });
    const answer = await relay.fetch(call, { address: "203.0.113.7" });
    expect(answer?.status).toBe(200);
    await answer?.text();

    const { requests, next } = await ask(
      RequestPage,
      "GET",
      `/requests?key=${id}&errors=false&status=200`,
    );
    expect(next).toBeNull();
    expect(requests).toMatchObject([
      { key: id, model: "demo", provider: "demo", client_ip: "203.0.113.7" },
    ]);
    const detail = await ask(RequestDetail, "GET", `/requests/${requests[0]?.id}`);
    expect(detail).toMatchObject({ ...requests[0], bodies: null });
    expect((await ask(RequestPage, "GET", "/requests?errors=true")).requests).toEqual([]);
    await relay.close(0);
  });
});
