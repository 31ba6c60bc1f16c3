import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import { NOW, priceOf, providerWith } from "../../test/store-rows.ts";
import {
  changeProviderModels,
  deleteModel,
  deleteProvider,
  getProvider,
  insertModel,
  insertProvider,
  listProviders,
  replaceProviderKeys,
  rereadProvider,
  setModelPrice,
  updateProvider,
} from "./providers.ts";
import { queries } from "./store.ts";

forEachEngine("providers", (open) => {
  test("come back whole: keys and headers open, models with their prices, all in order", async () => {
    const store = await open();
    const wanted = providerWith({
      headers: { "x-team": "red" },
      keys: ["first-key-0123456789", "second-key-012345678", "short"],
      models: [
        { public_id: "b", upstream_id: "b-1", price: priceOf(200) },
        { public_id: "a", upstream_id: "a-1", price: priceOf(400) },
      ],
    });
    await insertProvider(store, wanted, NOW);
    await insertProvider(store, providerWith({ name: "other", keys: [], models: [] }), NOW + 1);
    const [vendor, other] = await listProviders(store);
    expect(vendor).toMatchObject({ name: "vendor", headers: { "x-team": "red" }, created_at: NOW });
    expect(vendor?.keys.map(({ key, tail }) => [key, tail])).toEqual([
      ["first-key-0123456789", "6789"],
      ["second-key-012345678", "5678"],
      ["short", ""],
    ]);
    expect(vendor?.models.map((model) => [model.public_id, model.price.input_nano])).toEqual([
      ["b", 200],
      ["a", 400],
    ]);
    expect(other).toMatchObject({ name: "other", headers: null, keys: [], models: [] });
  });

  test("store no secret in the clear", async () => {
    const store = await open();
    await insertProvider(store, providerWith({ headers: { authorization: "secret-header" } }), NOW);
    const db = queries(store);
    const rows = [
      ...(await db.selectFrom("providers").selectAll().execute()),
      ...(await db.selectFrom("provider_keys").selectAll().execute()),
    ];
    expect(JSON.stringify(rows)).not.toMatch(/vendor-key|secret-header/);
  });

  test("are stored whole or not at all", async () => {
    const store = await open();
    const model = { public_id: "twice", upstream_id: "x", price: priceOf(2) };
    const twice = providerWith({ models: [model, model] });
    expect(insertProvider(store, twice, NOW)).rejects.toMatchObject({ code: "conflict" });
    await insertProvider(store, providerWith(), NOW);
    expect(insertProvider(store, providerWith(), NOW)).rejects.toMatchObject({ code: "conflict" });
    const prices = await queries(store).selectFrom("prices").selectAll().execute();
    expect([(await listProviders(store)).length, prices.length]).toEqual([1, 1]);
  });

  test("leave their prices behind", async () => {
    const store = await open();
    await insertProvider(store, providerWith(), NOW);
    expect(await deleteProvider(store, "vendor")).toBe(true);
    expect(await deleteProvider(store, "vendor")).toBe(false);
    expect(await listProviders(store)).toEqual([]);
    const db = queries(store);
    expect(await db.selectFrom("provider_keys").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("prices").select("model").execute()).toEqual([{ model: "small" }]);
  });

  test("get new prices while the old ones stay on record", async () => {
    const store = await open();
    const { models } = await insertProvider(store, providerWith(), NOW);
    const id = models[0]?.id ?? "";
    const price = await setModelPrice(store, id, priceOf(600), NOW + 1);
    expect(price).toMatchObject({ provider: "vendor", model: "small", input_nano: 600, free: 0 });
    expect((await getProvider(store, "vendor")).models[0]?.price).toEqual(price);
    const all = await queries(store)
      .selectFrom("prices")
      .select("input_nano")
      .orderBy("created_at")
      .execute();
    expect(all.map((row) => row.input_nano)).toEqual([100, 600]);
    expect(setModelPrice(store, "nothing", priceOf(2), NOW)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("change address, headers and keys", async () => {
    const store = await open();
    await insertProvider(store, providerWith({ headers: { a: "1" } }), NOW);
    expect(await updateProvider(store, "vendor", { base_url: "http://new" }, NOW + 1)).toBe(true);
    expect(await getProvider(store, "vendor")).toMatchObject({
      base_url: "http://new",
      headers: { a: "1" },
      updated_at: NOW + 1,
    });
    expect(await updateProvider(store, "vendor", { headers: null }, NOW + 2)).toBe(true);
    expect(await replaceProviderKeys(store, "vendor", ["k2", "k1"], NOW + 3)).toBe(true);
    const changed = await getProvider(store, "vendor");
    expect(changed).toMatchObject({ headers: null, updated_at: NOW + 3 });
    expect(changed.keys.map(({ key }) => key)).toEqual(["k2", "k1"]);
    expect(await updateProvider(store, "nobody", {}, NOW)).toBe(false);
    expect(await replaceProviderKeys(store, "nobody", [], NOW)).toBe(false);
    expect(getProvider(store, "nobody")).rejects.toMatchObject({ code: "not_found" });
  });

  test("gain and lose single models", async () => {
    const store = await open();
    await insertProvider(store, providerWith(), NOW);
    const large = { public_id: "large", upstream_id: "large-1", price: priceOf(1000) };
    const id = await insertModel(store, "vendor", large, NOW);
    const { models } = await getProvider(store, "vendor");
    expect(models.map((model) => [model.public_id, model.position])).toEqual([
      ["small", 0],
      ["large", 1],
    ]);
    expect(insertModel(store, "vendor", large, NOW)).rejects.toMatchObject({ code: "conflict" });
    expect(insertModel(store, "nobody", large, NOW)).rejects.toMatchObject({ code: "not_found" });
    expect(await deleteModel(store, id)).toBe(true);
    expect(await deleteModel(store, id)).toBe(false);
  });

  test("are read again in part, as if they were read whole", async () => {
    const store = await open();
    const names = Array.from({ length: 9 }, (_, index) => `m-${index}`);
    const modelOf = (name: string) => ({
      public_id: name,
      upstream_id: name,
      price: priceOf(100),
    });
    const before = await insertProvider(
      store,
      providerWith({ models: names.map((name) => modelOf(name)) }),
      NOW,
    );
    await updateProvider(store, "vendor", { base_url: "http://new" }, NOW + 1);
    const moved = await rereadProvider(store, before, []);
    expect(moved).toEqual(await getProvider(store, "vendor"));
    expect(moved.models).toBe(before.models);

    await setModelPrice(store, before.models[2]?.id ?? "", priceOf(600), NOW + 2);
    await changeProviderModels(
      store,
      "vendor",
      {
        remove: before.models.slice(4, 6),
        add: [modelOf("m-5"), modelOf("new")],
      },
      NOW + 3,
    );
    const changed = ["m-2", "m-4", "m-5", "new", "never there"];
    const whole = await getProvider(store, "vendor");
    expect(await rereadProvider(store, moved, changed)).toEqual(whole);
    const many = Array.from({ length: 2000 }, (_, index) => `other ${index}`);
    expect(await rereadProvider(store, moved, [...changed, ...many])).toEqual(whole);

    await deleteProvider(store, "vendor");
    expect(rereadProvider(store, moved, ["m-2"])).rejects.toMatchObject({ code: "not_found" });
    const again = await insertProvider(store, providerWith(), NOW + 4);
    expect(await rereadProvider(store, moved, ["m-2"])).toEqual(again);
  });

  test("cannot be read when a cipher text was moved to another row", async () => {
    const store = await open();
    await insertProvider(store, providerWith({ keys: ["key-of-a-0123456789"] }), NOW);
    await insertProvider(store, providerWith({ name: "b", keys: ["key-of-b-0123456789"] }), NOW);
    const db = queries(store);
    const [first] = await db.selectFrom("provider_keys").selectAll().orderBy("id").execute();
    await db
      .updateTable("provider_keys")
      .set({ cipher: first?.cipher ?? "" })
      .execute();
    expect(listProviders(store)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("another row"),
    });
  });
});
