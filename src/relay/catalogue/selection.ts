/**
 * Which rows of LiteLLM's table the catalogue takes. A row that is left out costs nothing: its model can still be
 * served, with a price that a person gives.
 */

import { MODES } from "./entry.ts";

/** Vendors a relay of HTTP addresses, keys and four dialects cannot bill, and why. */
const LEFT_OUT_VENDORS: Readonly<Record<string, string>> = {
  // Run on the person's own machine and cost nothing.
  lemonade: "local",
  ollama: "local",
  // Sold by subscription: the table has no price for a call.
  chatgpt: "subscription",
  github_copilot: "subscription",
  // Closed down.
  anyscale: "closed",
  nlp_cloud: "closed",
  palm: "closed",
  // Speech, pictures and jobs behind wires of their own.
  assemblyai: "own wire",
  aws_polly: "own wire",
  black_forest_labs: "own wire",
  deepgram: "own wire",
  elevenlabs: "own wire",
  fal_ai: "own wire",
  recraft: "own wire",
  replicate: "own wire",
  runwayml: "own wire",
  sagemaker: "own wire",
  soniox: "own wire",
  stability: "own wire",
};

/** Names that are no model a vendor would answer to, and why. */
const LEFT_OUT_NAMES: readonly (readonly [pattern: RegExp, reason: string])[] = [
  // Pictures priced by size and quality (`high/1024-x-1024/gpt-image-1`): nobody asks for a model by such a name.
  [/\d+-x-\d+/, "picture size"],
  [/^(azure\/)?(low|medium|high|standard|hd)\//, "picture quality"],
  // Prices for a whole class of open models.
  [/^(together-ai|fireworks-ai)-/, "price class"],
  // One data centre's or one contract's price of a model that has a row of its own.
  [/^azure\/(eu|us|global|global-standard)\//, "region"],
  [/^bedrock\/([a-z]{2}(-gov)?-[a-z]+-\d|\*|invoke)\//, "region"],
];

const KNOWN_MODES: ReadonlySet<string> = new Set(MODES);

/** Why a row is left out, in a word or two; undefined: it is taken. */
export function findReasonToLeaveOut(
  name: string,
  vendor: string,
  mode: string,
): string | undefined {
  if (Object.hasOwn(LEFT_OUT_VENDORS, vendor)) return LEFT_OUT_VENDORS[vendor];
  // Search, OCR, video, realtime and the like: the relay has no endpoint for them.
  if (!KNOWN_MODES.has(mode)) return `mode ${mode}`;
  return LEFT_OUT_NAMES.find(([pattern]) => pattern.test(name))?.[1];
}
