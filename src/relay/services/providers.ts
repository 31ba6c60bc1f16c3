/** Providers: vendor accounts with their keys, models and prices. */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { inTurn } from "../../base/turns.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type {
  ProviderInput,
  ProviderList,
  ProviderModelInput,
  ProviderModelList,
  ProviderPatch,
} from "../../contract/provider.ts";
import { normaliseBaseUrl } from "../../llm/address.ts";
import { findDialect, parseProtocol } from "../../llm/dialects/index.ts";
import { hasQuirks, type Quirks } from "../../llm/quirks.ts";
import {
  changeProviderModels,
  deleteProvider,
  insertProvider,
  type NewModel,
  replaceProviderKeys,
  replaceProviderModels,
  setModelPrice,
  type StoredModel,
  updateProvider,
} from "../../store/providers.ts";
import type { Catalogue } from "../catalogue/entry.ts";
import type { PriceBook, Seller } from "../catalogue/price-book.ts";
import type { RelayContext } from "../context.ts";
import type { Provider } from "../directory.ts";
import { discoverModels } from "./discover.ts";
import { type PageFilter, pageOf, sortByName } from "./paging.ts";
import { priceModels } from "./prices.ts";
import { changeHeaders } from "./provider-headers.ts";
import { testProvider } from "./provider-test.ts";
import { orReload, reloadProvider } from "./provider-turns.ts";
import { viewProvider, viewProviderModel, viewProviderRow } from "./provider-view.ts";
import { publicNames } from "./public-names.ts";

export function makeProviders(
  context: RelayContext,
  book: PriceBook,
): RelayManagement["providers"] {
  const { directory, store, clock } = context;
  return {
    list: async (filter = {}) => listPage(context, filter),
    models: async (name, filter = {}) => modelPage(context, getProvider(context, name), filter),
    get: async (name) => viewProvider(context, getProvider(context, name)),
    add: (input) =>
      inTurn(context.directory, async () => {
        if (directory.providers.has(input.name)) {
          throw new AppError("conflict", sentence("provider_taken", { name: input.name }), {
            param: "name",
          });
        }
        refuseAliases(context, input.models);
        const provider = newProvider(input, await book.current());
        const stored = await insertProvider(store, provider, clock.now());
        return viewProvider(context, directory.setProvider(stored));
      }),
    update: (name, patch) =>
      inTurn(context.directory, async () => {
        const provider = getOwn(context, name);
        refuseAliases(context, [...(patch.models ?? []), ...(patch.add_models ?? [])]);
        return viewProvider(context, await change(context, provider, patch, await book.current()));
      }),
    remove: (name) =>
      inTurn(context.directory, async () => {
        getOwn(context, name);
        await deleteProvider(store, name);
        directory.removeProvider(name);
      }),
    test: async (name) => testProvider(getProvider(context, name)),
    discover: async (name) =>
      discoverModels(context, getProvider(context, name), await book.current()),
  };
}

function listPage(context: RelayContext, filter: PageFilter): ProviderList {
  const { rows, next, total } = pageOf(
    publicNames(context.directory).providers,
    filter,
    ({ name }) => name,
    ({ name, baseUrl }) => `${name} ${baseUrl}`,
  );
  return { providers: rows.map((provider) => viewProviderRow(context, provider)), next, total };
}

const sortedModels = new WeakMap<Provider, readonly StoredModel[]>();

function modelPage(
  context: RelayContext,
  provider: Provider,
  filter: PageFilter,
): ProviderModelList {
  let sorted = sortedModels.get(provider);
  if (!sorted) {
    sorted = sortByName(provider.stored.models, (model) => model.public_id);
    sortedModels.set(provider, sorted);
  }
  const { rows, next, total } = pageOf(
    sorted,
    filter,
    (model) => model.public_id,
    (model) => `${model.public_id} ${model.upstream_id}`,
  );
  return { models: rows.map((model) => viewProviderModel(context, provider, model)), next, total };
}

/** Everything is worked out before anything is written. */
async function change(
  context: RelayContext,
  provider: Provider,
  patch: ProviderPatch,
  catalogue: Catalogue,
): Promise<Provider> {
  const { store, clock } = context;
  const { name, stored } = provider;
  const now = clock.now();
  const base_url =
    patch.base_url === undefined
      ? stored.base_url
      : normaliseBaseUrl(patch.base_url, provider.dialect.address);
  const seller = { name, base_url };
  const models = patch.models && newModels(patch.models, seller, catalogue, stored.models);
  const changed = changedModels(provider, patch, seller, catalogue);
  const repriced = (patch.prices ?? []).map((price) => {
    const model = stored.models.find((other) => other.public_id === price.id);
    if (model) {
      const { id: modelId, upstream_id, price: before } = model;
      return { ...price, modelId, upstream_id, before };
    }
    throw new AppError(
      "not_found",
      sentence("provider_without_model", { provider: name, model: price.id }),
      {
        param: "prices",
      },
    );
  });
  const prices = priceModels(repriced, seller, catalogue, "prices");
  const keys = changedKeys(provider, patch);
  const columns = {
    ...(patch.base_url === undefined ? {} : { base_url }),
    ...(patch.headers === undefined ? {} : { headers: changeHeaders(stored, patch.headers) }),
    ...(patch.quirks === undefined ? {} : { quirks_json: quirksJson(patch.quirks) }),
  };
  return orReload(context, [name], async () => {
    if (Object.keys(columns).length > 0) await updateProvider(store, name, columns, now);
    if (keys !== undefined) await replaceProviderKeys(store, name, keys, now);
    for (const [index, price] of prices.entries())
      await setModelPrice(store, repriced[index]?.modelId ?? "", price, now);
    if (models !== undefined) await replaceProviderModels(store, name, models, now);
    if (changed !== undefined) await changeProviderModels(store, name, changed, now);
    return reloadProvider(context, name, namesIn(patch));
  });
}

