/** Aliases and fallbacks: written to the store first, then to the directory. */

import { AppError, type Problem } from "../../base/errors.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { Route as RouteView, RouteInput } from "../../contract/routing.ts";
import {
  deleteModelRoute,
  listModelRoutes,
  type ModelRouteRow,
  setModelRoute,
} from "../../store/routes.ts";
import type { RelayContext } from "../context.ts";
import type { Directory } from "../directory.ts";

export function makeRoutes(context: RelayContext): RelayManagement["routes"] {
  const { store, directory, clock } = context;
  return {
    list: async () => (await listModelRoutes(store)).map((row) => viewRoute(directory, row)),
    async set(name, input) {
      checkRoute(directory, name, input);
      await setModelRoute(store, {
        name,
        alias_of: input.alias_of ?? null,
        fallbacks_json: JSON.stringify(input.fallbacks ?? []),
        created_at: clock.now(),
      });
      const rows = await loadRoutes(context);
      const row = rows.find((other) => other.name === name);
      if (!row) throw new AppError("not_found", `The route "${name}" was removed meanwhile.`);
      return viewRoute(directory, row);
    },
    async remove(name) {
      if (!(await deleteModelRoute(store, name)))
        throw new AppError("not_found", `There is no route named "${name}".`);
      await loadRoutes(context);
    },
  };
}

/** Brings the directory in line with the store. */
export async function loadRoutes({ store, directory }: RelayContext): Promise<ModelRouteRow[]> {
  const rows = await listModelRoutes(store);
  directory.setRoutes(
    rows.map((row) => ({
      name: row.name,
      aliasOf: row.alias_of,
      fallbacks: readFallbacks(row),
    })),
  );
  return rows;
}

function readFallbacks(row: ModelRouteRow): string[] {
  return JSON.parse(row.fallbacks_json) as string[];
}

function viewRoute(directory: Directory, row: ModelRouteRow): RouteView {
  const fallbacks = readFallbacks(row);
  const named = row.alias_of === null ? [row.name, ...fallbacks] : [row.alias_of, ...fallbacks];
  return {
    name: row.name,
    alias_of: row.alias_of,
    fallbacks,
    missing: named.filter((name) => directory.find(name) === undefined),
    created_at: new Date(row.created_at).toISOString(),
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
  if (isOwn(directory, name))
    return [`cannot be set: "${name}" is a model of a provider, and that is what it means`];
  const chained = [...directory.routes.values()].find((route) => route.aliasOf === name);
  if (chained) return [`cannot be set: "${chained.name}" is an alias of "${name}" itself`];
  if (isAlias(directory, aliasOf)) {
    const model = modelOf(directory, aliasOf);
    return [`must name a model: "${aliasOf}" is itself an alias, of "${model}"`];
  }
  if (aliasOf.endsWith("*")) return ["must be one model, not a pattern"];
  return directory.find(aliasOf) ? [] : [`names no model: "${aliasOf}" is served by no provider`];
}

/** True if a provider serves the very name, so that an alias of the same name would be without effect. */
function isOwn(directory: Directory, name: string): boolean {
  return [...directory.providers.values()].some(({ stored }) =>
    stored.models.some((model) => model.public_id === name),
  );
}

function isAlias(directory: Directory, name: string): boolean {
  return (directory.routes.get(name)?.aliasOf ?? null) !== null && !isOwn(directory, name);
}

/** The model a name stands for: an alias's, or itself. */
export function modelOf(directory: Directory, name: string): string {
  return isAlias(directory, name) ? (directory.routes.get(name)?.aliasOf ?? name) : name;
}
