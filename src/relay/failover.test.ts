import { afterEach, describe, expect, jest, test } from "bun:test";
import { AppError, type ErrorCode, type ErrorDetail } from "../base/errors.ts";
import type { Attempt } from "./attempt.ts";
import type { Call } from "./call.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";
import { Tries } from "./failover.ts";
import { Health } from "./health.ts";
import { Watch } from "./watch.ts";

function target(name: string, keys: readonly string[] = [`${name}1`], publicId = "m"): Target {
  const provider = { id: name, name, keys };
  return { provider, publicId, upstreamId: publicId } as unknown as Target;
}

interface Setting {
  readonly retries?: number;
  readonly retryWaitSeconds?: number;
  readonly totalSeconds?: number;
  readonly stream?: boolean;
}

/** A call with a plan of its own, and a clock that stands still unless a pause moves it. */
function setUp(plan: readonly Target[], setting: Setting = {}) {
  const { retries = 0, retryWaitSeconds = 20, totalSeconds = 1800, stream = false } = setting;
  const timeouts = { firstTokenSeconds: 120, failoverSeconds: 30, idleSeconds: 120, totalSeconds };
  const health = new Health();
  const watch = new Watch();
  const clock = { now: () => Date.now() };
  const config = { relay: { retries, retryWaitSeconds, timeouts } };
  const noted: string[] = [];
  const client = new AbortController();
  const call = {
    client: client.signal,
    row: { attempts: 0, stream: stream ? 1 : 0, model: "m" },
    startedAt: performance.now(),
    waitedMs: 0,
    aim: () => undefined,
    note: ({ target: tried }: Attempt, error: AppError) =>
      noted.push(`${tried.provider.name}=${error.code}`),
  } as unknown as Call;
  const context = { health, watch, clock, config } as unknown as RelayContext;
  const tries = new Tries(context, call, plan);

  /** Answers each try with the next of these errors; gives what was tried, and the error that ended it. */
  async function fail(...errors: AppError[]): Promise<{ tried: string[]; told?: AppError }> {
    const tried: string[] = [];
    try {
      for (;;) {
        const attempt = tries.next() ?? (await tries.nextRound());
        tried.push(attempt.vendorKey ?? attempt.target.provider.name);
        const error = errors.shift();
        if (!error) {
          attempt.succeed();
          attempt.end();
          return { tried };
        }
        tries.failed(attempt, error);
      }
    } catch (thrown) {
      return { tried, told: thrown as AppError };
    }
  }
  return { tries, health, watch, clock, call, client, noted, fail };
}

const error = (code: ErrorCode, detail: ErrorDetail = {}): AppError =>
  new AppError(code, `it said ${code}`, detail);
const broken = error("upstream_error");
const limited = error("rate_limit_exceeded");
const refused = error("upstream_credentials_exhausted");
const invalid = error("invalid_request", { shownCode: "bad_field" });
const tooLong = error("invalid_request", { shownCode: "context_length_exceeded" });

afterEach(() => {
  jest.useRealTimers();
});

describe("what is tried", () => {
  const one = target("a", ["a1", "a2"]);
  const two = target("b", ["b1", "b2"]);

  test("every way once before anything twice: keys first, then the next target", async () => {
    jest.useFakeTimers();
    const { fail, noted, call } = setUp([one, two], { retries: 1 });
    const running = fail(limited, refused, limited, limited, limited, limited, limited);
    for (let i = 0; i < 10; i++) {
      await Promise.resolve();
      jest.advanceTimersByTime(500);
    }
    const { tried, told } = await running;
    expect(tried.slice(0, 4)).toEqual(["a1", "a2", "b1", "b2"]);
    // The refused key is not tried again; the limited ones are, once each.
    expect(tried.slice(4).toSorted()).toEqual(["a1", "b1", "b2"]);
    expect(told).toBe(limited);
    expect(noted).toHaveLength(call.row.attempts);
  });

  test("a failing target is left with its other keys untried: they lead to the same vendor", async () => {
    const { fail } = setUp([one, two]);
    expect(await fail(broken, broken)).toEqual({ tried: ["a1", "b1"], told: broken });
  });

  test("a target whose breaker is open or whose keys are set aside is passed over", async () => {
    const { fail, health, clock } = setUp([one, two, target("c")]);
    for (let i = 0; i < 3; i++) health.target(one).fail(clock.now());
    for (const key of ["b1", "b2"]) health.refuseKey(two, key, clock.now());
    expect((await fail()).tried).toEqual(["c1"]);
  });

  test("a half-open target passed over for want of a key is free for the next call", () => {
    const { tries, health, clock } = setUp([one]);
    const now = clock.now();
    for (let i = 0; i < 3; i++) health.target(one).fail(now - 5000);
    for (const key of ["a1", "a2"]) health.limitKey(one, key, now, 60);
    expect(tries.next()).toBeUndefined();
    expect(health.target(one).allow(now)).toBe(true);
  });

  test("a probe that ends without an answer or a failure is free for the next call", () => {
    const { tries, health, clock } = setUp([one]);
    for (let i = 0; i < 3; i++) health.target(one).fail(clock.now() - 5000);
    const attempt = tries.next();
    expect(health.target(one).allow(clock.now())).toBe(false);
    attempt?.end();
    expect(health.target(one).allow(clock.now())).toBe(true);
  });
});

