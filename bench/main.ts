/**
 * `npm run bench`: what the relay costs, against the bare Bun proxy and the peers that are installed, in one run.
 * The method is in docs/performance.md.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { stopChildren } from "./children.ts";
import { writeDocs } from "./docs.ts";
import { listFaults } from "./figures.ts";
import { readMachine } from "./machine.ts";
import { measure, type RunResult } from "./measure.ts";
import { installPeers } from "./peers.ts";
import { type RunInfo, writeReport } from "./report.ts";
import { SCENARIOS } from "./scenarios.ts";
import { runSoak } from "./soak.ts";
import { DIRECT, SYSTEMS, YARDSTICK } from "./systems.ts";

const USAGE = `npm run bench -- [options]
  --seconds N      length of a round (2; of the soak: 120)
  --rounds N       rounds per load (5)
  --only A,B       systems: ${SYSTEMS.map(({ name }) => name).join(", ")}
                   (direct and bare always run: they are what the others are compared with)
  --loads A,B      loads: ${SCENARIOS.map(({ name }) => name).join(", ")}
  --json           one JSON document on standard output instead of tables
  --write          put the tables into docs/performance.md
  --soak           the two-minute soak of the relay (or of --only A) instead of the measurement
  --install-peers  install the peers into bench/.peers, and do nothing else`;

/** Whose faults make the run fail; a peer's are only told. */
const OURS: readonly string[] = [DIRECT, YARDSTICK, "bare-ledger", "parley"];

const { values } = parseArgs({
  options: {
    seconds: { type: "string" },
    rounds: { type: "string", default: "5" },
    only: { type: "string" },
    loads: { type: "string" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    soak: { type: "boolean", default: false },
    "install-peers": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

process.exit(await run().catch(fail));

async function run(): Promise<number> {
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values["install-peers"]) {
    await installPeers();
    return 0;
  }
  if (!existsSync("/proc/self/stat")) {
    console.error("bench: CPU and memory are read from /proc, which only Linux has");
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-"));
  process.on("exit", () => Bun.spawnSync(["rm", "-rf", folder]));
  try {
    return values.soak ? await soak(folder) : await bench(folder);
  } finally {
    await stopChildren();
    await rm(folder, { recursive: true, force: true });
  }
}

function fail(error: unknown): number {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
}

async function bench(folder: string): Promise<number> {
  const only = pick("--only", values.only, SYSTEMS);
  const info: RunInfo = {
    machine: readMachine(),
    seconds: parseCount("--seconds", values.seconds ?? "2"),
    rounds: parseCount("--rounds", values.rounds),
    date: new Date().toISOString().slice(0, 10),
  };
  const result = await measure({
    ...info,
    systems: SYSTEMS.filter(
      (system) => only.includes(system) || [DIRECT, YARDSTICK].includes(system.name),
    ),
    required: values.only === undefined ? [] : only.map(({ name }) => name),
    scenarios: pick("--loads", values.loads, SCENARIOS),
    folder,
    say: (line) => console.error(line),
  });
  const report = writeReport(result, info);
  console.log(values.json ? JSON.stringify({ ok: true, ...info, ...result }, null, 2) : report);
  if (values.write) await writeDocs("bench", report);
  return findOurFaults(result).length > 0 ? 1 : 0;
}

async function soak(folder: string): Promise<number> {
  const { report, problems, figures } = await runSoak({
    folder,
    system: values.only ?? "parley",
    seconds: parseCount("--seconds", values.seconds ?? "120"),
    say: (line) => console.error(line),
  });
  console.log(
    values.json ? JSON.stringify({ ok: problems.length === 0, ...figures }, null, 2) : report,
  );
  if (values.write) await writeDocs("soak", report);
  return problems.length > 0 ? 1 : 0;
}

function findOurFaults({ systems }: RunResult): string[] {
  return systems.filter(({ name }) => OURS.includes(name)).flatMap(listFaults);
}

function pick<T extends { name: string }>(
  option: string,
  text: string | undefined,
  all: readonly T[],
): readonly T[] {
  if (text === undefined) return all;
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => !all.some((one) => one.name === name));
  if (unknown.length > 0)
    throw new Error(
      `${option}: no ${unknown.join(", ")}; there are ${all.map(({ name }) => name).join(", ")}`,
    );
  return all.filter(({ name }) => names.includes(name));
}

function parseCount(option: string, text: string): number {
  const count = Number(text);
  if (!(count > 0 && count <= 3600))
    throw new Error(`${option}: ${text} is not between 0 and 3600`);
  return count;
}
