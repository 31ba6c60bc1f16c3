/**
 * What may be left out of a request because a vendor refused it: wishes about how an answer is made. Without them it is
 * still an answer to the same question.
 *
 * Not here, so never learned, and the client sees the vendor's refusal: what is asked (`model`, `messages`, `system`,
 * `input`, `contents`, `prompt`), what may be done (`tools`, `tool_choice`, `functions`), what shape or how many answers
 * come back (`stream`, `n`, `stop`, `logprobs`, `logit_bias`, `modalities`, `audio`, `web_search_options`), and what
 * limits cost (`max_tokens` and its other names). Formats of the answer become instructions instead.
 */

import type { FoundField } from "./field-path.ts";

const SAMPLING = [
  "temperature",
  "top_p",
  "top_k",
  "min_p",
  "typical_p",
  "presence_penalty",
  "frequency_penalty",
  "repetition_penalty",
  "seed",
];
const THINKING = [
  "reasoning",
  "reasoning_effort",
  "thinking",
  "thinking_budget",
  "enable_thinking",
  "chat_template_kwargs",
  "verbosity",
  "prediction",
];
const BOOKKEEPING = [
  "user",
  "safety_identifier",
  "metadata",
  "store",
  "service_tier",
  "prompt_cache_key",
  "prompt_cache_retention",
  "inference_geo",
  "labels",
  "serviceTier",
  "cache_control",
];

export const DROPPABLE: ReadonlySet<string> = new Set([
  ...SAMPLING,
  ...THINKING,
  ...BOOKKEEPING,
  "parallel_tool_calls",
  // messages
  "output_config.effort",
  "thinking.display",
  "system[].cache_control",
  // responses
  "reasoning.effort",
  "reasoning.summary",
  "text.verbosity",
  // generate-content
  ...["temperature", "topP", "topK", "seed", "presencePenalty", "frequencyPenalty"].map(inConfig),
  ...["thinkingConfig", "mediaResolution", "enableEnhancedCivicAnswers"].map(inConfig),
  ...["thinkingLevel", "thinkingBudget", "includeThoughts"].map((name) =>
    inConfig(`thinkingConfig.${name}`),
  ),
  // What clients echo of earlier answers, and marks on turns and tools.
  ..."name refusal annotations audio function_call reasoning_content reasoning reasoning_details extra_content"
    .split(" ")
    .map((name) => `messages[].${name}`),
  "messages[].cache_control",
  "messages[].content[].cache_control",
  "messages[].content[].image_url.detail",
  "messages[].tool_calls[].index",
  "messages[].tool_calls[].extra_content",
  "tools[].cache_control",
  "tools[].strict",
  "tools[].function.strict",
]);

function inConfig(name: string): string {
  return `generationConfig.${name}`;
}

/** Fields whose `false` is a demand: left out, the vendor might do what the client forbade. */
const DEMANDED_FALSE: ReadonlySet<string> = new Set(["store", "parallel_tool_calls"]);

/** An earlier answer's refusal or call is part of what was said; only its empty place may go. */
const DROPPED_NULL: ReadonlySet<string> = new Set([
  "messages[].refusal",
  "messages[].function_call",
]);

/** Whether a field may go from the request, and from others like it. */
export function mayDrop({ path, values }: FoundField): boolean {
  if (!DROPPABLE.has(path)) return false;
  if (DROPPED_NULL.has(path)) return values.every((value) => value === null);
  return !(DEMANDED_FALSE.has(path) && values.includes(false));
}