describe("what the client is told", () => {
  const plan = [target("a"), target("b"), target("c")];
  const own = [target("a"), target("b"), target("f", ["f1"], "fallback")];

  test.each([
    ["a mistake of its own at once", plan, [invalid], 1, invalid],
    [
      "too long a prompt only when no target takes it",
      plan,
      [tooLong, tooLong, tooLong],
      3,
      tooLong,
    ],
    ["too long a prompt rather than a later failure", plan, [tooLong, broken, refused], 3, tooLong],
    ["a limit rather than a failure", plan, [limited, broken, refused], 3, limited],
    ["a failure rather than bad keys", plan, [refused, broken, refused], 3, broken],
    ["bad keys when there is nothing else", plan, [refused, refused, refused], 3, refused],
    [
      "the model's failure, not what a fallback cannot take",
      own,
      [broken, broken, invalid],
      3,
      broken,
    ],
    [
      "the failure, not what a second target cannot take",
      plan,
      [broken, invalid, refused],
      3,
      broken,
    ],
  ])("%s", async (_, targets, errors, attempts, told) => {
    const result = await setUp(targets).fail(...errors);
    expect(result.tried).toHaveLength(attempts);
    expect(result.told).toBe(told);
  });

  test("a fallback that cannot take the request does not keep the model from another round", async () => {
    const { fail } = setUp(own, { retries: 1 });
    expect((await fail(broken, broken, invalid, broken)).tried).toEqual([
      "a1",
      "b1",
      "f1",
      "a1",
      "b1",
    ]);
  });

  test("all breakers open: unavailable, and when to come back", async () => {
    const { fail, health, clock } = setUp(plan, { retries: 2 });
    for (const each of plan)
      for (let i = 0; i < 3; i++) health.target(each).fail(clock.now() - 2000);
    const { tried, told } = await fail();
    expect(tried).toEqual([]);
    expect(told).toMatchObject({ code: "unavailable", detail: { retryAfter: 3 } });
  });

  test("all keys refused: never a client's own 401", async () => {
    const { fail, health, clock } = setUp([target("a"), target("none", [])], { retries: 2 });
    health.refuseKey(target("a"), "a1", clock.now());
    health.refuseKey(target("none", []), undefined, clock.now());
    const { tried, told } = await fail();
    expect(tried).toEqual([]);
    expect(told).toMatchObject({ code: "upstream_credentials_exhausted", status: 502 });
  });
});

describe("pauses between rounds", () => {
  const plan = [target("a"), target("b")];

  test("a vendor that asks for more than is allowed is not waited for", async () => {
    const patient = error("rate_limit_exceeded", { retryAfter: 21 });
    const resting = error("upstream_error", { retryAfter: 21 });
    const { fail } = setUp(plan, { retries: 2 });
    expect((await fail(patient, resting)).told).toBe(patient);
  });

  test("the shortest wait counts, and only what is ready by then is tried", async () => {
    const { fail } = setUp(plan, { retries: 1 });
    const long = error("upstream_error", { retryAfter: 10 });
    const short = error("rate_limit_exceeded", { retryAfter: 0.3 });
    const since = performance.now();
    expect((await fail(long, short)).tried).toEqual(["a1", "b1", "b1"]);
    expect(performance.now() - since).toBeGreaterThanOrEqual(295);
  });

  test("a client that leaves ends the pause at once", async () => {
    const { fail, client } = setUp(plan, { retries: 1 });
    const wait = error("rate_limit_exceeded", { retryAfter: 15 });
    const since = performance.now();
    setTimeout(() => client.abort(), 20);
    const { tried, told } = await fail(wait, wait);
    expect(tried).toEqual(["a1", "b1"]);
    expect(told).toMatchObject({ code: "client_closed_request" });
    expect(performance.now() - since).toBeLessThan(5000);
  });

  test("a call whose whole time is over is not given to another target", async () => {
    const { fail } = setUp(plan, { retries: 2, totalSeconds: 0 });
    const late = error("upstream_timeout");
    expect(await fail(late)).toEqual({ tried: ["a1"], told: late });
  });
});

test("only a target that is ready now makes the one before it hurry", () => {
  const plan = [target("a"), target("b")];
  expect(setUp(plan).tries.next()?.failsOverAt).toBeGreaterThan(0);
  const { tries, health, clock } = setUp(plan);
  health.limitKey(plan[1] as Target, "b1", clock.now(), 60);
  expect(tries.next()?.failsOverAt).toBe(0);
});
