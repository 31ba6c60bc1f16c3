/** What would happen to a call: who would be tried, in which order and why, and what it would hold. Tries nothing. */

import { AppError } from "../../base/errors.ts";
import { formatUsd } from "../../base/money.ts";
import { quoted, sentence, type Sentence } from "../../base/sentence.ts";
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
      refusals.push(sentence("all_passed_over"));
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
  if (!key) throw new AppError("not_found", sentence("no_key", { id }), { param: "key" });
  return key;
}

function resolve({ directory }: RelayContext, model: string): string | null {
  return directory.find(model) ? modelOf(directory, model) : null;
}

function plan(
  context: RelayContext,
  input: TraceInput,
  key: ApiKey | undefined,
): { candidates: TraceCandidate[]; problems: Sentence[] } {
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
    return { candidates: [], problems: [error.sentence ?? quoted(error.message)] };
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
    ...orderReasons(context, input, target, all),
    ...(isWaiting
      ? [sentence("left_alone", { seconds: Math.ceil(view.health.retry_in_ms / 1000) })]
      : []),
    ...(view.health.breaker === "half-open" ? [sentence("on_trial")] : []),
    ...(usableKeys < keys.length
      ? [sentence("keys_set_aside", { count: keys.length - usableKeys, all: keys.length })]
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

function orderReasons(
  { directory, health }: RelayContext,
  input: TraceInput,
  target: Target,
  all: readonly Target[],
): Sentence[] {
  const own = directory.find(input.model) ?? [];
  const { priority, weight, publicId: model } = target;
  const from = own.some(({ publicId }) => publicId === model)
    ? sentence("by_priority", { priority })
    : sentence("by_fallback", { model, priority });
  const equals = all.filter((one) => one.publicId === model && one.priority === priority);
  if (equals.length < 2) return [from];
  if (input.prompt_cache_key !== undefined) return [from, sentence("by_cache_key")];
  if (equals.some((one) => one.weight !== weight)) {
    const sum = equals.reduce((total, one) => total + one.weight, 0);
    return [from, sentence("by_weight", { weight, sum })];
  }
  const latency = health.target(target).latencyMs;
  return latency === undefined
    ? [from, sentence("not_tried_yet")]
    : [from, sentence("by_latency", { ms: Math.round(latency) })];
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
      reason: sentence("wrong_operation", { protocol: target.provider.protocol, operation }),
    }));
}

function keyProblems(context: RelayContext, key: ApiKey | undefined, hold: number): Sentence[] {
  if (!key) return [];
  const status = statusOf(key.row, context.clock.now());
  const { available } = key.account.wallet;
  const { limit, spent, held } = key.budget;
  return [
    ...(status === "active" ? [] : [sentence(`key_${status}`)]),
    ...(hold > 0 && available <= 0
      ? [sentence("account_empty", { account: key.account.name })]
      : []),
    ...(hold > 0 && limit !== null && spent + held >= limit ? [sentence("key_spent")] : []),
  ];
}
