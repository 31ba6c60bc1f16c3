/** Models, aliases, fallbacks and the order of targets, over the real relay on both engines. */

import { expect, test } from "bun:test";
import { ErrorBody } from "../../src/contract/error.ts";
import { KeyCreated } from "../../src/contract/key.ts";
import { Model, ModelList } from "../../src/contract/model.ts";
import { Provider, ProviderList } from "../../src/contract/provider.ts";
import { Route, RouteList, Trace } from "../../src/contract/routing.ts";
import { forEachEngine } from "../engines.ts";
import { type Ask, openApi } from "./relay-api.ts";

const provider = (name: string, models: readonly object[]) => ({
  name,
  protocol: "openai-completions",
  base_url: "http://127.0.0.1:9/v1",
  api_keys: [`sk-${name}-0000`],
  models,
});

async function addProviders(ask: Ask): Promise<void> {
  const price = { price_in: 1, price_out: 2 };
  await ask(Provider, "POST", "/providers", provider("one", [{ id: "org/big", ...price }]));
  await ask(
    Provider,
    "POST",
    "/providers",
    provider("two", [
      { id: "org/big", upstream_id: "gpt-4o", weight: 3, price_in: 2, price_out: 4 },
      { id: "small", free: true },
    ]),
  );
  await ask(
    Provider,
    "POST",
    "/providers",
    provider("any", [{ id: "any/*", upstream_id: "*", ...price }]),
  );
}

