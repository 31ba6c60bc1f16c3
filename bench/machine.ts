/** Where a run took place, without saying whose machine it was. */
import { arch, cpus, platform, totalmem } from "node:os";

export interface Machine {
  cores: number;
  model: string;
  memoryGb: number;
  platform: string;
  bun: string;
  /** Runs the peers that are written for it. */
  node: string;
}

export function readMachine(): Machine {
  return {
    cores: cpus().length,
    model: readModel(),
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${platform()} ${arch()}`,
    bun: Bun.version,
    node: run(["node", "--version"]).trim().replace(/^v/, "") || "absent",
  };
}

/** On ARM the kernel gives numbers only; `lscpu` knows the names. */
function readModel(): string {
  const model = cpus()[0]?.model ?? "";
  if (model !== "" && model !== "unknown") return model;
  return /^Model name:\s*(.+)$/m.exec(run(["lscpu"]))?.[1] ?? "unknown";
}

/** What a command prints; nothing when it is not installed. */
function run([program = "", ...args]: readonly string[]): string {
  if (Bun.which(program) === null) return "";
  return Bun.spawnSync([program, ...args]).stdout.toString();
}
