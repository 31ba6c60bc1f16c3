/** The ways one model's name is spelt. Pure text; what is in the catalogue is not known here. */

/** Whole dates only: `-0613` and `-2503` name versions whose prices differ. */
const DATE = /-20\d{2}(?:-(?:0[1-9]|1[0-2])-|(?:0[1-9]|1[0-2]))(?:0[1-9]|[12]\d|3[01])$/;

/**
 * Suffixes that say how to serve a model, not which: versions, dates, contexts and OpenRouter's variants of equal price.
 * Sizes (`llama3:70b`) and variants of another price (`:free`, `:nitro`) are other models.
 */
const VARIANT = /[@:](?:latest|default|beta|thinking|\d{1,8}k?|20\d{2}-\d{2}-\d{2})$/;

/** What Google's addresses put before a name. */
const PATH = /^(?:publishers\/[^/]+\/)?models\//;

/** A fine-tuned model costs what its kind of fine-tuning costs: `ft:gpt-4o-2024-08-06:acme::7p4l` is the first part. */
const FINE_TUNED = /^(ft:[^:]+):.*$/;

/** Spellings of a name from the nearest to the farthest, the name itself first. Never leaves the family. */
export function spellingsOf(id: string): string[] {
  const whole = id.trim();
  const bare = whole.replace(PATH, "");
  const tuned = bare.replace(FINE_TUNED, "$1");
  const plain = tuned.replace(VARIANT, "").replace(VARIANT, "");
  return [...new Set([whole, bare, tuned, plain, plain.replace(DATE, "")])].filter(
    (name) => name !== "",
  );
}

export function isDated(id: string): boolean {
  return DATE.test(id);
}

/** `openai/gpt-4o` as `openai` and `gpt-4o`; undefined: there is no first part. */
export function splitFirst(
  id: string,
): { readonly first: string; readonly rest: string } | undefined {
  const slash = id.indexOf("/");
  if (slash <= 0 || slash === id.length - 1) return undefined;
  return { first: id.slice(0, slash), rest: id.slice(slash + 1) };
}
