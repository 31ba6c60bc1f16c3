/** Aliases and fallbacks: written to the store first, then to the directory. */

import { AppError, type Problem } from "../../base/errors.ts";
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
        throw new AppError("not_found", `There is no route named "${name}".`);
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
  const add = (path: string, message: string): void => void problems.push({ path, message });
  if (name.includes("*")) add("name", "must not hold *; patterns are models of a provider");
  else if (/[\s\p{Cc}]/u.test(name) || name.length > 200) add("name", "is not a model name");
  if (alias_of === undefined) {
    if (isAlias(directory, name))
      add("alias_of", `is missing: "${name}" is an alias; keep its model or remove the route`);
    else if (!directory.find(name))
      add("name", `names no model: "${name}" is served by no provider`);
  } else {
    for (const message of aliasProblems(directory, name, alias_of)) add("alias_of", message);
  }
  const seen = new Set<string>();
  fallbacks.forEach((fallback, index) => {
    const path = `fallbacks[${index}]`;
    if (seen.has(fallback)) add(path, `names "${fallback}" twice`);
    seen.add(fallback);
    if (fallback.endsWith("*")) add(path, "must be one model, not a pattern");
    else if (!directory.find(fallback)) add(path, `names no model: "${fallback}"`);
    else if (modelOf(directory, fallback) === (alias_of ?? name))
      add(path, `"${fallback}" is what has failed by then`);
  });
  if (problems.length === 0) return;
  const sentences = problems.map(({ path, message }) => `${path} ${message}`).join("; ");
  throw new AppError("invalid_request", `The route cannot be: ${sentences}.`, {
    param: problems[0]?.path ?? "name",
    problems,
  });
}

function aliasProblems(directory: Directory, name: string, aliasOf: string): string[] {
  if (aliasOf === name) return ["must name another model"];
  if (directory.isServed(name))
    return [`cannot be set: "${name}" is a model of a provider, and that is what it means`];
  const [chained] = publicNames(directory).aliases.get(name) ?? [];
  if (chained !== undefined) return [`cannot be set: "${chained}" is an alias of "${name}" itself`];
  if (isAlias(directory, aliasOf)) {
    const model = modelOf(directory, aliasOf);
    return [`must name a model: "${aliasOf}" is itself an alias, of "${model}"`];
  }
  if (aliasOf.endsWith("*")) return ["must be one model, not a pattern"];
  return directory.find(aliasOf) ? [] : [`names no model: "${aliasOf}" is served by no provider`];
}

function isAlias(directory: Directory, name: string): boolean {
  return (directory.routes.get(name)?.aliasOf ?? null) !== null && !directory.isServed(name);
}

/** The model a name stands for: an alias's, or itself. */
export function modelOf(directory: Directory, name: string): string {
  return isAlias(directory, name) ? (directory.routes.get(name)?.aliasOf ?? name) : name;
}
