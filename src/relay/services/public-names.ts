/** What lists need to know of all models and routes at once: derived when asked for, kept until one of them changes. */

import type { Directory, Route } from "../directory.ts";
import { sortByName } from "./paging.ts";

export interface PublicNames {
  /** Names of models and of aliases that lead to one, wildcards as they are written. */
  readonly models: readonly string[];
  readonly routes: readonly Route[];
  /** By model: the names that stand for it. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Routes that lead to a name no provider serves. */
  broken(): readonly Route[];
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
  const routes = sortByName([...directory.routes.values()], ({ name }) => name);
  const aliases = new Map<string, string[]>();
  for (const { name, aliasOf } of routes) {
    if (aliasOf === null) continue;
    const others = aliases.get(aliasOf);
    if (others) others.push(name);
    else aliases.set(aliasOf, [name]);
  }
  let broken: readonly Route[] | undefined;
  return {
    models: sortByName(
      directory.models().map(([id]) => id),
      (id) => id,
    ),
    routes,
    aliases,
    broken: () => (broken ??= routes.filter((route) => findMissing(directory, route).length > 0)),
  };
}

/** The names a route leads to that no provider serves. */
export function findMissing(directory: Directory, { name, aliasOf, fallbacks }: Route): string[] {
  return [aliasOf ?? name, ...fallbacks].filter((other) => directory.find(other) === undefined);
}
