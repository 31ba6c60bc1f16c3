import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { onEngine } from "../../../test/engines.ts";
import { getMeta } from "../meta.ts";

const META = "insert into meta (key, value) values ($1, $2)";

onEngine("sqlite", "the hot writer beside another process", (open, { makePlace }) => {
  test("waits for it without holding up the event loop", async () => {
    const place = await makePlace();
    const [store, other] = [await open(place), await open(place)];
    const blocker = new Database(join(place.home, "parley.db"));
    blocker.run("begin immediate");
    store.writer.write(META, ["a", "1"]);
    const committed = store.writer.committed();
    const start = performance.now();
    await Bun.sleep(50);
    expect(performance.now() - start).toBeLessThan(1000);
    store.writer.write(META, ["b", "2"]);
    expect(await getMeta(other, "a")).toBeUndefined();
    blocker.run("commit");
    blocker.close();
    await committed;
    expect([await getMeta(other, "a"), await getMeta(other, "b")]).toEqual(["1", "2"]);
  });
});
