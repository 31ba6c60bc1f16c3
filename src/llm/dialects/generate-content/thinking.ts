/**
 * `thinkingConfig` and the canonical wish to reason.
 *
 * Gemini 3 has levels, 2.5 a budget of tokens. The words are translated as the vendor's own compatible endpoint does
 * it; a budget is sent as it is, which Gemini 3 takes too. Thoughts are asked for whenever reasoning is: a client that
 * wants none ignores them, and they cost nothing more. Models that cannot think are not told how to.
 */

import type { Reasoning } from "../../canonical.ts";
import type { ModelFacts } from "./models.ts";
import { field, integerOf, type Wire } from "./wire.ts";

/** The level and the budget of each effort. */
const EFFORTS: Readonly<Record<string, readonly [level: string, budget: number]>> = {
  none: ["MINIMAL", 0],
  minimal: ["MINIMAL", 1024],
  low: ["LOW", 1024],
  medium: ["MEDIUM", 8192],
  high: ["HIGH", 24_576],
  xhigh: ["HIGH", 24_576],
  max: ["HIGH", 24_576],
};

/** Thinking cannot be turned off on 2.5 Pro; this is the least it takes. */
const LEAST_PRO_BUDGET = 128;

export function writeThinking(reasoning: Reasoning, model: ModelFacts): Wire | undefined {
  if (model.cannotThink) return undefined;
  const { effort, budgetTokens } = reasoning;
  if (budgetTokens !== undefined) {
    return { thinkingBudget: budgetTokens, includeThoughts: budgetTokens !== 0 };
  }
  const known =
    effort !== undefined && Object.hasOwn(EFFORTS, effort) ? EFFORTS[effort] : undefined;
  // A word nobody knows asks for thought, but does not say how much.
  if (known === undefined) return { includeThoughts: true };
  const [level, budget] = known;
  const includeThoughts = effort !== "none";
  if (model.isGemini3) return { thinkingLevel: levelFor(level, model), includeThoughts };
  return {
    thinkingBudget: model.isPro ? Math.max(budget, LEAST_PRO_BUDGET) : budget,
    includeThoughts,
  };
}

function levelFor(level: string, model: ModelFacts): string {
  if (level === "MINIMAL") return model.isPro ? "LOW" : "MINIMAL";
  return level === "MEDIUM" && model.hasTwoLevels ? "HIGH" : level;
}

/** Undefined when the client leaves it to the model, which a budget of -1 also says. */
export function readThinking(config: Wire): Reasoning | undefined {
  const level = field(config, "thinkingLevel");
  if (typeof level === "string" && level !== "" && level !== "THINKING_LEVEL_UNSPECIFIED") {
    return { effort: level.toLowerCase() };
  }
  const budget = integerOf(field(config, "thinkingBudget"));
  if (budget === undefined || budget < 0) return undefined;
  return budget === 0 ? { effort: "none" } : { budgetTokens: budget };
}
