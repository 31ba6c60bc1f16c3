/** What the catalogue knows about the models we serve, looked up once per model. */

import { findModel } from "./catalogue/catalogue.ts";
import type { CatalogueEntry } from "./catalogue/entry.ts";
import type { Target } from "./directory.ts";

const known = new Map<string, CatalogueEntry | undefined>();

/** Undefined: the catalogue does not have it. Its first use loads the catalogue. */
export function factsOf(target: Target): CatalogueEntry | undefined {
  const id = target.upstreamId;
  if (!known.has(id)) {
    // Names come from clients where a wildcard serves them; forgetting all now and then bounds the memory.
    if (known.size > 10_000) known.clear();
    known.set(id, findModel(id));
  }
  return known.get(id);
}

/** The most tokens a model can write in one answer; undefined: unknown. */
export function outputLimitOf(target: Target): number | undefined {
  return factsOf(target)?.maxOutput;
}

export function contextWindowOf(target: Target): number | undefined {
  return factsOf(target)?.context;
}
