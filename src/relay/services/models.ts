/** Public models: where they are served, in which order, and what the catalogue knows about them. */

import { AppError } from "../../base/errors.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { Model } from "../../contract/model.ts";
import { setModelPlace } from "../../store/routes.ts";
import type { Catalogue } from "../catalogue/entry.ts";
import { findFacts, type PriceBook } from "../catalogue/price-book.ts";
import type { RelayContext } from "../context.ts";
import type { Directory, Target } from "../directory.ts";
import { getOwn, reloadProvider } from "./providers.ts";
import { viewFacts, viewTarget } from "./views.ts";

export function makeModels(context: RelayContext, book: PriceBook): RelayManagement["models"] {
  const { directory, store } = context;

  async function get(id: string): Promise<Model> {
    const targets = directory.find(id);
    if (!targets) throw new AppError("not_found", `There is no model "${id}".`);
    return viewModel(context, await book.current(), id, targets);
  }

  return {
    async list() {
      const catalogue = await book.current();
      return directory.models().map(([id, targets]) => viewModel(context, catalogue, id, targets));
    },
    get,
    async place(id, { targets }) {
      const moves = targets.map((move) => {
        const stored = getOwn(context, move.provider).stored.models;
        const model = stored.find((other) => other.public_id === id);
        if (!model) {
          throw new AppError(
            "not_found",
            `The provider "${move.provider}" does not serve the model "${id}".`,
            { param: "targets" },
          );
        }
        const { priority = model.priority, weight = model.weight } = move;
        return { modelId: model.id, place: { priority, weight } };
      });
      for (const { modelId, place } of moves) await setModelPlace(store, modelId, place);
      for (const { provider } of targets) await reloadProvider(context, provider);
      return get(id);
    },
  };
}

function viewModel(
  context: RelayContext,
  catalogue: Catalogue,
  id: string,
  targets: readonly Target[],
): Model {
  const { directory } = context;
  const first = targets[0];
  const facts =
    first &&
    findFacts(
      first.upstreamId,
      { name: first.provider.name, base_url: first.provider.baseUrl },
      catalogue,
    );
  return {
    id,
    alias_of: directory.routes.get(id)?.aliasOf ?? null,
    aliases: [...directory.routes.values()]
      .filter(({ aliasOf }) => aliasOf === id)
      .map(({ name }) => name),
    fallbacks: fallbacksOf(directory, id),
    facts: facts ? viewFacts(facts) : null,
    targets: targets.map((target) => viewTarget(context, target)),
  };
}

/** An alias without fallbacks of its own has those of its model. */
function fallbacksOf({ routes }: Directory, id: string): string[] {
  const route = routes.get(id);
  if (route && route.fallbacks.length > 0) return [...route.fallbacks];
  return [...(routes.get(route?.aliasOf ?? "")?.fallbacks ?? [])];
}
