import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export const RANGES = ["hour", "day", "week", "month", "all", "custom"] as const;
export type Range = (typeof RANGES)[number];

export interface RequestsSearch {
  /** Absent: all of the log. */
  readonly range?: Range;
  /** With `custom`: ISO-8601. */
  readonly since?: string;
  readonly until?: string;
  /** Public id of a key. */
  readonly key?: string;
  readonly model?: string;
  readonly provider?: string;
  /** An HTTP status, or all good or all bad ones. */
  readonly status?: "ok" | "failed" | number;
  /** Least cost in dollars. */
  readonly cost?: number;
  /** Id of the call whose details are shown. */
  readonly open?: string;
}

export const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/requests",
  validateSearch: (search: Record<string, unknown>): RequestsSearch => ({
    ...(RANGES.some((range) => range === search["range"])
      ? { range: search["range"] as Range }
      : {}),
    ...readTime(search, "since"),
    ...readTime(search, "until"),
    ...readText(search, "key"),
    ...readText(search, "model"),
    ...readText(search, "provider"),
    ...readStatus(search["status"]),
    ...(typeof search["cost"] === "number" && search["cost"] > 0 ? { cost: search["cost"] } : {}),
    ...readText(search, "open"),
  }),
  component: lazyRouteComponent(() => import("./page.tsx"), "RequestsPage"),
});

/** Names that look like numbers are numbers to the router. */
function readText<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const value = search[name];
  if (typeof value !== "string" && typeof value !== "number") return {};
  return value === "" ? {} : ({ [name]: String(value) } as Record<Name, string>);
}

function readTime<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): Partial<Record<Name, string>> {
  const found = readText(search, name);
  return Number.isNaN(Date.parse(found[name] ?? "")) ? {} : found;
}

function readStatus(value: unknown): Pick<RequestsSearch, "status"> {
  if (value === "ok" || value === "failed") return { status: value };
  return Number.isInteger(value) ? { status: value as number } : {};
}
