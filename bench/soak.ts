/**
 * `npm run bench -- --soak`: two minutes of bad days. 64 clients, half of their requests streams, three in ten clients
 * leave before their answer is whole; the mock vendor answers one request in ten with 500 and cuts one stream in ten.
 * Afterwards memory must be flat, no call to the vendor may still be open, and the ledger must agree with itself.
 */
import { startHelper } from "./children.ts";
import type { Target } from "./client.ts";
import { askParley } from "./parley.ts";
import { listTree, readRssBytes } from "./proc.ts";
import { makeRandom } from "./random.ts";
import { type Outcome, SoakClient } from "./soak-client.ts";
import { type MemoryTrend, readTrend, type SoakFigures, writeSoakReport } from "./soak-report.ts";
import { prepareSystem } from "./system.ts";
import { SYSTEMS } from "./systems.ts";
import type { UpstreamStats } from "./upstream.ts";

export interface SoakOptions {
  folder: string;
  seconds: number;
  /** A system's name. Only the relay has promises to check. */
  system: string;
  say: (line: string) => void;
}

export interface SoakResult {
  report: string;
  figures: SoakFigures;
  problems: string[];
}

const CLIENTS = 64;
const MAX_REQUESTS = 2_000_000;
const DRAIN_MS = 3_000;
const SAMPLE_MS = 1_000;
/** Growth over the second half that is more than the collector's breathing. */
const GROWTH_LIMIT_BYTES = 10e6;

export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const system = SYSTEMS.find(({ name }) => name === options.system);
  if (system === undefined) throw new Error(`there is no system ${options.system}`);
  const upstream = startHelper("upstream.ts");
  const { port } = (await upstream.read()) as { port: number };
  const running = await prepareSystem(system, port, options.folder);
  await running.start();

  const pid = running.pid ?? upstream.pid;
  const over = runClients(running.prepared.target, options.seconds);
  const samples = await sampleMemory(pid, over, options);
  const outcomes = await over;
  const stats = await untilIdle(port);
  const isRelay = system.name === "parley";
  const folder = `${options.folder}/${system.name}`;
  const ledgerRunning = isRelay ? await countMismatches(folder) : undefined;
  const hasEnded = running.hasEnded;
  await running.stop();
  const ledgerStopped = isRelay ? await countMismatches(folder) : undefined;
  await upstream.stop();

  const figures: SoakFigures = {
    title: system.title,
    seconds: options.seconds,
    outcomes,
    stats,
    memory: readTrend(samples),
    ledgerRunning,
    ledgerStopped,
  };
  const problems = [
    ...(hasEnded ? ["the process ended during the soak"] : []),
    ...(isRelay ? findProblems(figures) : []),
  ];
  return { report: writeSoakReport(figures, problems), figures, problems };
}

/** Ends when the time is over and every client has its last answer, or has left. */
async function runClients(target: Target, seconds: number): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const random = makeRandom(7);
  const until = performance.now() + seconds * 1000;
  let left = MAX_REQUESTS;
  const runClient = async (): Promise<void> => {
    const client = new SoakClient(target, random);
    while (performance.now() < until && left > 0) {
      left -= 1;
      const outcome: Outcome = await client.request();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    client.close();
  };
  await Promise.all(Array.from({ length: CLIENTS }, runClient));
  return outcomes;
}

async function sampleMemory(
  pid: number,
  over: Promise<unknown>,
  { say, seconds }: SoakOptions,
): Promise<number[]> {
  const samples: number[] = [];
  const end = over.then(() => true);
  do {
    const rss = readRssBytes(listTree(pid));
    samples.push(rss);
    if (samples.length % 10 === 1)
      say(`soak: ${samples.length - 1} of ${seconds} s, RSS ${(rss / 1e6).toFixed(0)} MB`);
  } while (!(await Promise.race([end, Bun.sleep(SAMPLE_MS).then(() => false)])));
  return samples;
}

/** The mock vendor's counts once no call to it is open any more, or when waiting for that was no use. */
async function untilIdle(port: number): Promise<UpstreamStats> {
  const limit = performance.now() + DRAIN_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/stats`);
    const stats = (await answer.json()) as UpstreamStats;
    if (stats.open === 0 || performance.now() > limit) return stats;
    await Bun.sleep(50);
  }
}

async function countMismatches(folder: string): Promise<number> {
  const answer = await askParley(folder, "relay ledger verify");
  if (typeof answer === "object" && answer !== null && "mismatches" in answer)
    return Number(answer.mismatches);
  throw new Error("`relay ledger verify --json` gave no mismatches");
}

function findProblems({ outcomes, stats, memory, ...ledger }: SoakFigures): string[] {
  const problems: string[] = [];
  const silent = outcomes["stream ended early without an error"] ?? 0;
  const dropped = outcomes["connection lost"] ?? 0;
  const mismatches = (ledger.ledgerRunning ?? 0) + (ledger.ledgerStopped ?? 0);
  if ((outcomes["whole"] ?? 0) === 0) problems.push("not one whole answer");
  if (silent > 0) problems.push(`${silent} streams ended early without an error`);
  if (dropped > 0) problems.push(`${dropped} connections lost with an answer owed`);
  if (stats.open > 0) problems.push(`${stats.open} calls to the vendor still open`);
  if (mismatches > 0) problems.push(`${mismatches} mismatches in the ledger`);
  if (isGrowing(memory)) problems.push("memory grows");
  return problems;
}

function isGrowing({ slopePerMinute, seconds }: MemoryTrend): boolean {
  return (slopePerMinute * (seconds / 2)) / 60 > GROWTH_LIMIT_BYTES;
}
