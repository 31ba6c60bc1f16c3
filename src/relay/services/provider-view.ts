/** A provider as it is shown: without its secrets, with how well it is doing. */

import type {
  ProviderHealth,
  ProviderModel,
  ProviderRow,
  Provider as ProviderView,
} from "../../contract/provider.ts";
import type { StoredModel, StoredProviderKey } from "../../store/providers.ts";
import type { RelayContext } from "../context.ts";
import type { Provider } from "../directory.ts";
import { viewHeaders } from "./provider-headers.ts";
import { targetOf, viewTarget } from "./views.ts";

type KeyView = ProviderView["keys"][number];

/** A row of a list shows the ends of the first few keys. */
const MOST_KEYS = 3;

export function viewProvider(context: RelayContext, provider: Provider): ProviderView {
  const { stored } = provider;
  const keys = viewKeys(context, provider);
  return {
    ...viewShared(context, provider, keys),
    keys,
    headers: viewHeaders(stored),
    quirks: (stored.quirks_json === null
      ? {}
      : JSON.parse(stored.quirks_json)) as ProviderView["quirks"],
  };
}

export function viewProviderRow(context: RelayContext, provider: Provider): ProviderRow {
  const keys = viewKeys(context, provider);
  return {
    ...viewShared(context, provider, keys),
    keys: keys.slice(0, MOST_KEYS),
    key_count: keys.length,
  };
}

function viewShared(context: RelayContext, provider: Provider, keys: readonly KeyView[]) {
  const { stored, builtin } = provider;
  return {
    name: stored.name,
    protocol: stored.protocol,
    base_url: stored.base_url,
    builtin,
    health: viewHealth(context, provider, keys),
    model_count: stored.models.length,
    created_at: new Date(stored.created_at).toISOString(),
  };
}

export function viewProviderModel(
  context: RelayContext,
  provider: Provider,
  model: StoredModel,
): ProviderModel {
  const { provider: _name, ...rest } = viewTarget(context, targetOf(provider, model));
  return { id: model.public_id, ...rest };
}

/** The worst there is to say of those of its models that were called. */
function viewHealth(
  { health, clock }: RelayContext,
  provider: Provider,
  keys: readonly KeyView[],
): ProviderHealth {
  const now = clock.now();
  const called = health.called(provider.id);
  const served = called.length === 0 ? undefined : upstreamIds(provider);
  const targets = called.filter(([id]) => served?.has(id)).map(([, target]) => target);
  const latencies = targets.flatMap(({ latencyMs }) => latencyMs ?? []);
  const breakers = new Set(targets.map((target) => target.state(now)));
  const state = (): ProviderHealth["state"] => {
    if (keys.length > 0 && keys.every((key) => key.state === "refused")) return "refused";
    if (breakers.has("open")) return "failing";
    if (breakers.has("half-open")) return "recovering";
    if (keys.some((key) => key.state !== "ready")) return "limited";
    return latencies.length > 0 ? "good" : "untried";
  };
  const sum = latencies.reduce((total, ms) => total + ms, 0);
  const mean = latencies.length === 0 ? null : Math.round((sum / latencies.length) * 10) / 10;
  return { state: state(), latency_ms: mean };
}

const known = new WeakMap<Provider, ReadonlySet<string>>();

/** A changed provider is another object, so what is kept never grows old. */
function upstreamIds(provider: Provider): ReadonlySet<string> {
  let ids = known.get(provider);
  if (!ids)
    known.set(provider, (ids = new Set(provider.stored.models.map((model) => model.upstream_id))));
  return ids;
}

function viewKeys(context: RelayContext, { id, stored }: Provider): KeyView[] {
  return stored.keys.map((key) => viewKey(context, id, key));
}

/** A key is limited for some models, or refused for all. */
function viewKey(
  { health, clock }: RelayContext,
  providerId: string,
  { id, tail, key }: StoredProviderKey,
): KeyView {
  const states = health.keyStates(providerId, key, clock.now());
  if (states.length === 0) return { id, tail, state: "ready", until: null };
  return {
    id,
    tail,
    state: states.some(({ refused }) => refused) ? "refused" : "limited",
    until: new Date(Math.max(...states.map(({ until }) => until))).toISOString(),
  };
}
