import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import { deleteMeta, getMeta, insertMetaIfAbsent, setMeta } from "./meta.ts";

forEachEngine("meta", (open) => {
  test("sets, replaces and deletes a fact", async () => {
    const store = await open();
    expect(await getMeta(store, "fact")).toBeUndefined();
    await setMeta(store, "fact", "one");
    await setMeta(store, "fact", "two");
    expect(await getMeta(store, "fact")).toBe("two");
    expect(await deleteMeta(store, "fact")).toBe(true);
    expect(await deleteMeta(store, "fact")).toBe(false);
    expect(await getMeta(store, "fact")).toBeUndefined();
  });

  test("lets exactly one of many set an absent fact", async () => {
    const store = await open();
    const tries = Array.from({ length: 20 }, (_, index) =>
      insertMetaIfAbsent(store, "fact", `${index}`),
    );
    const won = (await Promise.all(tries)).flatMap((did, index) => (did ? [`${index}`] : []));
    expect(won).toHaveLength(1);
    expect(await getMeta(store, "fact")).toBe(won[0]);
  });
});
