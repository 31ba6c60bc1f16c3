import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { EVENTS_PER_STREAM, type ModelName } from "./behaviours.ts";
import { makeBody } from "./bodies.ts";
import { type Helper, startHelper } from "./children.ts";
import type { Target } from "./client.ts";
import { Histogram } from "./histogram.ts";
import { MessageReader } from "./http-reader.ts";
import type { LoadReport, LoadSpec } from "./load.ts";
import type { UpstreamStats } from "./upstream.ts";

const HEADERS = { Authorization: "Bearer bench" };

describe("the harness counts what happened:", () => {
  let helpers: Helper[] = [];
  let upstreamPort = 0;

  const start = async (script: string, args: readonly string[] = []): Promise<number> => {
    const helper = startHelper(script, args);
    helpers.push(helper);
    return ((await helper.read()) as { port: number }).port;
  };
  const readStats = async (): Promise<UpstreamStats> => {
    const answer = await fetch(`http://127.0.0.1:${upstreamPort}/stats`);
    return (await answer.json()) as UpstreamStats;
  };
  const run = async (spec: Partial<LoadSpec> & { port: number }): Promise<LoadReport> => {
    const load = startHelper("load.ts");
    helpers.push(load);
    const target: Target = { port: spec.port, path: "/v1/chat/completions", headers: HEADERS };
    await load.ask({
      target,
      body: makeBody({ model: "m", promptSize: 200, stream: false }),
      connections: 4,
      warmupSeconds: 0.05,
      seconds: 0.2,
      eventsPerAnswer: 0,
      pids: [],
      harnessPids: [],
      ...spec,
    } satisfies LoadSpec);
    return (await load.read()) as LoadReport;
  };

  beforeEach(async () => {
    upstreamPort = await start("upstream.ts");
  });
  afterEach(async () => {
    await Promise.all(helpers.map((helper) => helper.stop()));
    helpers = [];
  });

  test("plain answers through the bare proxy", async () => {
    const port = await start("bare-proxy.ts", ["--upstream", `http://127.0.0.1:${upstreamPort}`]);
    const report = await run({ port });
    const stats = await readStats();

    expect(report.faultKinds).toEqual({});
    expect(report.answers).toBeGreaterThan(0);
    expect(report.answers).toBe(report.latency.count);
    expect(report.whole).toMatchObject({ lost: 0, unfinished: 0, sent: report.whole.answered });
    expect(stats).toMatchObject({ requests: report.whole.sent, plain: report.whole.sent, open: 0 });
  });

  test("streams through the bare proxy, every event of every stream", async () => {
    const port = await start("bare-proxy.ts", ["--upstream", `http://127.0.0.1:${upstreamPort}`]);
    const report = await run({
      port,
      body: makeBody({ model: "m", promptSize: 200, stream: true }),
      eventsPerAnswer: EVENTS_PER_STREAM,
    });
    const stats = await readStats();

    expect(report.faultKinds).toEqual({});
    expect(report.firstByte.count).toBe(report.answers);
    expect(report.whole).toMatchObject({ lost: 0, unfinished: 0, sent: report.whole.answered });
    expect(stats).toMatchObject({ requests: report.whole.sent, streams: report.whole.sent });
  });

  test("a prompt larger than a packet", async () => {
    const body = makeBody({ model: "m", promptSize: 300_000, stream: false });
    const report = await run({ port: upstreamPort, body });
    expect(report.faultKinds).toEqual({});
    expect((await readStats()).plain).toBe(report.whole.answered);
  });

  const faults: ReadonlyArray<readonly [ModelName, string, keyof UpstreamStats]> = [
    ["m-500", "status 500", "failed"],
    ["m-cut", "connection lost", "cut"],
  ];
  test.each(faults)("%s is a fault, never an answer", async (model, kind, count) => {
    const report = await run({
      port: upstreamPort,
      body: makeBody({ model, promptSize: 10, stream: true }),
      eventsPerAnswer: EVENTS_PER_STREAM,
    });
    const stats = await readStats();
    expect(report.answers).toBe(0);
    expect(Object.keys(report.faultKinds)).toEqual([kind]);
    expect(stats[count]).toBe(stats.requests);
    expect(report.whole.answered + report.whole.lost).toBe(report.whole.sent);
    expect(report.whole.sent).toBe(stats.requests);
  });
});

describe("the reader of messages", () => {
  const wire =
    "POST /a HTTP/1.1\r\nContent-Length: 5\r\n\r\nhelloGET /b HTTP/1.1\r\nHost: x\r\n\r\n" +
    "POST /c HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0a\r\n0123456789\r\n0\r\n\r\n";
  const expected = ["POST /a hello", "GET /b ", "POST /c abc0123456789"];

  test.each([1, 2, 3, 7, 1000])("finds the same messages in pieces of %i bytes", (size) => {
    const found: string[] = [];
    let message = "";
    const reader = new MessageReader("request", {
      head: (text) => (message = text.split(" ").slice(0, 2).join(" ") + " "),
      body: (bytes) => (message += bytes.toString()),
      end: () => found.push(message),
    });
    const bytes = Buffer.from(wire);
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(found).toEqual(expected);
    expect(reader.close()).toBe(true);
  });
});

test("a histogram's percentiles are within one percent", () => {
  const histogram = new Histogram();
  for (let value = 1; value <= 1_000_000; value += 7) histogram.record(value * 10);
  for (const percent of [1, 50, 90, 99, 99.9]) {
    const exact = percent * 100_000;
    expect(Math.abs(histogram.percentile(percent) - exact) / exact).toBeLessThan(0.01);
  }
  expect(new Histogram().percentile(99)).toBe(0);
});
