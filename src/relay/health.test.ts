import { describe, expect, test } from "bun:test";
import type { Target } from "./directory.ts";
import { Health, TargetHealth } from "./health.ts";

const failed = (times: number, now = 0): TargetHealth => {
  const health = new TargetHealth();
  for (let i = 0; i < times; i++) health.fail(now);
  return health;
};

describe("the breaker of a target", () => {
  test("stays closed while failures are few or broken by a whole answer", () => {
    const health = failed(2);
    expect([health.state(0), health.allow(0), health.wait(0)]).toEqual(["closed", true, 0]);
    health.begin(10);
    health.succeed(0);
    health.fail(0);
    health.fail(0);
    expect(health.state(0)).toBe("closed");
  });

  test("opens at the third failure in a row and lets nobody through", () => {
    const health = failed(3, 1000);
    expect(health.state(1000)).toBe("open");
    expect([health.allow(1000), health.allow(5999)]).toEqual([false, false]);
    expect(health.wait(2000)).toBe(4000);
  });

  test("half open, it lets one call through at a time", () => {
    const health = failed(3);
    expect(health.state(5000)).toBe("half-open");
    expect([health.allow(5000), health.allow(5000)]).toEqual([true, false]);
    health.forget();
    expect([health.allow(5001), health.allow(5001)]).toEqual([true, false]);
  });

  test("closes when the answer of the probe begins", () => {
    const health = failed(3);
    health.allow(5000);
    health.begin(10);
    expect([health.state(5000), health.allow(5000), health.allow(5000)]).toEqual([
      "closed",
      true,
      true,
    ]);
  });

  test("stays open twice as long after each failed probe, at most a minute, and starts over when well", () => {
    const health = failed(3);
    let now = 0;
    const opened: number[] = [];
    for (let i = 0; i < 6; i++) {
      opened.push(health.wait(now));
      now += health.wait(now);
      expect(health.allow(now)).toBe(true);
      health.fail(now);
    }
    expect(opened).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    health.begin(10);
    health.succeed(now);
    for (let i = 0; i < 3; i++) health.fail(now);
    expect(health.wait(now)).toBe(5000);
  });

  test("many calls that fail at once open it once, not for a minute", () => {
    expect(failed(64).wait(0)).toBe(5000);
  });

  /** So many calls a second for so many seconds, `failing` of ten in a row at fault. */
  const busy = (health: TargetHealth, from: number, seconds: number, failing: number): number => {
    for (let call = 0; call < seconds * 100; call++) {
      const now = from + call * 10;
      if (health.state(now) !== "closed") return now;
      if (call % 10 < failing) health.fail(now);
      else health.succeed(now);
    }
    return Infinity;
  };

  test("a busy target that fails now and then, several times in a row too, stays closed", () => {
    expect(busy(new TargetHealth(), 0, 60, 0)).toBe(Infinity);
    const health = new TargetHealth();
    expect(busy(health, 0, 60, 0)).toBe(Infinity);
    expect(busy(health, 60_000, 60, 4)).toBe(Infinity);
  });

  test("a busy target that fails altogether is opened within seconds", () => {
    const health = new TargetHealth();
    busy(health, 0, 60, 0);
    expect(busy(health, 60_000, 60, 10)).toBeWithin(60_000, 63_000);
  });

  test("a target that begins every answer and never ends one is opened all the same", () => {
    const health = new TargetHealth();
    for (let i = 0; i < 3; i++) {
      expect(health.state(0)).toBe("closed");
      health.begin(10);
      health.fail(0);
    }
    expect(health.state(0)).toBe("open");
    health.allow(5000);
    health.begin(10);
    health.fail(5000);
    expect(health.wait(5000)).toBe(10_000);
  });

  test("a failing vendor that asks for time gets it, up to a minute, without being probed", () => {
    const health = new TargetHealth();
    health.fail(0, 2);
    expect([health.state(0), health.allow(1999), health.wait(500)]).toEqual([
      "closed",
      false,
      1500,
    ]);
    expect([health.allow(2000), health.allow(2000)]).toEqual([true, true]);
    health.fail(2000, 86_400);
    expect(health.wait(2000)).toBe(60_000);
  });

  test("its latency is a running mean that leans to the newest", () => {
    const health = new TargetHealth();
    expect(health.latencyMs).toBeUndefined();
    health.begin(100);
    expect(health.latencyMs).toBe(100);
    health.begin(200);
    expect(health.latencyMs).toBeCloseTo(120);
  });
});

/** As much of a target as health looks at. */
const targetOf = (provider: string, keys: readonly string[], upstreamId = "m"): Target =>
  ({ provider: { id: provider, keys }, upstreamId }) as unknown as Target;

