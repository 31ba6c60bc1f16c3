/** The tables: Markdown, as printed and as kept in docs/performance.md. */
import {
  added,
  cpuPerEvent,
  cpuPerRequest,
  disturbance,
  eventsPerSecond,
  type Figure,
  firstByteP50,
  firstByteP99,
  gapP99,
  listFaults,
  median,
  p50,
  p99,
  ratio,
  requestsPerSecond,
  typical,
} from "./figures.ts";
import type { Machine } from "./machine.ts";
import type { RunResult, SystemResult } from "./measure.ts";
import type { ScenarioName } from "./scenarios.ts";
import { DIRECT, YARDSTICK } from "./systems.ts";

export interface RunInfo {
  machine: Machine;
  seconds: number;
  rounds: number;
  date: string;
}

const NOTHING = "–";

type Column = readonly [head: string, cell: (system: SystemResult) => string];

export function writeReport(result: RunResult, info: RunInfo): string {
  const direct = result.systems.find(({ name }) => name === DIRECT);
  const yardstick = result.systems.find(({ name }) => name === YARDSTICK);
  const proxies = result.systems.filter(({ name }) => name !== DIRECT);
  return [
    describeRun(result, info),
    ...(yardstick === undefined
      ? []
      : writeTable(
          "Times the bare proxy, in the same run (CPU: lower is better; the last two: higher)",
          proxies,
          ratioColumns(yardstick),
        )),
    ...writeTable("Plain answers", result.systems, plainColumns(direct)),
    ...writeTable("Streams of 64 chunks and 3 more events", result.systems, streamColumns(direct)),
    ...writeTable("Process", proxies, PROCESS_COLUMNS),
    ...listRemarks(result),
  ].join("\n\n");
}

function describeRun({ systems }: RunResult, { machine, seconds, rounds, date }: RunInfo): string {
  const others = Math.round(disturbance(systems, machine.cores) * 100);
  return (
    `${date}: ${machine.cores} cores ${machine.model}, ${machine.memoryGb} GB, ${machine.platform}, ` +
    `Bun ${machine.bun}, Node ${machine.node}; ${rounds} rounds of ${seconds} s; ` +
    `other processes used ${others} % of the machine meanwhile.`
  );
}

function ratioColumns(yardstick: SystemResult): Column[] {
  const times = (head: string, scenario: ScenarioName, figure: Figure): Column => [
    head,
    (system) => show(ratio(system, yardstick, scenario, figure), 2),
  ];
  return [
    times("CPU/request, small", "small", cpuPerRequest),
    times("10 KB", "10k", cpuPerRequest),
    times("50 KB", "50k", cpuPerRequest),
    times("CPU/chunk, fast", "stream", cpuPerEvent),
    times("CPU/chunk, paced", "paced", cpuPerEvent),
    times("requests/s", "small", requestsPerSecond),
    times("chunks/s", "stream", eventsPerSecond),
  ];
}

function plainColumns(direct: SystemResult | undefined): Column[] {
  const plain = (head: string, scenario: ScenarioName, figure: Figure): Column => [
    head,
    (system) => show(typical(system, scenario, figure), 0),
  ];
  return [
    plain("CPU µs/request, small", "small", cpuPerRequest),
    plain("10 KB", "10k", cpuPerRequest),
    plain("50 KB", "50k", cpuPerRequest),
    plain("requests/s, small", "small", requestsPerSecond),
    plain("10 KB", "10k", requestsPerSecond),
    plain("50 KB", "50k", requestsPerSecond),
    ["p50 µs alone", (system) => withAdded(system, direct, "alone", p50)],
    ["p99 µs alone", (system) => withAdded(system, direct, "alone", p99)],
  ];
}

function streamColumns(direct: SystemResult | undefined): Column[] {
  return [
    ["chunks/s, fast", (system) => show(typical(system, "stream", eventsPerSecond), 0)],
    ["CPU µs/chunk, fast", (system) => show(typical(system, "stream", cpuPerEvent), 1)],
    ["CPU µs/chunk, paced", (system) => show(typical(system, "paced", cpuPerEvent), 1)],
    ["first event p50 µs, paced", (system) => withAdded(system, direct, "paced", firstByteP50)],
    ["p99 µs", (system) => withAdded(system, direct, "paced", firstByteP99)],
    [
      "longest gap p99 ms, paced",
      (system) => show(scale(typical(system, "paced", gapP99), 1 / 1000), 1),
    ],
  ];
}

const PROCESS_COLUMNS: readonly Column[] = [
  ["ready ms", ({ readyMs }) => show(median(readyMs.slice(1)), 0)],
  ["first start ms", ({ readyMs }) => show(readyMs[0], 0)],
  ["RSS idle MB", ({ rssIdle }) => show(rssIdle / 1e6, 0)],
  ["RSS after load MB", ({ rssAfter }) => show(rssAfter / 1e6, 0)],
];

function listRemarks({ systems, absent }: RunResult): string[] {
  const faults = systems.flatMap((system) =>
    listFaults(system).map(
      (fault) => `- faults, not counted as answers: ${system.title}: ${fault}`,
    ),
  );
  const missing = absent.map(({ title, reason }) => `- left out: ${title}: ${reason}`);
  const remarks = [...faults, ...missing];
  return remarks.length === 0 ? [] : [remarks.join("\n")];
}

/** Title and table; columns of which nothing was measured are left out, and so is a table without any. */
function writeTable(
  title: string,
  systems: readonly SystemResult[],
  columns: readonly Column[],
): string[] {
  const filled = columns.filter(([, cell]) => systems.some((system) => cell(system) !== NOTHING));
  if (filled.length === 0) return [];
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const lines = [
    row(["", ...filled.map(([head]) => head)]),
    row(["---", ...filled.map(() => "---:")]),
    ...systems.map((system) => row([system.title, ...filled.map(([, cell]) => cell(system))])),
  ];
  return [`**${title}**`, lines.join("\n")];
}

/** `187 (+141)`: the figure, and what the system adds to the direct call. */
function withAdded(
  system: SystemResult,
  direct: SystemResult | undefined,
  scenario: ScenarioName,
  figure: Figure,
): string {
  const value = show(typical(system, scenario, figure), 0);
  if (direct === undefined || system === direct) return value;
  const more = added(system, direct, scenario, figure);
  return more === undefined
    ? value
    : `${value} (${more < 0 ? "−" : "+"}${show(Math.abs(more), 0)})`;
}

function scale(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value * by;
}

function show(value: number | undefined, digits: number): string {
  if (value === undefined) return NOTHING;
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
