/** A provider as it is shown: without its secrets, with how well it is doing. */

import type { Provider as ProviderView } from "../../contract/provider.ts";
import type { StoredProviderKey } from "../../store/providers.ts";
import type { RelayContext } from "../context.ts";
import type { Provider, Target } from "../directory.ts";
import { targetOf, viewTarget } from "./views.ts";

export function viewProvider(context: RelayContext, provider: Provider): ProviderView {
  const { stored, builtin } = provider;
  const targets = stored.models.map((model) => targetOf(provider, model));
  return {
    name: stored.name,
    protocol: stored.protocol,
    base_url: stored.base_url,
    keys: stored.keys.map((key) => viewKey(context, targets, key)),
    header_names: Object.keys(stored.headers ?? {}),
    quirks: (stored.quirks_json === null
      ? {}
      : JSON.parse(stored.quirks_json)) as ProviderView["quirks"],
    models: targets.map((target) => {
      const { provider: _name, ...rest } = viewTarget(context, target);
      return { id: target.publicId, ...rest };
    }),
    builtin,
    created_at: new Date(stored.created_at).toISOString(),
  };
}

/** A key is limited for some models, or refused for all. */
function viewKey(
  { health, clock }: RelayContext,
  targets: readonly Target[],
  { id, tail, key }: StoredProviderKey,
): ProviderView["keys"][number] {
  const now = clock.now();
  const states = targets.flatMap((target) => health.keyState(target, key, now) ?? []);
  if (states.length === 0) return { id, tail, state: "ready", until: null };
  return {
    id,
    tail,
    state: states.some(({ refused }) => refused) ? "refused" : "limited",
    until: new Date(Math.max(...states.map(({ until }) => until))).toISOString(),
  };
}
