/** The relay's numbers for Prometheus, its own overhead among them. */

import { type HistogramSeries, Registry, type Series } from "../base/prometheus.ts";
import type { RequestRow } from "../store/requests.ts";

const FAST = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250].map((ms) => ms / 1000);
const SLOW = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

export interface Metrics {
  /** Calls in flight. */
  readonly running: Series;
  /** Counts a finished call. */
  observe(row: RequestRow): void;
  /** Counts a request refused before it had a key, such as one with a wrong key. */
  refused(code: string): void;
  text(): string;
}

/** The series of one model at one provider. */
interface TargetSeries {
  readonly prompt: Series;
  readonly cached: Series;
  readonly completion: Series;
  readonly cost: Series;
  readonly total: HistogramSeries;
  readonly firstToken: HistogramSeries;
}

export function makeMetrics(): Metrics {
  const registry = new Registry();
  const requests = registry.counter("parley_relay_requests_total", "Finished calls.");
  const refusals = registry.counter(
    "parley_relay_refused_total",
    "Requests refused before a key was accepted.",
  );
  const tokens = registry.counter("parley_relay_tokens_total", "Tokens billed.");
  const cost = registry.counter(
    "parley_relay_cost_nanodollars_total",
    "Cost of answers in nano-dollars.",
  );
  const overhead = registry
    .histogram(
      "parley_relay_overhead_seconds",
      "Time Parley itself added: the whole call less the waits for vendor, money and client.",
      FAST,
    )
    .with();
  const total = registry.histogram(
    "parley_relay_duration_seconds",
    "Whole call, from its first byte in to its last byte out.",
    SLOW,
  );
  const firstToken = registry.histogram(
    "parley_relay_first_token_seconds",
    "From the request to the first event of a stream.",
    SLOW,
  );
  const outcomes = new Map<string, Series>();
  const targets = new Map<string, TargetSeries>();

  function outcomeOf(row: RequestRow, model: string): Series {
    const { endpoint, provider, status, end_reason } = row;
    const name = `${endpoint}\0${model}\0${provider}\0${status}\0${end_reason}`;
    let series = outcomes.get(name);
    if (!series) {
      const labels = {
        endpoint,
        model,
        provider: provider ?? "",
        status: status ?? 0,
        end: end_reason ?? "",
      };
      outcomes.set(name, (series = requests.with(labels)));
    }
    return series;
  }

  function targetOf(model: string, provider: string): TargetSeries {
    const name = `${model}\0${provider}`;
    let series = targets.get(name);
    if (!series) {
      const labels = { model, provider };
      series = {
        prompt: tokens.with({ ...labels, kind: "prompt" }),
        cached: tokens.with({ ...labels, kind: "cached" }),
        completion: tokens.with({ ...labels, kind: "completion" }),
        cost: cost.with(labels),
        total: total.with(labels),
        firstToken: firstToken.with(labels),
      };
      targets.set(name, series);
    }
    return series;
  }

  return {
    running: registry.gauge("parley_relay_running", "Calls in flight.").with(),
    observe(row) {
      // A refused call's model is whatever the client wrote: as a label it would let anyone grow our memory.
      const model = row.provider === null ? "" : row.model;
      outcomeOf(row, model).add(1);
      if (row.overhead_ms !== null) overhead.observe(row.overhead_ms / 1000);
      if (row.provider === null) return;
      const series = targetOf(model, row.provider);
      if (row.total_ms !== null) series.total.observe(row.total_ms / 1000);
      if (row.first_token_ms !== null) series.firstToken.observe(row.first_token_ms / 1000);
      series.prompt.add(row.prompt_tokens);
      series.cached.add(row.cached_tokens);
      series.completion.add(row.completion_tokens);
      series.cost.add(row.cost_nano);
    },
    refused: (code) => refusals.with({ code }).add(1),
    text: () => registry.text(),
  };
}
