import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import { finishedRow, NOW } from "../../test/store-rows.ts";
import { countKeyUsage } from "./key-usage.ts";
import { CLOSE_REQUEST, closeRequestValues } from "./requests.ts";

const HOUR = 3_600_000;

forEachEngine("the usage of keys", (open) => {
  test("is counted by key and step, since a time", async () => {
    const store = await open();
    const begin = Math.floor(NOW / HOUR) * HOUR;
    const rows = [
      finishedRow({ key_id: "k1", at: begin }),
      finishedRow({ key_id: "k1", at: begin + HOUR - 1 }),
      finishedRow({ key_id: "k1", at: begin + HOUR }),
      finishedRow({ key_id: "k2", at: begin + 5 }),
      finishedRow({ key_id: "k3", at: begin + 5 }),
      finishedRow({ key_id: "k1", at: begin - 1 }),
    ];
    for (const row of rows) store.writer.write(CLOSE_REQUEST, closeRequestValues(row));
    await store.writer.committed();
    const steps = await countKeyUsage(store, ["k1", "k2"], begin, HOUR);
    expect(new Set(steps)).toEqual(
      new Set([
        { key_id: "k1", at: begin, requests: 2 },
        { key_id: "k1", at: begin + HOUR, requests: 1 },
        { key_id: "k2", at: begin, requests: 1 },
      ]),
    );
    expect(await countKeyUsage(store, [], begin, HOUR)).toEqual([]);
  });
});
