/** The relay's numbers for Prometheus, its own overhead among them. */

import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RequestRow } from "../store/requests.ts";

const FAST = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250].map((ms) => ms / 1000);
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

export interface Metrics {
  readonly running: Gauge;
  /** Counts a finished call. */
  observe(row: RequestRow): void;
  /** Counts a request refused before it had a key, such as one with a wrong key. */
  refused(code: string): void;
  text(): Promise<string>;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const running = new Gauge({ name: "parley_relay_running", help: "Calls in flight.", registers });
  const requests = new Counter({
    name: "parley_relay_requests_total",
    help: "Finished calls.",
    labelNames: ["endpoint", "model", "provider", "status", "end"],
    registers,
  });
  const refusals = new Counter({
    name: "parley_relay_refused_total",
    help: "Requests refused before a key was accepted.",
    labelNames: ["code"],
    registers,
  });
  const tokens = new Counter({
    name: "parley_relay_tokens_total",
    help: "Tokens billed.",
    labelNames: ["model", "provider", "kind"],
    registers,
  });
  const cost = new Counter({
    name: "parley_relay_cost_nanodollars_total",
    help: "Cost of answers in nano-dollars.",
    labelNames: ["model", "provider"],
    registers,
  });
  const overhead = new Histogram({
    name: "parley_relay_overhead_seconds",
    help: "Time Parley itself added: the whole call less the waits for vendor, money and client.",
    buckets: FAST,
    registers,
  });
  const total = new Histogram({
    name: "parley_relay_duration_seconds",
    help: "Whole call, from its first byte in to its last byte out.",
    labelNames: ["model", "provider"],
    buckets: SLOW,
    registers,
  });
  const firstToken = new Histogram({
    name: "parley_relay_first_token_seconds",
    help: "From the request to the first event of a stream.",
    labelNames: ["model", "provider"],
    buckets: SLOW,
    registers,
  });

  return {
    running,
    observe(row) {
      // A refused call's model is whatever the client wrote: as a label it would let anyone grow our memory.
      const model = row.provider === null ? "" : row.model;
      const provider = row.provider ?? "";
      requests.inc({
        endpoint: row.endpoint,
        model,
        provider,
        status: row.status ?? 0,
        end: row.end_reason ?? "",
      });
      if (row.overhead_ms !== null) overhead.observe(row.overhead_ms / 1000);
      if (row.provider === null) return;
      const labels = { model, provider };
      if (row.total_ms !== null) total.observe(labels, row.total_ms / 1000);
      if (row.first_token_ms !== null) firstToken.observe(labels, row.first_token_ms / 1000);
      if (row.prompt_tokens > 0) tokens.inc({ ...labels, kind: "prompt" }, row.prompt_tokens);
      if (row.cached_tokens > 0) tokens.inc({ ...labels, kind: "cached" }, row.cached_tokens);
      if (row.completion_tokens > 0)
        tokens.inc({ ...labels, kind: "completion" }, row.completion_tokens);
      if (row.cost_nano > 0) cost.inc(labels, row.cost_nano);
    },
    refused: (code) => refusals.inc({ code }),
    text: () => registry.metrics(),
  };
}