/** Undefined: none joins and none leaves. */
function changedModels(
  { name, stored }: Provider,
  { models, add_models = [], remove_models = [] }: ProviderPatch,
  seller: Seller,
  catalogue: Catalogue,
): { remove: StoredModel[]; add: NewModel[] } | undefined {
  if (add_models.length + remove_models.length === 0) return undefined;
  if (models !== undefined) {
    throw new AppError("invalid_request", sentence("models_twice"), { param: "models" });
  }
  const before = new Map(stored.models.map((model) => [model.public_id, model]));
  const unknown = remove_models.find((id) => !before.has(id));
  if (unknown !== undefined) {
    throw new AppError(
      "not_found",
      sentence("provider_without_model", { provider: name, model: unknown }),
      {
        param: "remove_models",
      },
    );
  }
  const named = new Set([...remove_models, ...add_models.map(({ id }) => id)]);
  const remove = [...named].flatMap((id) => before.get(id) ?? []);
  if (add_models.length === 0 && remove.length === before.size) {
    throw new AppError("invalid_request", sentence("last_model", { name }), {
      param: "remove_models",
    });
  }
  return { remove, add: newModels(add_models, seller, catalogue, remove, "add_models") };
}

/** Undefined: they stay as they are. */
function changedKeys({ name, stored }: Provider, patch: ProviderPatch): string[] | undefined {
  const { api_keys, add_keys, remove_keys = [] } = patch;
  if (api_keys === undefined && add_keys === undefined && patch.remove_keys === undefined)
    return undefined;
  const unknown = remove_keys.find((id) => !stored.keys.some((key) => key.id === id));
  if (unknown !== undefined) {
    throw new AppError(
      "not_found",
      sentence("provider_without_key", { provider: name, id: unknown }),
      {
        param: "remove_keys",
      },
    );
  }
  const kept =
    api_keys ?? stored.keys.filter(({ id }) => !remove_keys.includes(id)).map(({ key }) => key);
  return [...new Set([...kept, ...(add_keys ?? [])])];
}

/** Public names of the models that a patch changes; undefined: all of them. */
function namesIn({ models, add_models = [], remove_models = [], prices = [] }: ProviderPatch) {
  if (models !== undefined) return undefined;
  return [...remove_models, ...[...add_models, ...prices].map(({ id }) => id)];
}

function newProvider(input: ProviderInput, catalogue: Catalogue) {
  const base_url = normaliseBaseUrl(input.base_url, findDialect(input.protocol).address);
  return {
    name: input.name,
    protocol: parseProtocol(input.protocol),
    base_url,
    headers: input.headers ?? null,
    quirks_json: quirksJson(input.quirks ?? {}),
    keys: input.api_keys ?? [],
    models: newModels(input.models, { name: input.name, base_url }, catalogue),
  };
}

/** A model that was there keeps its place unless another is named. */
function newModels(
  models: readonly ProviderModelInput[],
  seller: Seller,
  catalogue: Catalogue,
  before: readonly StoredModel[] = [],
  list: "models" | "add_models" = "models",
): NewModel[] {
  const prices = priceModels(models, seller, catalogue, list);
  const places = new Map(before.map((model) => [model.public_id, model]));
  return models.flatMap((model, index) => {
    const price = prices[index];
    if (!price) return [];
    const old = places.get(model.id);
    return [
      {
        public_id: model.id,
        upstream_id: model.upstream_id ?? model.id,
        priority: model.priority ?? old?.priority ?? 0,
        weight: model.weight ?? old?.weight ?? 1,
        price,
      },
    ];
  });
}

function quirksJson(quirks: Quirks): string | null {
  return hasQuirks(quirks) ? JSON.stringify(quirks) : null;
}

/** A name cannot be a model and an alias: the alias would silently lose. */
function refuseAliases(
  { directory }: RelayContext,
  models: readonly { readonly id: string }[],
): void {
  for (const { id } of models) {
    const aliasOf = directory.routes.get(id)?.aliasOf;
    if (!aliasOf) continue;
    throw new AppError("conflict", sentence("name_is_alias", { name: id, model: aliasOf }), {
      param: "models",
    });
  }
}

/** `param`: where in the input the name stands. */
export function getProvider(context: RelayContext, name: string, param?: string): Provider {
  const provider = context.directory.providers.get(name);
  if (provider) return provider;
  const names = [...context.directory.providers.keys()].slice(0, 10).join(", ");
  throw new AppError(
    "not_found",
    sentence("no_provider", { name, names: names || "—" }),
    param === undefined ? {} : { param },
  );
}

/** A provider that may be changed. */
function getOwn(context: RelayContext, name: string): Provider {
  const provider = getProvider(context, name);
  if (provider.builtin) {
    throw new AppError("conflict", sentence("provider_builtin", { name }));
  }
  return provider;
}
