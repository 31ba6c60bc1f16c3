/** What a soak found, in figures and in words. */
import type { UpstreamStats } from "./upstream.ts";

export interface MemoryTrend {
  start: number;
  max: number;
  end: number;
  /** Bytes per minute over the second half, by least squares. */
  slopePerMinute: number;
  seconds: number;
}

export interface SoakFigures {
  title: string;
  seconds: number;
  /** Requests by how they ended for the client. */
  outcomes: Record<string, number>;
  stats: UpstreamStats;
  memory: MemoryTrend;
  /** Mismatches the ledger's own check found, with the server up and after it stopped; absent when there is no ledger. */
  ledgerRunning: number | undefined;
  ledgerStopped: number | undefined;
}

/** Samples are one second apart. */
export function readTrend(samples: readonly number[]): MemoryTrend {
  return {
    start: samples[0] ?? 0,
    max: Math.max(...samples),
    end: samples.at(-1) ?? 0,
    slopePerMinute: slope(samples.slice(Math.floor(samples.length / 2))) * 60,
    seconds: samples.length,
  };
}

export function writeSoakReport(figures: SoakFigures, problems: readonly string[]): string {
  const { title, seconds, outcomes, stats, memory } = figures;
  const requests = Object.values(outcomes).reduce((total, count) => total + count, 0);
  const ended = Object.entries(outcomes)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${share(count, requests)}`);
  const ledger = [figures.ledgerRunning, figures.ledgerStopped].filter((n) => n !== undefined);
  return [
    `${title}, ${seconds} s, ${requests.toLocaleString("en-US")} requests.`,
    [
      `- for the clients: ${ended.join(", ")}`,
      `- at the vendor: ${stats.requests.toLocaleString("en-US")} calls, of these answered 500 ` +
        `${share(stats.failed, stats.requests)}, cut ${share(stats.cut, stats.requests)}, cancelled by the caller ` +
        `${share(stats.left, stats.requests)}, still open at the end ${stats.open}`,
      `- RSS: start ${megabytes(memory.start)}, max ${megabytes(memory.max)}, end ${megabytes(memory.end)}, ` +
        `second half ${megabytes(memory.slopePerMinute)} per minute`,
      ...(ledger.length > 0
        ? [`- ledger mismatches, running and stopped: ${ledger.join(", ")}`]
        : []),
      `- problems: ${problems.length === 0 ? "none" : problems.join("; ")}`,
    ].join("\n"),
  ].join("\n\n");
}

function slope(values: readonly number[]): number {
  const meanX = (values.length - 1) / 2;
  const meanY = values.reduce((total, value) => total + value, 0) / values.length;
  let over = 0;
  let under = 0;
  for (const [x, y] of values.entries()) {
    over += (x - meanX) * (y - meanY);
    under += (x - meanX) ** 2;
  }
  return under === 0 ? 0 : over / under;
}

function share(count: number, of: number): string {
  return of === 0 ? "0" : `${((count / of) * 100).toFixed(1)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
