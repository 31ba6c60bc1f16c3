/** What must be known of a model to write its request: which generation it is of. Read from its name; aliases tell nothing. */

export interface ModelFacts {
  /** Wants signatures back with calls, and a level of thinking instead of a budget. */
  readonly isGemini3: boolean;
  /** Refuses to be told how to think. */
  readonly cannotThink: boolean;
  readonly isPro: boolean;
  /** Gemini 3 Pro, the first of its line, knows only low and high. */
  readonly hasTwoLevels: boolean;
}

const GENERATION = /(?:^|\/)gemini-(\d+)(?:\.(\d+))?-?([a-z-]*)/;

export function readModel(model: string): ModelFacts {
  const match = GENERATION.exec(model);
  const major = match === null ? undefined : Number(match[1]);
  const minor = match?.[2] === undefined ? 0 : Number(match[2]);
  const kind = match?.[3] ?? "";
  const isPro = kind.startsWith("pro");
  return {
    isGemini3: major !== undefined && major >= 3,
    cannotThink: major !== undefined && (major < 2 || (major === 2 && minor < 5)),
    isPro,
    hasTwoLevels: isPro && major === 3 && minor === 0,
  };
}
