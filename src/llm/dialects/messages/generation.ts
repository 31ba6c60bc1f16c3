/**
 * What changed between generations of the models this wire was made for, read from the model's name. Vendors that speak
 * the same wire with models of their own keep to its first form.
 */

const CLAUDE = /claude/i;
/** `claude-opus-4-6`, `claude-3-7-sonnet-20250219`, `anthropic.claude-sonnet-4-20250514-v1:0`. */
const GENERATION = /claude-(?:[a-z]+-)*?(\d{1,2})(?:[-.](\d{1,2}))?(?!\d)/i;

const FIRST_ADAPTIVE = 4.6;
const FIRST_WITHOUT_SAMPLING = 4.7;
const FIRST_UNASKED = 5;
/** Families that always think and refuse to be told not to. */
const ALWAYS = /fable|mythos/i;

/** A Claude of no known generation is a newer one; what is no Claude has none. */
function generationOf(model: string): number {
  if (!CLAUDE.test(model)) return 0;
  const [, major, minor] = GENERATION.exec(model) ?? [];
  return major === undefined ? Infinity : Number(major) + Number(minor ?? 0) / 10;
}

/** Thinks by an effort in words; those before it by a budget in tokens. */
export function takesAdaptive(model: string): boolean {
  return generationOf(model) >= FIRST_ADAPTIVE;
}

/** Refuses `temperature`, `top_p` and `top_k`. */
export function refusesSampling(model: string): boolean {
  return generationOf(model) >= FIRST_WITHOUT_SAMPLING;
}

/** Thinks unless told not to; before Claude 5 it is the other way round. */
export function thinksUnasked(model: string): boolean {
  return generationOf(model) >= FIRST_UNASKED && !ALWAYS.test(model);
}
