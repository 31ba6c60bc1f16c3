/**
 * Which targets a call would try, in which order: the model's own by priority, then those of its fallbacks. Among
 * targets of one priority: the one that holds the conversation's prompt cache, else by weight, else the quickest.
 */

import { AppError } from "../base/errors.ts";
import { sentence } from "../base/sentence.ts";
import type { Inbound } from "../llm/inbound.ts";
import { type Directory, type KeyScope, mayUse, type Target } from "./directory.ts";
import type { Health } from "./health.ts";

export interface PlanOptions {
  readonly directory: Directory;
  readonly health: Health;
  /** Draws from [0, 1). */
  readonly random?: () => number;
}

/** Throws AppError("model_not_found"), or "invalid_request" when no target serves the operation. */
export function planTargets(
  options: PlanOptions,
  key: KeyScope,
  inbound: Inbound,
): readonly Target[] {
  const { directory } = options;
  const own = directory.targets(key, inbound.model);
  const fallbacks = fallbacksOf(directory, key, inbound.model);
  if (own.length === 1 && fallbacks.length === 0 && serves(own[0] as Target, inbound)) return own;
  const plan = [own, ...fallbacks].flatMap((targets) =>
    order(
      options,
      inbound,
      targets.filter((target) => serves(target, inbound)),
    ),
  );
  if (plan.length > 0) return fallbacks.length === 0 ? plan : withoutRepeats(plan);
  throw new AppError("invalid_request", sentence("model_not_here", { model: inbound.model }), {
    param: "model",
  });
}

/** Names may stand for the same target; it is one way to serve the call, at its first place. */
function withoutRepeats(plan: readonly Target[]): readonly Target[] {
  const seen = new Set<string>();
  return plan.filter(({ provider, upstreamId }) => {
    const name = `${provider.id}\0${upstreamId}`;
    return !seen.has(name) && seen.add(name);
  });
}

function serves(target: Target, { operation }: Inbound): boolean {
  const { operations } = target.provider.dialect;
  return (
    operations.includes(operation) || (operation === "count-tokens" && operations.includes("chat"))
  );
}

function fallbacksOf(directory: Directory, key: KeyScope, model: string): (readonly Target[])[] {
  if (directory.routes.size === 0) return [];
  const route = directory.routes.get(model);
  const names = route?.fallbacks.length
    ? route.fallbacks
    : directory.routes.get(route?.aliasOf ?? "")?.fallbacks;
  return (names ?? [])
    .filter((name) => name !== model && mayUse(key, name))
    .map((name) => directory.find(name) ?? []);
}

function order(
  options: PlanOptions,
  inbound: Inbound,
  targets: readonly Target[],
): readonly Target[] {
  if (targets.length < 2) return targets;
  const sticky = stickyName(inbound);
  return [...Map.groupBy(targets, (target) => target.priority).values()].flatMap((equals) =>
    equals.length < 2 ? equals : rank(options, equals, sticky),
  );
}

function rank(
  { health, random = Math.random }: PlanOptions,
  equals: readonly Target[],
  sticky: string | undefined,
): Target[] {
  const sameWeight = equals.every((target) => target.weight === equals[0]?.weight);
  const score = (target: Target): number => {
    if (sticky !== undefined)
      return -weigh(draw(`${sticky}\0${target.provider.id}\0${target.upstreamId}`), target.weight);
    // A target nobody has tried yet counts as quick, so that it gets its first call.
    if (sameWeight) return (health.target(target).latencyMs ?? 0) * (0.9 + 0.2 * random());
    return -weigh(random(), target.weight);
  };
  return equals
    .map((target) => ({ target, score: score(target) }))
    .toSorted((a, b) => a.score - b.score)
    .map(({ target }) => target);
}

/** Larger is better; over many draws the largest is each target's in proportion to its weight. */
function weigh(drawn: number, weight: number): number {
  return weight <= 0 ? 0 : drawn ** (1 / weight);
}

/** An even draw from [0, 1) that is always the same for the same text. */
function draw(text: string): number {
  return Number(Bun.hash.wyhash(text) >> 11n) / 2 ** 53;
}

const CACHE_MARK = '"cache_control"';

/** What names a conversation whose prompt a vendor may have cached; undefined: nothing does. */
function stickyName({ body, text }: Inbound): string | undefined {
  const named = body["prompt_cache_key"];
  if (typeof named === "string" && named !== "") return named;
  const mark = text.indexOf(CACHE_MARK);
  // The part of the request up to the first mark is what the vendor caches.
  return mark < 0 ? undefined : text.slice(0, mark);
}
