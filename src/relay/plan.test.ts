import { describe, expect, test } from "bun:test";
import type { Inbound } from "../llm/inbound.ts";
import type { StoredModel, StoredProvider } from "../store/providers.ts";
import { Directory, type KeyScope, type Route } from "./directory.ts";
import { Health } from "./health.ts";
import { planTargets } from "./plan.ts";

type Place = readonly [id: string, patch?: Partial<StoredModel>];

const ANY: KeyScope = { models: null };

/** Providers with the models they serve; the first letter of a provider is enough to name a target. */
function directoryOf(
  providers: Readonly<Record<string, readonly Place[]>>,
  routes: readonly Route[] = [],
): Directory {
  const directory = new Directory();
  for (const [name, models] of Object.entries(providers)) {
    directory.setProvider(provider(name, models));
  }
  directory.setRoutes(routes);
  return directory;
}

function provider(name: string, models: readonly Place[], protocol = "openai-completions") {
  const price = {
    id: "price",
    provider: name,
    model: "",
    input_nano: 1,
    output_nano: 1,
    cached_nano: 1,
    rates_json: null,
    free: 0,
    created_at: 0,
  };
  return {
    id: `id-${name}`,
    name,
    protocol,
    base_url: "http://127.0.0.1:1/v1",
    quirks_json: null,
    headers: null,
    keys: [],
    created_at: 0,
    updated_at: 0,
    models: models.map(([id, patch]) => ({
      id: `${name} ${id}`,
      public_id: id,
      upstream_id: id,
      priority: 0,
      weight: 1,
      position: 0,
      price,
      ...patch,
    })),
  } as unknown as StoredProvider;
}

function ask(fields: Partial<Inbound> = {}): Inbound {
  const body = fields.body ?? {};
  return {
    operation: "chat",
    model: "m",
    stream: false,
    wantsUsage: false,
    maxOutputTokens: undefined,
    choices: 1,
    text: JSON.stringify(body),
    ...fields,
    body,
  };
}

/** Even numbers from [0, 1), the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface PlanInput {
  readonly health?: Health;
  readonly random?: () => number;
  readonly key?: KeyScope;
}

/** The plan as `provider/upstream model`. */
function plan(directory: Directory, inbound: Inbound, input: PlanInput = {}): string[] {
  const { health = new Health(), random = seeded(1), key = ANY } = input;
  return planTargets({ directory, health, random }, key, inbound).map(
    (target) => `${target.provider.name}/${target.upstreamId}`,
  );
}

/** How often each provider comes first. */
function firsts(directory: Directory, draws: number): Record<string, number> {
  const random = seeded(7);
  const counts: Record<string, number> = {};
  for (let i = 0; i < draws; i++) {
    const [first = ""] = plan(directory, ask(), { random });
    counts[first] = (counts[first] ?? 0) + 1;
  }
  return counts;
}

describe("targets of one model", () => {
  test("are tried by priority, whatever their weight and latency", () => {
    const directory = directoryOf({
      late: [["m", { priority: 2, weight: 100 }]],
      first: [["m", { priority: -1 }]],
      second: [["m", { priority: 1, weight: 0 }]],
    });
    expect(plan(directory, ask())).toEqual(["first/m", "second/m", "late/m"]);
  });

  test("share the calls in proportion to their weights", () => {
    const directory = directoryOf({
      one: [["m", { weight: 1 }]],
      three: [["m", { weight: 3 }]],
      six: [["m", { weight: 6 }]],
    });
    const counts = firsts(directory, 20_000);
    expect((counts["one/m"] ?? 0) / 20_000).toBeCloseTo(0.1, 2);
    expect((counts["three/m"] ?? 0) / 20_000).toBeCloseTo(0.3, 2);
    expect((counts["six/m"] ?? 0) / 20_000).toBeCloseTo(0.6, 2);
    expect(plan(directory, ask())).toHaveLength(3);
  });

  test("of weight 0 come last and are still there", () => {
    const directory = directoryOf({ zero: [["m", { weight: 0 }]], one: [["m"]] });
    expect(firsts(directory, 100)).toEqual({ "one/m": 100 });
    expect(plan(directory, ask())).toEqual(["one/m", "zero/m"]);
  });

  test("that are equals go to the quickest, and one never tried gets its turn", () => {
    const directory = directoryOf({ slow: [["m"]], quick: [["m"]], untried: [["m"]] });
    const health = new Health();
    const targets = directory.find("m") ?? [];
    health.target(targets[0] as never).begin(900);
    health.target(targets[1] as never).begin(100);
    expect(plan(directory, ask(), { health })).toEqual(["untried/m", "quick/m", "slow/m"]);
  });

  test("that do not serve the operation are left out; none left is the request's mistake", () => {
    const directory = directoryOf({ chat: [["m"]] });
    directory.setProvider(provider("claude", [["m"]], "anthropic-messages"));
    directory.setProvider(provider("claude", [["only"]], "anthropic-messages"));
    expect(plan(directory, ask({ operation: "embeddings" }))).toEqual(["chat/m"]);
    expect(() => plan(directory, ask({ model: "only", operation: "embeddings" }))).toThrow(
      expect.objectContaining({ code: "invalid_request" }),
    );
  });
});