forEachEngine("routing", (openStore) => {
  test("targets are put in order, and the order survives a change of models and a restart", async () => {
    const store = await openStore();
    const { ask, relay } = await openApi(store);
    await addProviders(ask);
    const placed = await ask(Model, "PUT", "/models/org/big/targets", {
      targets: [
        { provider: "two", priority: 0, weight: 5 },
        { provider: "one", priority: 2 },
      ],
    });
    const order = placed.targets.map(({ provider: name, priority, weight }) => [
      name,
      priority,
      weight,
    ]);
    expect(order).toEqual([
      ["two", 0, 5],
      ["one", 2, 1],
    ]);
    expect(placed.facts).toMatchObject({ id: "gpt-4o", context: 128_000 });
    await ask(Provider, "PATCH", "/providers/one", { models: [{ id: "org/big", free: true }] });
    const wrong = await ask(ErrorBody, "PUT", "/models/small/targets", {
      targets: [{ provider: "one", weight: 1 }],
    });
    expect(wrong.error.code).toBe("not_found");
    await relay.close(0);

    const again = await openApi(store);
    const kept = await again.ask(Model, "GET", "/models/org/big");
    expect(kept.targets.map(({ provider: name, priority }) => [name, priority])).toEqual([
      ["two", 0],
      ["one", 2],
    ]);
    expect(kept.targets[0]?.health).toEqual({
      breaker: "closed",
      retry_in_ms: 0,
      latency_ms: null,
    });
    await again.relay.close(0);
  });

  test("the built-in demo keeps its place, and others are put beside it or after it", async () => {
    const { ask, relay } = await openApi(await openStore());
    await ask(Provider, "POST", "/providers", provider("acme", [{ id: "demo", free: true }]));
    const order = (...targets: readonly object[]) => ({ targets });
    const refused = await ask(
      ErrorBody,
      "PUT",
      "/models/demo/targets",
      order({ provider: "acme", priority: 0 }, { provider: "demo", priority: 1 }),
    );
    expect(refused.error).toMatchObject({
      code: "conflict",
      param: "targets",
      message:
        'The provider "demo" is part of Parley and keeps its place: priority 0, weight 1. Give the other providers of ' +
        '"demo" the same priority or a higher number, or set relay.demo to false to leave it out.',
    });
    const placed = await ask(
      Model,
      "PUT",
      "/models/demo/targets",
      order({ provider: "demo", priority: 0, weight: 1 }, { provider: "acme", priority: 1 }),
    );
    expect(placed.targets.map(({ provider: name, priority }) => [name, priority])).toEqual([
      ["demo", 0],
      ["acme", 1],
    ]);
    const nobody = order({ provider: "nobody" });
    expect((await ask(ErrorBody, "PUT", "/models/demo/targets", nobody)).error).toMatchObject({
      code: "not_found",
      param: "targets",
    });
    await relay.close(0);
  });

  test("an alias and fallbacks are set, shown, kept over a restart and removed", async () => {
    const store = await openStore();
    const { ask, relay } = await openApi(store);
    await addProviders(ask);
    await ask(Route, "PUT", "/routes/org/big", { fallbacks: ["small", "any/thing"] });
    const alias = await ask(Route, "PUT", "/routes/fast", { alias_of: "org/big" });
    expect(alias).toMatchObject({ name: "fast", alias_of: "org/big", fallbacks: [], missing: [] });
    await relay.close(0);

    const again = await openApi(store);
    const model = await again.ask(Model, "GET", "/models/fast");
    expect(model).toMatchObject({ alias_of: "org/big", fallbacks: ["small", "any/thing"] });
    expect((await again.ask(Model, "GET", "/models/org/big")).aliases).toEqual(["fast"]);
    const { models } = await again.ask(ModelList, "GET", "/models");
    expect(models.map(({ id }) => id)).toContain("any/*");
    await again.api.asLocal("DELETE", "/api/relay/providers/two");
    const { routes } = await again.ask(RouteList, "GET", "/routes");
    expect(routes.find(({ name }) => name === "org/big")?.missing).toEqual(["small"]);
    expect((await again.api.asLocal("DELETE", "/api/relay/routes/fast")).status).toBe(204);
    expect((await again.api.asLocal("DELETE", "/api/relay/routes/fast")).status).toBe(404);
    expect((await again.api.asLocal("GET", "/api/relay/models/fast")).status).toBe(404);
    await again.relay.close(0);
  });

  test("routes that lead nowhere, to themselves or through each other are refused", async () => {
    const { ask, relay } = await openApi(await openStore());
    await addProviders(ask);
    await ask(Route, "PUT", "/routes/fast", { alias_of: "small" });
    const refused = async (name: string, body: object): Promise<string> =>
      (await ask(ErrorBody, "PUT", `/routes/${name}`, body)).error.message;
    expect(await refused("x", {})).toContain("alias_of or fallbacks");
    expect(await refused("x", { alias_of: "nobody" })).toContain("served by no provider");
    expect(await refused("x", { alias_of: "x" })).toContain("another model");
    expect(await refused("x", { alias_of: "fast" })).toContain('an alias, of "small"');
    expect(await refused("small", { alias_of: "org/big" })).toContain("a model of a provider");
    expect(await refused("any/*", { alias_of: "small" })).toContain("must not hold *");
    expect(await refused("nobody", { fallbacks: ["small"] })).toContain("names no model");
    expect(await refused("small", { fallbacks: ["nobody", "fast", "small"] })).toMatch(
      /fallbacks\[0\] names no model.*fallbacks\[1\].*failed.*fallbacks\[2\].*failed/,
    );
    const added = await ask(
      ErrorBody,
      "POST",
      "/providers",
      provider("three", [{ id: "fast", free: true }]),
    );
    expect(added.error).toMatchObject({ code: "conflict", param: "models" });
    await relay.close(0);
  });

  test("lists come in pages by name, searched by the server", async () => {
    const { ask, relay } = await openApi(await openStore());
    await addProviders(ask);
    for (const name of ["fast", "Fastest", "zoo"])
      await ask(Route, "PUT", `/routes/${name}`, { alias_of: "small" });
    const walk = async (query: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let before = ""; ;) {
        const page = await ask(ModelList, "GET", `/models?limit=2${query}${before}`);
        ids.push(...page.models.map(({ id }) => id));
        if (page.next === null) return ids;
        before = `&before=${encodeURIComponent(page.next)}`;
      }
    };
    expect((await walk("")).join(" ")).toBe(
      "any/* demo demo-embedding fast Fastest org/big small zoo",
    );
    expect(await walk("&search=FAST")).toEqual(["fast", "Fastest"]);
    expect((await walk("&aliases=false&patterns=false")).join(" ")).toBe(
      "demo demo-embedding org/big small",
    );
    const small = await ask(Model, "GET", "/models/small");
    expect(small).toMatchObject({ aliases: ["fast", "Fastest", "zoo"], alias_count: 3 });

    const providers = await ask(ProviderList, "GET", "/providers?limit=2");
    expect(providers.providers.map(({ name }) => name)).toEqual(["any", "demo"]);
    expect(providers).toMatchObject({ next: "demo", total: 4 });
    const rest = await ask(ProviderList, "GET", "/providers?before=demo");
    expect(rest).toMatchObject({
      providers: [{ name: "one" }, { name: "two", model_count: 2, key_count: 1 }],
      next: null,
    });
    expect((await ask(ProviderList, "GET", "/providers?search=127.0.0.1")).total).toBe(3);

    expect((await ask(RouteList, "GET", "/routes?missing=true")).routes).toEqual([]);
    await ask(Provider, "PATCH", "/providers/two", { remove_models: ["small"] });
    const broken = await ask(RouteList, "GET", "/routes?missing=true&limit=1");
    expect(broken).toMatchObject({
      routes: [{ name: "fast", missing: ["small"] }],
      next: "fast",
      total: 3,
    });
    expect(await walk("&search=fast")).toEqual([]);
    await relay.close(0);
  });

  test("a trace tells who would be tried, why, and what would be held", async () => {
    const { ask, relay } = await openApi(await openStore());
    await addProviders(ask);
    await ask(Route, "PUT", "/routes/org/big", { fallbacks: ["small"] });
    const trace = await ask(Trace, "POST", "/trace", {
      model: "org/big",
      prompt_tokens: 1_000_000,
      max_tokens: 1_000_000,
    });
    expect(trace).toMatchObject({ allowed: true, resolved: "org/big", hold_usd: "6.00" });
    const told = trace.candidates.map((one) => [
      one.provider,
      ...one.reasons.map(({ message }) => message),
    ]);
    expect(told).toEqual([
      ["two", "priority 0", "weight 3 of 4"],
      ["one", "priority 0", "weight 1 of 4"],
      ["two", "fallback small, priority 0"],
    ]);
    expect(trace.candidates[0]?.reasons[1]).toMatchObject({
      sentence: "by_weight",
      params: { weight: 3, sum: 4 },
    });
    const pattern = await ask(Trace, "POST", "/trace", { model: "any/gpt-9" });
    expect(pattern.candidates.map(({ upstream_id }) => upstream_id)).toEqual(["gpt-9"]);

    const { id } = await ask(KeyCreated, "POST", "/keys", { name: "k", models: ["small"] });
    const forbidden = await ask(Trace, "POST", "/trace", { model: "org/big", key: id });
    expect(forbidden).toMatchObject({ allowed: false, candidates: [] });
    await ask(KeyCreated.partial(), "PATCH", `/keys/${id}`, { disabled: true });
    const disabled = await ask(Trace, "POST", "/trace", { model: "small", key: id });
    expect(disabled.problems.map(({ sentence }) => sentence)).toEqual(["key_disabled"]);
    const other = await ask(Trace, "POST", "/trace", { model: "small", operation: "count-tokens" });
    expect(other.allowed).toBe(true);
    await relay.close(0);
  });

  test("a pattern needs a price and may hold one star, at its end", async () => {
    const { ask, relay } = await openApi(await openStore());
    const refused = async (model: object): Promise<string> =>
      (await ask(ErrorBody, "POST", "/providers", provider("openai", [model]))).error.message;
    expect(await refused({ id: "openai/*", upstream_id: "*" })).toContain("a pattern takes none");
    expect(await refused({ id: "a*b", free: true })).toContain("only at its end");
    expect(await refused({ id: "a", upstream_id: "*", free: true })).toContain(
      "only where id ends",
    );
    await relay.close(0);
  });
});
