/** What would happen to a call: who would be tried, in which order and why, and what it would hold. Tries nothing. */

import { AppError } from "../../base/errors.ts";
import { formatUsd } from "../../base/money.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { Trace, TraceCandidate, TraceInput } from "../../contract/routing.ts";
import type { Inbound } from "../../llm/inbound.ts";
import type { RelayContext } from "../context.ts";
import type { ApiKey, Target } from "../directory.ts";
import { planTargets } from "../plan.ts";
import { worstCost } from "../pricing.ts";
import { statusOf } from "./keys.ts";
import { modelOf } from "./routes.ts";
import { viewTarget } from "./views.ts";

const PROMPT_TOKENS = 1000;

export function makeTrace(context: RelayContext): RelayManagement["trace"] {
  return async (input) => {
    const key = findKey(context, input.key);
    const { candidates, problems } = plan(context, input, key);
    const hold = Math.max(0, ...candidates.map(({ hold_nano }) => hold_nano));
    const refusals = [...problems, ...keyProblems(context, key, hold)];
    if (candidates.length > 0 && candidates.every(({ usable }) => !usable))
      refusals.push("Every target would be passed over now.");
    return {
      model: input.model,
      resolved: resolve(context, input.model),
      allowed: refusals.length === 0,
      problems: refusals,
      candidates,
      left_out: leftOut(context, input, candidates),
      hold_nano: hold,
      hold_usd: formatUsd(hold),
    };
  };
}

function findKey({ directory }: RelayContext, id: string | undefined): ApiKey | undefined {
  if (id === undefined) return undefined;
  const key = directory.keys.get(id);
  if (!key)
    throw new AppError("not_found", `There is no key with the id "${id}".`, { param: "key" });
  return key;
}

function resolve({ directory }: RelayContext, model: string): string | null {
  return directory.find(model) ? modelOf(directory, model) : null;
}

function plan(
  context: RelayContext,
  input: TraceInput,
  key: ApiKey | undefined,
): { candidates: TraceCandidate[]; problems: string[] } {
  try {
    // Half of every draw: equals stand in the order of their weights, the likeliest first.
    const options = { directory: context.directory, health: context.health, random: () => 0.5 };
    const targets = planTargets(options, key ?? { models: null }, asInbound(input));
    return {
      candidates: targets.map((target) => viewCandidate(context, input, target, targets)),
      problems: [],
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { candidates: [], problems: [error.message] };
  }
}

function asInbound({
  model,
  operation = "chat",
  prompt_cache_key,
  max_tokens,
}: TraceInput): Inbound {
  return {
    operation,
    model,
    stream: false,
    wantsUsage: false,
    maxOutputTokens: max_tokens,
    choices: 1,
    text: "",
    body: prompt_cache_key === undefined ? {} : { prompt_cache_key },
  };
}

function viewCandidate(
  context: RelayContext,
  input: TraceInput,
  target: Target,
  all: readonly Target[],
): TraceCandidate {
  const { health, clock } = context;
  const now = clock.now();
  const { keys } = target.provider;
  const usableKeys = keys.filter((key) => health.keyState(target, key, now) === undefined).length;
  const view = viewTarget(context, target);
  const isWaiting = view.health.retry_in_ms > 0;
  const isKeyless = keys.length > 0 && usableKeys === 0;
  const reasons = [
    orderReason(context, input, target, all),
    ...(isWaiting ? [`keeps failing: left alone for ${seconds(view.health.retry_in_ms)}`] : []),
    ...(view.health.breaker === "half-open"
      ? ["failed before: one call at a time may try it"]
      : []),
    ...(usableKeys < keys.length
      ? [`${keys.length - usableKeys} of ${keys.length} vendor keys set aside`]
      : []),
  ];
  const { prompt_tokens = PROMPT_TOKENS, max_tokens } = input;
  return {
    ...view,
    model: target.publicId,
    usable: !isWaiting && !isKeyless,
    keys: keys.length,
    usable_keys: usableKeys,
    reasons,
    hold_nano: worstCost(prompt_tokens, max_tokens, 1, target.price),
  };
}

function orderReason(
  { directory, health }: RelayContext,
  input: TraceInput,
  target: Target,
  all: readonly Target[],
): string {
  const own = directory.find(input.model) ?? [];
  const from = own.some(({ publicId }) => publicId === target.publicId)
    ? `priority ${target.priority}`
    : `fallback ${target.publicId}, priority ${target.priority}`;
  const equals = all.filter(
    ({ publicId, priority }) => publicId === target.publicId && priority === target.priority,
  );
  if (equals.length < 2) return from;
  if (input.prompt_cache_key !== undefined) return `${from}, drawn by the prompt cache key`;
  if (equals.some(({ weight }) => weight !== target.weight)) {
    const sum = equals.reduce((total, { weight }) => total + weight, 0);
    return `${from}, weight ${target.weight} of ${sum}`;
  }
  const latency = health.target(target).latencyMs;
  return latency === undefined ? `${from}, not tried yet` : `${from}, ${Math.round(latency)} ms`;
}

/** Targets of the model and its fallbacks that the plan has no place for. */
function leftOut(
  { directory }: RelayContext,
  { model, operation = "chat" }: TraceInput,
  candidates: readonly TraceCandidate[],
): Trace["left_out"] {
  return (directory.find(model) ?? [])
    .filter(
      (target) =>
        !candidates.some(
          (one) => one.provider === target.provider.name && one.upstream_id === target.upstreamId,
        ),
    )
    .map((target) => ({
      provider: target.provider.name,
      model: target.publicId,
      reason: `${target.provider.protocol} does not serve ${operation}`,
    }));
}

function keyProblems(context: RelayContext, key: ApiKey | undefined, hold: number): string[] {
  if (!key) return [];
  const status = statusOf(key.row, context.clock.now());
  const { available } = key.account.wallet;
  const { limit, spent, held } = key.budget;
  return [
    ...(status === "active" ? [] : [`The key is ${status}.`]),
    ...(hold > 0 && available <= 0 ? [`The account "${key.account.name}" has no money left.`] : []),
    ...(hold > 0 && limit !== null && spent + held >= limit
      ? ["The key has spent its limit."]
      : []),
  ];
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}
