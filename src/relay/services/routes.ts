/** Aliases and fallbacks: written to the store first, then to the directory. */

import { AppError, type Problem } from "../../base/errors.ts";
import { sentence, type Sentence } from "../../base/sentence.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { Route as RouteView, RouteInput } from "../../contract/routing.ts";
import { deleteModelRoute, listModelRoutes, setModelRoute } from "../../store/routes.ts";
import type { RelayContext } from "../context.ts";
import type { Directory, Route } from "../directory.ts";
import { pageOf } from "./paging.ts";
import { findMissing, publicNames } from "./public-names.ts";

export function makeRoutes(context: RelayContext): RelayManagement["routes"] {
  const { store, directory, clock } = context;
  return {
    async list(filter = {}) {
      const names = publicNames(directory);
      const all = filter.missing === true ? names.broken : names.routes;
      const { rows, next, total } = pageOf(all, filter, ({ name }) => name);
      return { routes: rows.map((route) => viewRoute(directory, route)), next, total };
    },
    async set(name, input) {
      checkRoute(directory, name, input);
      const route: Route = {
        name,
        aliasOf: input.alias_of ?? null,
        fallbacks: input.fallbacks ?? [],
        createdAt: directory.routes.get(name)?.createdAt ?? clock.now(),
      };
      await setModelRoute(store, {
        name,
        alias_of: route.aliasOf,
        fallbacks_json: JSON.stringify(route.fallbacks),
        created_at: route.createdAt,
      });
      directory.setRoutes([...others(directory, name), route]);
      return viewRoute(directory, route);
    },
    async remove(name) {
      if (!(await deleteModelRoute(store, name)))
        throw new AppError("not_found", sentence("no_route", { name }));
      directory.setRoutes(others(directory, name));
    },
  };
}

/** Brings the directory in line with the store. */
export async function loadRoutes({ store, directory }: RelayContext): Promise<void> {
  const rows = await listModelRoutes(store);
  directory.setRoutes(
    rows.map((row) => ({
      name: row.name,
      aliasOf: row.alias_of,
      fallbacks: JSON.parse(row.fallbacks_json) as string[],
      createdAt: row.created_at,
    })),
  );
}

function others({ routes }: Directory, name: string): Route[] {
  return [...routes.values()].filter((route) => route.name !== name);
}

function viewRoute(directory: Directory, route: Route): RouteView {
  return {
    name: route.name,
    alias_of: route.aliasOf,
    fallbacks: [...route.fallbacks],
    missing: findMissing(directory, route),
    created_at: new Date(route.createdAt).toISOString(),
  };
}

/** Throws one AppError("invalid_request") with every problem. */
function checkRoute(directory: Directory, name: string, input: RouteInput): void {
  const { alias_of, fallbacks = [] } = input;
  const problems: Problem[] = [];
  const add = (path: string, said: Sentence): void => void problems.push({ path, ...said });
  if (name.includes("*")) add("name", sentence("route_of_pattern"));
  else if (/[\s\p{Cc}]/u.test(name) || name.length > 200) add("name", sentence("not_model_name"));
  if (alias_of === undefined) {
    if (isAlias(directory, name)) add("alias_of", sentence("alias_kept", { name }));
    else if (!directory.find(name)) add("name", sentence("serves_nobody", { name }));
  } else {
    for (const said of aliasProblems(directory, name, alias_of)) add("alias_of", said);
  }
  const seen = new Set<string>();
  fallbacks.forEach((fallback, index) => {
    const path = `fallbacks[${index}]`;
    if (seen.has(fallback)) add(path, sentence("fallback_twice", { name: fallback }));
    seen.add(fallback);
    if (fallback.endsWith("*")) add(path, sentence("pattern_not_model"));
    else if (!directory.find(fallback)) add(path, sentence("serves_nobody", { name: fallback }));
    else if (modelOf(directory, fallback) === (alias_of ?? name))
      add(path, sentence("fallback_of_itself", { name: fallback }));
  });
  if (problems.length === 0) return;
  const sentences = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw new AppError("invalid_request", `The route cannot be: ${sentences}.`, {
    param: problems[0]?.path ?? "name",
    problems,
  });
}

function aliasProblems(directory: Directory, name: string, aliasOf: string): Sentence[] {
  if (aliasOf === name) return [sentence("alias_of_itself")];
  if (directory.isServed(name)) return [sentence("alias_of_own", { name })];
  const [chained] = publicNames(directory).aliases.get(name) ?? [];
  if (chained !== undefined) return [sentence("alias_in_use", { alias: chained, name })];
  if (isAlias(directory, aliasOf)) {
    const model = modelOf(directory, aliasOf);
    return [sentence("alias_of_alias", { name: aliasOf, model })];
  }
  if (aliasOf.endsWith("*")) return [sentence("pattern_not_model")];
  return directory.find(aliasOf) ? [] : [sentence("serves_nobody", { name: aliasOf })];
}

function isAlias(directory: Directory, name: string): boolean {
  return (directory.routes.get(name)?.aliasOf ?? null) !== null && !directory.isServed(name);
}

/** The model a name stands for: an alias's, or itself. */
export function modelOf(directory: Directory, name: string): string {
  return isAlias(directory, name) ? (directory.routes.get(name)?.aliasOf ?? name) : name;
}
