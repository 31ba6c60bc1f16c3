/** What Linux says a process uses. */
import { readdirSync, readFileSync } from "node:fs";

/** USER_HZ is 100 on every Linux that Bun runs on: one tick is 10 ms. */
const MICROS_PER_TICK = 10_000;

/** User and system time of all threads so far. A process that is gone counts 0. */
export function readCpuMicros(pids: readonly number[]): number {
  return sum(pids.map((pid) => (statField(pid, 11) + statField(pid, 12)) * MICROS_PER_TICK));
}

export function readRssBytes(pids: readonly number[]): number {
  return sum(
    pids.map((pid) => {
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readProc(`${pid}/status`))?.[1];
      return Number(kilobytes ?? 0) * 1024;
    }),
  );
}

/** The process and everything it started that still runs. */
export function listTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = statField(Number(name), 1);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** Time the whole machine was not idle so far. */
export function readMachineBusyMicros(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    readProc("stat").split("\n")[0] ?? ""
  )
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * MICROS_PER_TICK;
}

/** Fields are counted from the state, after the name in parentheses, which may hold spaces. */
function statField(pid: number, field: number): number {
  const text = readProc(`${pid}/stat`);
  return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[field] ?? 0);
}

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && isGone(error.code)) return "";
    throw error;
  }
}

function isGone(code: unknown): boolean {
  return code === "ENOENT" || code === "ESRCH";
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
