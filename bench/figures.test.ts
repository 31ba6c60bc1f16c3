import { expect, test } from "bun:test";
import { replaceBlock } from "./docs.ts";
import { added, listFaults, median, p50, ratio } from "./figures.ts";
import type { LoadReport } from "./load.ts";
import type { SystemResult } from "./measure.ts";
import { readTrend } from "./soak-report.ts";

const NOTHING = { count: 0, p50: 0, p90: 0, p99: 0, max: 0 };

function makeReport(latencyP50: number, faultKinds: Record<string, number> = {}): LoadReport {
  return {
    seconds: 1,
    answers: 1,
    faults: 0,
    events: 0,
    cpuMicros: 0,
    othersMicros: 0,
    latency: { ...NOTHING, count: latencyP50 > 0 ? 1 : 0, p50: latencyP50 },
    firstByte: NOTHING,
    longestGap: NOTHING,
    whole: { sent: 1, answered: 1, lost: 0, unfinished: 0 },
    faultKinds,
  };
}

function makeSystem(reports: LoadReport[]): SystemResult {
  return {
    name: "a",
    title: "A",
    readyMs: [],
    rssIdle: 0,
    rssAfter: 0,
    reports: { alone: reports },
  };
}

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 2, 3], 2.5],
  [[undefined, 7], 7],
  [[], undefined],
])("the median of %p is %p", (values, expected) => {
  expect(median(values)).toBe(expected);
});

test("systems are compared within a round, so a slow round for both changes nothing", () => {
  const slow = makeSystem([makeReport(20), makeReport(2000), makeReport(20)]);
  const fast = makeSystem([makeReport(10), makeReport(1000), makeReport(10)]);
  expect(ratio(slow, fast, "alone", p50)).toBe(2);
  expect(added(slow, fast, "alone", p50)).toBe(10);
});

test("a round without answers is left out of the comparison", () => {
  const system = makeSystem([makeReport(0), makeReport(30)]);
  const other = makeSystem([makeReport(10), makeReport(10)]);
  expect(ratio(system, other, "alone", p50)).toBe(3);
  expect(ratio(makeSystem([]), other, "alone", p50)).toBeUndefined();
});

test("faults are summed over the rounds", () => {
  const system = makeSystem([
    makeReport(1, { "status 500": 2 }),
    makeReport(1, { "status 500": 3 }),
  ]);
  expect(listFaults(system)).toEqual(["alone: 5 × status 500"]);
});

test("the memory trend is that of the second half", () => {
  const climbThenFlat = [10, 20, 30, 40, 50, 50, 50, 50];
  expect(readTrend(climbThenFlat)).toMatchObject({
    start: 10,
    max: 50,
    end: 50,
    slopePerMinute: 0,
  });
  expect(readTrend([0, 0, 0, 0, 1, 2, 3, 4]).slopePerMinute).toBeCloseTo(60);
});

test("a report replaces its own block of the page only", () => {
  const page =
    "a\n<!-- bench:begin -->\nold\n<!-- bench:end -->\nb\n<!-- soak:begin -->\n<!-- soak:end -->\n";
  const written = replaceBlock(page, "bench", "new");
  expect(written).toBe(page.replace("old", "new"));
  expect(replaceBlock(written, "bench", "new")).toBe(written);
  expect(() => replaceBlock("no marks", "bench", "new")).toThrow("bench:begin");
});
