/** What vendors taught us by refusing a field: known at once, and after a restart. */

import type { Quirks } from "../llm/quirks.ts";
import { listLearnedQuirks, setLearnedQuirks } from "../store/routes.ts";
import type { RelayContext } from "./context.ts";
import type { Target } from "./directory.ts";

export async function loadLearned({ store, directory }: RelayContext): Promise<void> {
  for (const row of await listLearnedQuirks(store)) {
    directory.learn(row.provider_id, row.upstream_id, JSON.parse(row.quirks_json) as Quirks);
  }
}

/** Applies from the next try on; written down in the background, since losing it only means learning it again. */
export function rememberQuirks(context: RelayContext, target: Target, lesson: Quirks): void {
  const { provider, upstreamId } = target;
  const known = context.directory.learn(provider.id, upstreamId, lesson);
  context.log.info("learned from a refusal", {
    provider: provider.name,
    model: upstreamId,
    quirks: lesson,
  });
  if (provider.builtin) return;
  const row = {
    provider_id: provider.id,
    upstream_id: upstreamId,
    quirks_json: JSON.stringify(known),
    at: context.clock.now(),
  };
  setLearnedQuirks(context.store, row).catch((error: unknown) =>
    context.log.warn("what was learned could not be written down", { error }),
  );
}
