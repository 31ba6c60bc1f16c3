/**
 * How hard the model thinks. The wire has two ways: a budget in tokens that the client sets (`enabled`), which models
 * before Claude 4.6 and compatible vendors know, and an effort in words (`adaptive`), which Claude 4.7 and later insist on.
 *
 *   effort        minimal   low    medium   high     xhigh    max
 *   budget          1,024  2,048    8,192  24,576   32,768  65,536   (and at most 80 % of `max_tokens`)
 *   adaptive          low    low   medium    high    xhigh     max
 *
 * Thinking is given up, because the vendor would refuse the request, when the model is made to call a tool, when the
 * answer is begun for it (prefill), when `max_tokens` leaves no room, and, with a budget, when the thoughts before the
 * last calls are lost. It is kept at the price of `temperature`, `top_k` and a low `top_p`.
 */

import { isRecord } from "../../../base/json.ts";
import type { Reasoning } from "../../canonical.ts";
import { numberField, textField } from "../../extras.ts";
import { takesAdaptive, thinksUnasked } from "./generation.ts";

type Wire = Readonly<Record<string, unknown>>;

const BUDGETS: Readonly<Record<string, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
};
const DEFAULT_EFFORT = "medium";
const MIN_BUDGET = 1024;
/** The budget is part of `max_tokens`; the rest is for the answer. */
const BUDGET_SHARE = 0.8;

const EFFORTS: ReadonlySet<string> = new Set(["low", "medium", "high", "xhigh", "max"]);

// ---- read ----------------------------------------------------------------------------------------------------------

/** Undefined when the client said nothing. A budget is told as an effort too, for dialects that know no budgets. */
export function readReasoning(body: Wire): Reasoning | undefined {
  const thinking = isRecord(body["thinking"]) ? body["thinking"] : {};
  const config = isRecord(body["output_config"]) ? body["output_config"] : {};
  const effort = textField("effort", config["effort"]);
  switch (thinking["type"]) {
    case "disabled":
      return { effort: "none" };
    case "enabled": {
      const budget = numberField("budgetTokens", thinking["budget_tokens"]);
      return { effort: effortOf(budget.budgetTokens ?? 0), ...effort, ...budget };
    }
    case "adaptive":
      return effort;
    default:
      return effort.effort === undefined ? undefined : effort;
  }
}

const LOW_BELOW = 4096;
const MEDIUM_BELOW = 16_384;

/** Only words that every vendor with efforts knows. */
function effortOf(budget: number): string {
  return budget < LOW_BELOW ? "low" : budget < MEDIUM_BELOW ? "medium" : "high";
}

// ---- write ---------------------------------------------------------------------------------------------------------

export interface ThinkingLimits {
  readonly model: string;
  readonly maxTokens: number;
  /** The model is made to call a tool. */
  readonly isForced: boolean;
  readonly isPrefill: boolean;
  readonly lacksThoughts: boolean;
}

export interface WrittenThinking {
  /** `{thinking}` or nothing. */
  readonly fields: Wire;
  /** For `output_config`. */
  readonly effort?: string;
  readonly isOn: boolean;
}

export function writeThinking(
  reasoning: Reasoning | undefined,
  limits: ThinkingLimits,
): WrittenThinking {
  if (reasoning === undefined) return { fields: {}, isOn: false };
  const isAdaptive = takesAdaptive(limits.model);
  if (reasoning.effort === "none" || limits.isForced || limits.isPrefill) {
    const off = thinksUnasked(limits.model) ? { thinking: { type: "disabled" } } : {};
    return { fields: off, isOn: false };
  }
  if (isAdaptive) {
    const effort = reasoning.effort === "minimal" ? "low" : reasoning.effort;
    return {
      // Newer models keep their thoughts to themselves unless asked.
      fields: { thinking: { type: "adaptive", display: "summarized" } },
      ...(effort !== undefined && EFFORTS.has(effort) ? { effort } : {}),
      isOn: true,
    };
  }
  const budget = budgetOf(reasoning, limits.maxTokens);
  if (budget < MIN_BUDGET || limits.lacksThoughts) return { fields: {}, isOn: false };
  return { fields: { thinking: { type: "enabled", budget_tokens: budget } }, isOn: true };
}

function budgetOf({ effort, budgetTokens }: Reasoning, maxTokens: number): number {
  const known = effort !== undefined && Object.hasOwn(BUDGETS, effort) ? effort : DEFAULT_EFFORT;
  const wanted = Math.max(MIN_BUDGET, budgetTokens ?? BUDGETS[known] ?? 0);
  return Math.min(wanted, Math.floor(maxTokens * BUDGET_SHARE));
}
