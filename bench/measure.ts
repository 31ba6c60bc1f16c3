/**
 * One run: every system up at once, then round after round of every load, the systems taking turns within a round. What
 * disturbs the machine disturbs neighbours alike, and figures are compared within their round.
 */
import { makeBody } from "./bodies.ts";
import { type Helper, startHelper } from "./children.ts";
import type { LoadReport, LoadSpec } from "./load.ts";
import { listTree, readRssBytes } from "./proc.ts";
import { SCENARIOS, type Scenario, type ScenarioName } from "./scenarios.ts";
import { Absent, prepareSystem, type RunningSystem, type System } from "./system.ts";

export interface MeasureOptions {
  systems: readonly System[];
  /** Systems that must be there: their absence is an error. */
  required: readonly string[];
  scenarios: readonly Scenario[];
  seconds: number;
  rounds: number;
  folder: string;
  say: (line: string) => void;
}

export interface SystemResult {
  name: string;
  title: string;
  /** The first start of the run, then the others; empty for a system that is no process. */
  readyMs: number[];
  rssIdle: number;
  rssAfter: number;
  /** One report per round. */
  reports: Partial<Record<ScenarioName, LoadReport[]>>;
}

export interface RunResult {
  systems: SystemResult[];
  absent: Array<{ title: string; reason: string }>;
}

const SETTLE_MS = 1_500;
const WARMUP_SECONDS = 2;
const WARMUP_SCENARIOS: readonly ScenarioName[] = ["small", "stream"];

export async function measure(options: MeasureOptions): Promise<RunResult> {
  const upstream = startHelper("upstream.ts");
  const { port } = (await upstream.read()) as { port: number };
  const load = startHelper("load.ts");
  const runs: Run[] = [];
  const absent: RunResult["absent"] = [];
  for (const system of options.systems) {
    try {
      const running = await prepareSystem(system, port, options.folder);
      runs.push(new Run(running, load, upstream));
    } catch (error) {
      if (!(error instanceof Absent) || options.required.includes(system.name)) throw error;
      absent.push({ title: system.title, reason: error.message });
      options.say(`left out: ${system.title}: ${error.message}`);
    }
  }

  await measureStarts(runs, options);
  await warmUp(runs, options);
  for (const scenario of options.scenarios) await measureScenario(runs, scenario, options);
  await Bun.sleep(SETTLE_MS);
  for (const run of runs) run.result.rssAfter = run.readRss();
  for (const run of runs) await run.running.stop();
  await Promise.all([load.stop(), upstream.stop()]);
  return { systems: runs.map((run) => run.result), absent };
}

/** Every system is started as often as there are rounds, and stays up the last time. */
async function measureStarts(runs: readonly Run[], options: MeasureOptions): Promise<void> {
  for (let round = 0; round <= options.rounds; round++) {
    options.say(`starts: ${round + 1} of ${options.rounds + 1}`);
    for (const { running, result } of runs) {
      if (!running.isProcess) continue;
      result.readyMs.push(await running.start());
      if (round < options.rounds) await running.stop();
    }
  }
  await Bun.sleep(SETTLE_MS);
  for (const run of runs) run.result.rssIdle = run.readRss();
}

async function warmUp(runs: readonly Run[], options: MeasureOptions): Promise<void> {
  options.say("warm-up");
  for (const scenario of SCENARIOS.filter(({ name }) => WARMUP_SCENARIOS.includes(name)))
    for (const run of runs) await run.load(scenario, WARMUP_SECONDS);
}

async function measureScenario(
  runs: readonly Run[],
  scenario: Scenario,
  { rounds, seconds, say }: MeasureOptions,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    say(`${scenario.title}: round ${round + 1} of ${rounds}`);
    // Another one goes first in every round.
    const first = round % runs.length;
    for (const run of [...runs.slice(first), ...runs.slice(0, first)])
      run.record(scenario, await run.load(scenario, seconds));
  }
}

class Run {
  readonly running: RunningSystem;
  readonly result: SystemResult;
  readonly #load: Helper;
  readonly #upstream: Helper;

  constructor(running: RunningSystem, load: Helper, upstream: Helper) {
    this.running = running;
    this.#load = load;
    this.#upstream = upstream;
    const { name, title } = running.system;
    this.result = { name, title, readyMs: [], rssIdle: 0, rssAfter: 0, reports: {} };
  }

  async load(scenario: Scenario, seconds: number): Promise<LoadReport> {
    await this.#load.ask({
      target: this.running.prepared.target,
      body: makeBody(scenario),
      connections: scenario.connections,
      warmupSeconds: scenario.warmupSeconds,
      seconds,
      eventsPerAnswer: scenario.eventsPerAnswer,
      pids: this.#pids(),
      harnessPids: [this.#upstream.pid],
    } satisfies LoadSpec);
    return (await this.#load.read()) as LoadReport;
  }

  record(scenario: Scenario, report: LoadReport): void {
    const reports = this.result.reports[scenario.name] ?? [];
    this.result.reports[scenario.name] = [...reports, report];
  }

  readRss(): number {
    return readRssBytes(this.#pids());
  }

  #pids(): number[] {
    return this.running.pid === undefined ? [] : listTree(this.running.pid);
  }
}
