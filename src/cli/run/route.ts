import type { Route, RouteInput } from "../../contract/routing.ts";
import { part } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { listAll } from "../pages.ts";
import { renderTable } from "../text-table.ts";
import { UsageError } from "../usage-error.ts";

const PATH = "/api/relay/routes";

interface SetInput {
  readonly args: { readonly name: string };
  readonly flags: {
    readonly aliasOf: string | undefined;
    readonly fallback: readonly string[] | undefined;
  };
}

export async function setRoute(context: Context, { args, flags }: SetInput): Result {
  const { aliasOf, fallback } = flags;
  if (aliasOf === undefined && fallback === undefined)
    throw new UsageError("Say --alias-of or --fallback.", ["relay", "route", "set"]);
  const body: RouteInput = { alias_of: aliasOf, fallbacks: fallback && [...fallback] };
  const api = await context.api();
  const route = await api.call<Route>("PUT", `${PATH}/${part(args.name)}`, body);
  return { json: { route }, text: () => routeText(route) };
}

export async function listRoutes(context: Context): Result {
  const api = await context.api();
  const routes = await listAll<Route>(api, PATH, "routes");
  return {
    json: { routes },
    text: (paint) =>
      routes.length === 0
        ? `No aliases and no fallbacks. ${context.program} relay route set NAME --alias-of MODEL makes one.`
        : renderTable<Route>(
            [
              { title: "NAME", cell: (row) => row.name },
              { title: "ALIAS OF", cell: (row) => row.alias_of ?? "-" },
              { title: "FALLBACKS", cell: (row) => row.fallbacks.join(", ") || "-" },
              {
                title: "MISSING",
                cell: (row) => row.missing.join(", ") || "-",
                paint: (colors, row) => (row.missing.length > 0 ? colors.red : colors.dim),
              },
            ],
            routes,
            paint,
          ),
  };
}

export async function removeRoute(
  context: Context,
  { args }: { readonly args: { readonly name: string } },
): Result {
  const api = await context.api();
  await api.call("DELETE", `${PATH}/${part(args.name)}`);
  return { json: { removed: args.name }, text: () => `Route ${args.name} removed.` };
}

function routeText({ name, alias_of, fallbacks }: Route): string {
  const alias = alias_of === null ? "" : `${name} is an alias of ${alias_of}.`;
  const chain =
    fallbacks.length === 0 ? "" : `When ${name} fails, these are tried: ${fallbacks.join(", ")}.`;
  return [alias, chain].filter((line) => line !== "").join("\n");
}