describe("the keys of a provider", () => {
  test("take turns, whatever other providers are asked for in between", () => {
    const health = new Health();
    const one = targetOf("one", ["a", "b", "c"]);
    const other = targetOf("other", ["x", "y", "z"]);
    const firsts = Array.from({ length: 6 }, () => {
      health.keys(other, 0);
      return health.keys(one, 0)[0];
    });
    expect(firsts).toEqual(["a", "b", "c", "a", "b", "c"]);
    expect(health.keys(one, 0)).toHaveLength(3);
  });

  test("a provider without keys is tried without one", () => {
    expect(new Health().keys(targetOf("p", []), 0)).toEqual([undefined]);
  });

  test("a limited key is left alone for as long as the vendor says, or a second", () => {
    const health = new Health();
    const target = targetOf("p", ["a", "b"]);
    health.limitKey(target, "a", 0, 30);
    expect([health.keys(target, 0), health.keys(target, 29_999)]).toEqual([["b"], ["b"]]);
    expect(health.keyWait(target, 0)).toBe(0);
    health.limitKey(target, "b", 0, undefined);
    expect([health.keys(target, 0), health.keyWait(target, 0)]).toEqual([[], 1000]);
    expect(health.keys(target, 1000)).toEqual(["b"]);
    expect(health.keys(target, 30_000)).toHaveLength(2);
    expect(health.keyState(target, "a", 30_000)).toBeUndefined();
  });

  test("a key limited for one model still serves the provider's others", () => {
    const health = new Health();
    health.limitKey(targetOf("p", ["a"], "large"), "a", 0, 3600);
    expect(health.keys(targetOf("p", ["a"], "large"), 0)).toEqual([]);
    expect(health.keys(targetOf("p", ["a"], "small"), 0)).toEqual(["a"]);
    expect(health.keys(targetOf("q", ["a"], "large"), 0)).toEqual(["a"]);
  });

  test("a provider without keys can be limited too", () => {
    const health = new Health();
    const target = targetOf("p", []);
    health.limitKey(target, undefined, 0, 2);
    expect([health.keys(target, 0), health.keyWait(target, 0)]).toEqual([[], 2000]);
    expect(health.keys(target, 2000)).toEqual([undefined]);
  });

  test("a refused key is set aside for all models, and tried again after ten minutes", () => {
    const health = new Health();
    const target = targetOf("p", ["a", "b"]);
    health.refuseKey(target, "a", 0);
    expect(health.keys(targetOf("p", ["a", "b"], "other"), 0)).toEqual(["b"]);
    expect(health.keyState(target, "a", 0)).toMatchObject({ refused: true });
    expect(health.keyWait(target, 0)).toBe(0);
    health.refuseKey(target, "b", 0);
    expect([health.keys(target, 0), health.keyWait(target, 0)]).toEqual([[], Infinity]);
    expect(health.keys(target, 600_000)).toHaveLength(2);
    expect(health.keyWait(target, 600_000)).toBe(0);
  });

  test("targets of one provider have breakers of their own", () => {
    const health = new Health();
    for (let i = 0; i < 3; i++) health.target(targetOf("p", [], "bad")).fail(0);
    expect(health.target(targetOf("p", [], "bad")).state(0)).toBe("open");
    expect(health.target(targetOf("p", [], "good")).state(0)).toBe("closed");
    expect(health.target(targetOf("q", [], "bad")).state(0)).toBe("closed");
  });

  test("looking at very many targets makes none of them forgotten", () => {
    const health = new Health();
    for (let i = 0; i < 3; i++) health.target(targetOf("p", [], "bad")).fail(0);
    for (let i = 0; i < 20_000; i++)
      expect(health.find(targetOf("p", [], `m${i}`))).toBeUndefined();
    expect(health.find(targetOf("p", [], "bad"))?.state(0)).toBe("open");
    health.target(targetOf("pq", [], "bad"));
    expect(health.called("p").map(([id]) => id)).toEqual(["bad"]);
  });

  test("what is known of a key is told over all models of its provider", () => {
    const health = new Health();
    health.limitKey(targetOf("p", ["a", "ab"], "one"), "a", 0, 5);
    health.limitKey(targetOf("p", ["a", "ab"], "two"), "a", 0, 9);
    health.refuseKey(targetOf("p", ["a", "ab"]), "ab", 0);
    expect(health.keyStates("p", "a", 0).map(({ until }) => until)).toEqual([5000, 9000]);
    expect(health.keyStates("p", "a", 6000)).toHaveLength(1);
    expect(health.keyStates("p", "ab", 0)).toMatchObject([{ refused: true }]);
    expect(health.keyStates("q", "a", 0)).toEqual([]);
  });
});
