import { expect, test } from "bun:test";
import { forEachEngine } from "../../test/engines.ts";
import { finishedRow, NOW } from "../../test/store-rows.ts";
import { reportUsage } from "./report-road.ts";
import { CLOSE_REQUEST, closeRequestValues, type RequestRow } from "./requests.ts";
import type { Store } from "./store.ts";
import type { UsageQuery } from "./usage.ts";

const HOUR = 3_600_000;
const BEGIN = Math.floor(NOW / HOUR) * HOUR;

const ask = (query: Partial<UsageQuery> = {}): UsageQuery => ({
  starts: [BEGIN, BEGIN + HOUR, BEGIN + 2 * HOUR],
  until: BEGIN + 3 * HOUR,
  group: null,
  most: 10,
  only: {},
  ...query,
});

async function write(store: Store, rows: readonly RequestRow[]): Promise<void> {
  for (const row of rows) store.writer.write(CLOSE_REQUEST, closeRequestValues(row));
  await store.writer.committed();
}

forEachEngine("usage", (open) => {
  test("is added up by steps and by groups, the smaller ones together", async () => {
    const store = await open();
    const row = (model: string, at: number, rest: Partial<RequestRow> = {}): RequestRow =>
      finishedRow({ model, at, status: 200, prompt_tokens: 10, cost_nano: 7, ...rest });
    await write(store, [
      row("a", BEGIN),
      row("a", BEGIN + HOUR - 1, { status: 502, cost_nano: 0 }),
      row("a", BEGIN + 2 * HOUR),
      row("b", BEGIN + 1),
      row("b", BEGIN + 2),
      row("c", BEGIN + 3),
      row("d", BEGIN + HOUR),
      row("a", BEGIN - 1),
      row("a", BEGIN + 3 * HOUR),
    ]);
    const { sums, series } = await reportUsage(store, ask({ group: "model", most: 2 }));
    expect(sums).toMatchObject({ requests: 7, errors: 1, prompt: 70, costNano: 42 });
    expect(
      series.map(({ group, rest, steps }) => [group, rest, steps.map((s) => s.requests)]),
    ).toEqual([
      ["a", false, [2, 0, 1]],
      ["b", false, [2, 0, 0]],
      [null, true, [1, 1, 0]],
    ]);
    expect(series[0]?.steps.map(({ errors }) => errors)).toEqual([1, 0, 0]);
    const only = await reportUsage(store, ask({ only: { model: "b" } }));
    expect(only.sums.requests).toBe(2);
    expect((await reportUsage(store, ask({ starts: [0], until: 1 }))).series).toEqual([]);
  });

  test("tells percentiles within two percent, and none where there are no times", async () => {
    const store = await open();
    await write(
      store,
      Array.from({ length: 1000 }, (_, index) =>
        finishedRow({
          at: BEGIN + index,
          status: 200,
          total_ms: index + 1,
          overhead_ms: 0,
          first_token_ms: null,
        }),
      ),
    );
    const { sums } = await reportUsage(store, ask());
    const near = (found: number | undefined, wanted: number): void =>
      expect(Math.abs((found ?? 0) / wanted - 1)).toBeLessThan(0.025);
    near(sums.total?.p50, 500);
    near(sums.total?.p95, 950);
    near(sums.total?.p99, 990);
    expect(sums.overhead).toEqual({ p50: 0, p95: 0, p99: 0 });
    expect(sums.firstToken).toBeNull();
  });

  test("of a long log is read off the main thread, in pages, without losing a row", async () => {
    const store = await open();
    await write(
      store,
      Array.from({ length: 12_000 }, (_, index) =>
        finishedRow({ at: BEGIN + Math.floor(index / 3), status: 200, cost_nano: 1, total_ms: 5 }),
      ),
    );
    const { sums } = await reportUsage(store, ask());
    expect(sums).toMatchObject({ requests: 12_000, costNano: 12_000 });
  });
});
