/** From the reports of the rounds to one figure: medians of rounds, ratios and differences taken within a round. */
import type { LoadReport } from "./load.ts";
import type { SystemResult } from "./measure.ts";
import type { ScenarioName } from "./scenarios.ts";

/** What a round says of a system; undefined when it says nothing, for example for lack of answers. */
export type Figure = (report: LoadReport) => number | undefined;

export const cpuPerRequest: Figure = (report) => divide(report.cpuMicros, report.answers);
export const cpuPerEvent: Figure = (report) => divide(report.cpuMicros, report.events);
export const requestsPerSecond: Figure = (report) => divide(report.answers, report.seconds);
export const eventsPerSecond: Figure = (report) => divide(report.events, report.seconds);
export const p50: Figure = ({ latency }) => (latency.count > 0 ? latency.p50 : undefined);
export const p99: Figure = ({ latency }) => (latency.count > 0 ? latency.p99 : undefined);
export const firstByteP50: Figure = ({ firstByte }) =>
  firstByte.count > 0 ? firstByte.p50 : undefined;
export const firstByteP99: Figure = ({ firstByte }) =>
  firstByte.count > 0 ? firstByte.p99 : undefined;
export const gapP99: Figure = ({ longestGap }) =>
  longestGap.count > 0 ? longestGap.p99 : undefined;

export function typical(
  system: SystemResult,
  scenario: ScenarioName,
  figure: Figure,
): number | undefined {
  return median(eachRound(system, scenario, figure));
}

export function ratio(
  system: SystemResult,
  to: SystemResult,
  scenario: ScenarioName,
  figure: Figure,
): number | undefined {
  return median(inPairs(system, to, scenario, figure).map(([a, b]) => divide(a, b)));
}

export function added(
  system: SystemResult,
  to: SystemResult,
  scenario: ScenarioName,
  figure: Figure,
): number | undefined {
  return median(inPairs(system, to, scenario, figure).map(([a, b]) => a - b));
}

/** Middle value of those there are; of two in the middle, their mean. */
export function median(values: ReadonlyArray<number | undefined>): number | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)];
  const lower = sorted[Math.ceil(middle) - 1];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

/** Share of the machine's time that went to processes outside the measurement, over all windows. */
export function disturbance(systems: readonly SystemResult[], cores: number): number {
  const reports = systems.flatMap((system) => Object.values(system.reports).flat());
  const others = reports.reduce((total, report) => total + report.othersMicros, 0);
  const seconds = reports.reduce((total, report) => total + report.seconds, 0);
  return divide(others, seconds * 1e6 * cores) ?? 0;
}

/** Faults of all rounds by scenario, for example `paced: 3 × connection lost`. */
export function listFaults(system: SystemResult): string[] {
  return Object.entries(system.reports).flatMap(([scenario, reports]) => {
    const kinds = new Map<string, number>();
    for (const report of reports) {
      for (const [kind, count] of Object.entries(report.faultKinds))
        kinds.set(kind, (kinds.get(kind) ?? 0) + count);
      const { unfinished } = report.whole;
      if (unfinished > 0) kinds.set("unfinished", (kinds.get("unfinished") ?? 0) + unfinished);
    }
    return [...kinds].map(([kind, count]) => `${scenario}: ${count} × ${kind}`);
  });
}

function eachRound(
  system: SystemResult,
  scenario: ScenarioName,
  figure: Figure,
): Array<number | undefined> {
  return (system.reports[scenario] ?? []).map(figure);
}

function inPairs(
  system: SystemResult,
  to: SystemResult,
  scenario: ScenarioName,
  figure: Figure,
): Array<[number, number]> {
  const others = eachRound(to, scenario, figure);
  return eachRound(system, scenario, figure).flatMap((value, round): Array<[number, number]> => {
    const other = others[round];
    return value === undefined || other === undefined ? [] : [[value, other]];
  });
}

function divide(value: number, by: number): number | undefined {
  return by > 0 && value > 0 ? value / by : undefined;
}
