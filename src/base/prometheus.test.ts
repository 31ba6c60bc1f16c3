import { expect, test } from "bun:test";
import { Registry } from "./prometheus.ts";

test("writes the text format, labels escaped and buckets cumulative", () => {
  const registry = new Registry();
  const calls = registry.counter("calls_total", "Calls.");
  calls.with({ model: 'a"b\\c\nd' }).add(2);
  calls.with({ model: 'a"b\\c\nd' }).add(1);
  registry.gauge("running", "Now.").with().add(-1);
  const times = registry.histogram("seconds", "Time.", [0.1, 1]);
  for (const value of [0.05, 0.1, 0.5, 7]) times.with({ kind: "x" }).observe(value);
  times.with().observe(2);
  expect(registry.text()).toBe(
    [
      "# HELP calls_total Calls.",
      "# TYPE calls_total counter",
      'calls_total{model="a\\"b\\\\c\\nd"} 3',
      "# HELP running Now.",
      "# TYPE running gauge",
      "running -1",
      "# HELP seconds Time.",
      "# TYPE seconds histogram",
      'seconds_bucket{kind="x",le="0.1"} 2',
      'seconds_bucket{kind="x",le="1"} 3',
      'seconds_bucket{kind="x",le="+Inf"} 4',
      'seconds_sum{kind="x"} 7.65',
      'seconds_count{kind="x"} 4',
      'seconds_bucket{le="0.1"} 0',
      'seconds_bucket{le="1"} 0',
      'seconds_bucket{le="+Inf"} 1',
      "seconds_sum 2",
      "seconds_count 1",
      "",
    ].join("\n"),
  );
});
