/** Public models: where they are served, in which order, and what the catalogue knows about them. */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { inTurn } from "../../base/turns.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { Model, ModelFilter, ModelList, TargetsInput } from "../../contract/model.ts";
import { setModelPlace } from "../../store/routes.ts";
import type { Catalogue } from "../catalogue/entry.ts";
import { findFacts, type PriceBook } from "../catalogue/price-book.ts";
import type { RelayContext } from "../context.ts";
import type { Directory, Target } from "../directory.ts";
import { pageOf } from "./paging.ts";
import { orReload, reloadProvider } from "./provider-turns.ts";
import { getProvider } from "./providers.ts";
import { publicNames } from "./public-names.ts";
import { viewFacts, viewTarget } from "./views.ts";

interface Move {
  readonly provider: string;
  readonly modelId: string;
  readonly place: { readonly priority: number; readonly weight: number };
}

const MOST_ALIASES = 20;
/** A row of a list names the first few; the model itself has all. */
const MOST_TARGETS = 5;

export function makeModels(context: RelayContext, book: PriceBook): RelayManagement["models"] {
  const { directory, store } = context;

  async function get(id: string): Promise<Model> {
    const targets = directory.find(id);
    if (!targets) throw new AppError("not_found", sentence("no_model", { model: id }));
    return viewModel(context, await book.current(), id, targets);
  }

  async function list(filter: ModelFilter = {}): Promise<ModelList> {
    const catalogue = await book.current();
    const names = publicNames(directory);
    const all = filter.aliases === false ? names.served : names.models;
    const wanted = filter.patterns === false ? all.filter((id) => !id.endsWith("*")) : all;
    const { rows, next, total } = pageOf(wanted, filter, (id) => id);
    const models = rows.flatMap((id) => {
      const targets = directory.find(id);
      return targets ? [viewModel(context, catalogue, id, targets, MOST_TARGETS)] : [];
    });
    return { models, next, total };
  }

  return {
    list,
    get,
    place: (id, { targets }) =>
      inTurn(context.directory, async () => {
        const moves = targets.flatMap((move) => findMove(context, id, move));
        const names = moves.map(({ provider }) => provider);
        await orReload(context, names, async () => {
          for (const { modelId, place } of moves) await setModelPlace(store, modelId, place);
          for (const name of names) await reloadProvider(context, name, [id]);
        });
        return get(id);
      }),
  };
}

/** Empty: it stays where it is. */
function findMove(
  context: RelayContext,
  id: string,
  { provider: name, ...place }: TargetsInput["targets"][number],
): Move[] {
  const { stored, builtin } = getProvider(context, name, "targets");
  const model = stored.models.find((other) => other.public_id === id);
  if (!model) {
    const said = sentence("provider_without_model", { provider: name, model: id });
    throw new AppError("not_found", said, { param: "targets" });
  }
  const { priority = model.priority, weight = model.weight } = place;
  if (!builtin) return [{ provider: name, modelId: model.id, place: { priority, weight } }];
  if (priority === model.priority && weight === model.weight) return [];
  const kept = { name, model: id, priority: model.priority, weight: model.weight };
  throw new AppError("conflict", sentence("provider_keeps_place", kept), { param: "targets" });
}

function viewModel(
  context: RelayContext,
  catalogue: Catalogue,
  id: string,
  targets: readonly Target[],
  mostTargets = targets.length,
): Model {
  const { directory } = context;
  const aliases = publicNames(directory).aliases.get(id) ?? [];
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
    aliases: aliases.slice(0, MOST_ALIASES),
    alias_count: aliases.length,
    fallbacks: fallbacksOf(directory, id),
    facts: facts ? viewFacts(facts) : null,
    targets: targets.slice(0, mostTargets).map((target) => viewTarget(context, target)),
    target_count: targets.length,
  };
}

/** An alias without fallbacks of its own has those of its model. */
function fallbacksOf({ routes }: Directory, id: string): string[] {
  const route = routes.get(id);
  if (route && route.fallbacks.length > 0) return [...route.fallbacks];
  return [...(routes.get(route?.aliasOf ?? "")?.fallbacks ?? [])];
}