describe("a conversation whose prompt is cached", () => {
  const names = ["a", "b", "c", "d", "e"];
  const directory = directoryOf(Object.fromEntries(names.map((name) => [name, [["m"]]])));
  const firstOf = (inbound: Inbound, seed: number): string =>
    plan(directory, inbound, { random: seeded(seed) })[0] ?? "";

  test("named by prompt_cache_key stays with one target, and many spread over all", () => {
    const body = { prompt_cache_key: "conversation 1" };
    const seen = [1, 2, 3, 4].map((turn) => firstOf(ask({ body: { ...body, turn } }), turn));
    expect(new Set(seen).size).toBe(1);
    const all = Array.from({ length: 200 }, (_, i) =>
      firstOf(ask({ body: { prompt_cache_key: `conversation ${i}` } }), 1),
    );
    expect(new Set(all).size).toBe(names.length);
  });

  test("marked by cache_control stays where its beginning is cached", () => {
    const turn = (system: string, message: string): Inbound =>
      ask({
        body: {
          model: "m",
          system: [{ type: "text", text: system, cache_control: { type: "ephemeral" } }],
          messages: [{ role: "user", content: message }],
        },
      });
    const seen = ["one", "two", "three"].map((text, i) => firstOf(turn("be kind", text), i));
    expect(new Set(seen).size).toBe(1);
    const all = Array.from({ length: 200 }, (_, i) => firstOf(turn(`system ${i}`, "hi"), 1));
    expect(new Set(all).size).toBe(names.length);
  });

  test("keeps its target when another is added or removed, unless it was that one", () => {
    const body = { prompt_cache_key: "a conversation" };
    const [home, next] = plan(directory, ask({ body }));
    const fewer = directoryOf(
      Object.fromEntries(names.filter((n) => `${n}/m` !== home).map((n) => [n, [["m"]]])),
    );
    expect(plan(fewer, ask({ body }))[0]).toBe(next);
  });
});

describe("names", () => {
  const route = (name: string, aliasOf: string | null, ...fallbacks: string[]): Route => ({
    name,
    aliasOf,
    fallbacks,
    createdAt: 0,
  });

  test("fallbacks come after every target of the model, in their order, each by its own priorities", () => {
    const directory = directoryOf(
      {
        one: [["m", { priority: 1 }], ["f2"]],
        two: [["m"], ["f1", { priority: 5 }]],
        three: [["f1"]],
      },
      [route("m", null, "f1", "f2", "gone")],
    );
    expect(plan(directory, ask())).toEqual(["two/m", "one/m", "three/f1", "two/f1", "one/f2"]);
    expect(plan(directory, ask({ model: "f1" }))).toEqual(["three/f1", "two/f1"]);
  });

  test("an alias has the targets and fallbacks of its model, unless it has fallbacks of its own", () => {
    const directory = directoryOf({ one: [["m"], ["f"], ["g"]] }, [
      route("fast", "m"),
      route("fancy", "m", "g"),
      route("m", null, "f"),
    ]);
    expect(plan(directory, ask({ model: "fast" }))).toEqual(["one/m", "one/f"]);
    expect(plan(directory, ask({ model: "fancy" }))).toEqual(["one/m", "one/g"]);
  });

  test("a target that two names lead to is one way, not two", () => {
    const directory = directoryOf({ one: [["m"], ["f"]] }, [
      route("m", null, "same", "f", "alsof"),
      route("same", "m"),
      route("alsof", "f"),
    ]);
    expect(plan(directory, ask())).toEqual(["one/m", "one/f"]);
  });

  test("a wildcard serves what begins like it, the longest first, and a name of its own before any", () => {
    const directory = directoryOf({
      all: [["*", { upstream_id: "vendor/*" }]],
      gpt: [["gpt-*", { upstream_id: "*" }]],
      own: [["gpt-5", { upstream_id: "five" }]],
    });
    expect(plan(directory, ask({ model: "gpt-4.1" }))).toEqual(["gpt/4.1"]);
    expect(plan(directory, ask({ model: "gpt-5" }))).toEqual(["own/five"]);
    expect(plan(directory, ask({ model: "llama$&" }))).toEqual(["all/vendor/llama$&"]);
  });

  test("an alias may name what only a wildcard serves", () => {
    const directory = directoryOf({ all: [["v-*", { upstream_id: "*" }]] }, [route("x", "v-1")]);
    expect(plan(directory, ask({ model: "x" }))).toEqual(["all/1"]);
  });

  test("a key's list holds for the model and for each fallback, by name or pattern", () => {
    const directory = directoryOf({ one: [["m"], ["f"], ["g-1"]] }, [route("m", null, "f", "g-1")]);
    const keyOf = (...models: string[]): KeyScope => ({ models: new Set(models) });
    expect(plan(directory, ask(), { key: keyOf("m") })).toEqual(["one/m"]);
    expect(plan(directory, ask(), { key: keyOf("m", "g-*") })).toEqual(["one/m", "one/g-1"]);
    for (const model of ["f", "nowhere"]) {
      expect(() => plan(directory, ask({ model }), { key: keyOf("m") })).toThrow(
        expect.objectContaining({ code: "model_not_found" }),
      );
    }
  });
});
