/** Providers: vendor accounts with their keys, models and prices. */

import { AppError } from "../../base/errors.ts";
import { formatUsd } from "../../base/money.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { usdToNano } from "../../contract/money.ts";
import type { PriceFields } from "../../contract/price.ts";
import type {
  Provider as ProviderView,
  ProviderInput,
  ProviderModelInput,
} from "../../contract/provider.ts";
import { normaliseBaseUrl } from "../../llm/address.ts";
import { findDialect, parseProtocol } from "../../llm/dialects/index.ts";
import {
  deleteProvider,
  insertProvider,
  listProviders,
  type NewModel,
  type NewPrice,
  replaceProviderKeys,
  replaceProviderModels,
  setModelPrice,
  updateProvider,
} from "../../store/providers.ts";
import type { RelayContext } from "../context.ts";
import type { Provider } from "../directory.ts";
import { testProvider } from "./provider-test.ts";

export function makeProviders(context: RelayContext): RelayManagement["providers"] {
  const { directory, store, clock } = context;
  return {
    list: async () => [...directory.providers.values()].map(viewProvider),
    get: async (name) => viewProvider(getProvider(context, name)),
    async add(input) {
      if (directory.providers.has(input.name)) {
        throw new AppError("conflict", `A provider named "${input.name}" exists already.`, {
          param: "name",
        });
      }
      const stored = await insertProvider(store, newProvider(input), clock.now());
      return viewProvider(directory.setProvider(stored));
    },
    async update(name, patch) {
      const provider = getOwn(context, name);
      const now = clock.now();
      const address =
        patch.base_url === undefined
          ? {}
          : { base_url: normaliseBaseUrl(patch.base_url, provider.dialect.address) };
      const headers = patch.headers === undefined ? {} : { headers: patch.headers };
      const prices = (patch.prices ?? []).map((price) => {
        const model = provider.stored.models.find((other) => other.public_id === price.id);
        if (!model)
          throw new AppError("not_found", `The provider "${name}" has no model "${price.id}".`, {
            param: "prices",
          });
        return { modelId: model.id, price: newPrice(price) };
      });
      if (patch.base_url !== undefined || patch.headers !== undefined)
        await updateProvider(store, name, { ...address, ...headers }, now);
      if (patch.api_keys !== undefined) await replaceProviderKeys(store, name, patch.api_keys, now);
      if (patch.models !== undefined)
        await replaceProviderModels(store, name, patch.models.map(newModel), now);
      for (const { modelId, price } of prices) await setModelPrice(store, modelId, price, now);
      return viewProvider(await reload(context, name));
    },
    async remove(name) {
      getOwn(context, name);
      await deleteProvider(store, name);
      directory.removeProvider(name);
    },
    test: async (name) => testProvider(getProvider(context, name)),
  };
}

async function reload(context: RelayContext, name: string): Promise<Provider> {
  const stored = (await listProviders(context.store)).find((provider) => provider.name === name);
  if (!stored) throw new AppError("not_found", `The provider "${name}" was removed meanwhile.`);
  return context.directory.setProvider(stored);
}

function newProvider(input: ProviderInput) {
  return {
    name: input.name,
    protocol: parseProtocol(input.protocol),
    base_url: normaliseBaseUrl(input.base_url, findDialect(input.protocol).address),
    headers: input.headers ?? null,
    keys: input.api_keys ?? [],
    models: input.models.map(newModel),
  };
}

function newModel(model: ProviderModelInput): NewModel {
  return {
    public_id: model.id,
    upstream_id: model.upstream_id ?? model.id,
    price: newPrice(model),
  };
}

/** The schema has made sure that a model is either priced or free. */
function newPrice(price: PriceFields): NewPrice {
  if (price.free === true)
    return { input_nano: 0, output_nano: 0, cached_nano: 0, rates_json: null, free: 1 };
  const input = usdToNano(price.price_in ?? "", "price_in");
  return {
    input_nano: input,
    output_nano: usdToNano(price.price_out ?? "", "price_out"),
    cached_nano:
      price.price_cached === undefined ? input : usdToNano(price.price_cached, "price_cached"),
    rates_json: null,
    free: 0,
  };
}

function getProvider(context: RelayContext, name: string): Provider {
  const provider = context.directory.providers.get(name);
  if (provider) return provider;
  const names = [...context.directory.providers.keys()].join(", ");
  throw new AppError(
    "not_found",
    `There is no provider "${name}". Providers: ${names || "none yet"}.`,
  );
}

/** A provider that may be changed. */
function getOwn(context: RelayContext, name: string): Provider {
  const provider = getProvider(context, name);
  if (provider.builtin) {
    throw new AppError(
      "conflict",
      `The provider "${name}" is part of Parley. Set relay.demo to false to leave it out.`,
    );
  }
  return provider;
}

function viewProvider({ stored, builtin }: Provider): ProviderView {
  return {
    name: stored.name,
    protocol: stored.protocol,
    base_url: stored.base_url,
    keys: stored.keys.map(({ id, tail }) => ({ id, tail })),
    header_names: Object.keys(stored.headers ?? {}),
    models: stored.models.map((model) => ({
      id: model.public_id,
      upstream_id: model.upstream_id,
      free: model.price.free === 1,
      price: {
        id: model.price.id,
        input_usd: formatUsd(model.price.input_nano),
        output_usd: formatUsd(model.price.output_nano),
        cached_usd: formatUsd(model.price.cached_nano),
      },
    })),
    builtin,
    created_at: new Date(stored.created_at).toISOString(),
  };
}
