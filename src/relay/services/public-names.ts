/** What lists need of all providers, models and routes at once: derived when asked for, kept until one changes. */

import type { Directory, Provider, Route } from "../directory.ts";
import { sortByName } from "./paging.ts";

/** All of it in the order of names. */
export interface PublicNames {
  readonly providers: readonly Provider[];
  /** Names of models and of aliases that lead to one, wildcards as they are written. */
  readonly models: readonly string[];
  /** Without the aliases. */
  readonly served: readonly string[];
  readonly routes: readonly Route[];
  /** Routes that lead to a name no provider serves. */
  readonly broken: readonly Route[];
  /** By model: the names that stand for it. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
}

const kept = new WeakMap<Directory, { readonly revision: number; readonly names: PublicNames }>();

export function publicNames(directory: Directory): PublicNames {
  const { revision } = directory;
  const known = kept.get(directory);
  if (known?.revision === revision) return known.names;
  const names = derive(directory);
  kept.set(directory, { revision, names });
  return names;
}

function derive(directory: Directory): PublicNames {
  const models = once(() =>
    sortByName(
      directory.models().map(([id]) => id),
      (id) => id,
    ),
  );
  const served = once(() => models().filter((id) => directory.isServed(id)));
  const routes = (): readonly Route[] => routeNames(directory.routes).routes();
  const broken = once(() => routes().filter((route) => findMissing(directory, route).length > 0));
  const providers = once(() => sortByName([...directory.providers.values()], ({ name }) => name));
  const aliases = (): PublicNames["aliases"] => routeNames(directory.routes).aliases();
  return {
    get providers() {
      return providers();
    },
    get models() {
      return models();
    },
    get served() {
      return served();
    },
    get routes() {
      return routes();
    },
    get broken() {
      return broken();
    },
    get aliases() {
      return aliases();
    },
  };
}

type Routes = Directory["routes"];

interface RouteNames {
  readonly routes: () => readonly Route[];
  readonly aliases: () => PublicNames["aliases"];
}

const keptRoutes = new WeakMap<Routes, RouteNames>();

/** What depends on the routes alone holds while only providers change. */
function routeNames(all: Routes): RouteNames {
  const known = keptRoutes.get(all);
  if (known) return known;
  const routes = once(() => sortByName([...all.values()], ({ name }) => name));
  const aliases = once(() => {
    const named = Map.groupBy(routes(), ({ aliasOf }) => aliasOf ?? "");
    return new Map([...named].map(([model, group]) => [model, group.map(({ name }) => name)]));
  });
  const names = { routes, aliases };
  keptRoutes.set(all, names);
  return names;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The names a route leads to that no provider serves. */
export function findMissing(directory: Directory, { name, aliasOf, fallbacks }: Route): string[] {
  return [aliasOf ?? name, ...fallbacks].filter((other) => directory.find(other) === undefined);
}
