/** Samples the memory of a process and says how much it grew over the second half of the time. */

import { readFileSync } from "node:fs";

const EVERY_MS = 500;

export interface Growth {
  readonly firstMb: number;
  readonly lastMb: number;
  readonly mostMb: number;
  /** Slope of the second half's regression line, times its length. */
  readonly growthMb: number;
}

export class MemoryWatch {
  readonly #pid: number;
  readonly #samples: number[] = [];
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(pid: number) {
    this.#pid = pid;
    this.#timer = setInterval(() => this.#sample(), EVERY_MS);
    this.#sample();
  }

  #sample(): void {
    this.#samples.push(residentMb(this.#pid));
  }

  stop(): Growth {
    clearInterval(this.#timer);
    this.#sample();
    const half = this.#samples.slice(Math.floor(this.#samples.length / 2));
    return {
      firstMb: this.#samples[0] ?? 0,
      lastMb: this.#samples.at(-1) ?? 0,
      mostMb: Math.max(...this.#samples),
      growthMb: Math.round(slope(half) * (half.length - 1)),
    };
  }
}

/** Linux has it as a file; elsewhere `ps` knows. */
function residentMb(pid: number): number {
  if (process.platform !== "linux") {
    const { stdout } = Bun.spawnSync(["ps", "-o", "rss=", "-p", String(pid)]);
    return Math.round(Number(stdout.toString()) / 1024);
  }
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kb) / 1024);
}

/** Of the line closest to the values, per step. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let above = 0;
  let below = 0;
  values.forEach((value, index) => {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  });
  return below === 0 ? 0 : above / below;
}
