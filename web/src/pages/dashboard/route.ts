import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export const RANGES = ["hour", "day", "week", "month"] as const;
export type Range = (typeof RANGES)[number];
export const GROUPS = ["model", "key", "provider"] as const;
export type Group = (typeof GROUPS)[number];

export interface DashboardSearch {
  /** Absent: a day. */
  readonly range?: Range;
  /** Absent: by model. */
  readonly by?: Group;
}

export const dashboardRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/",
  validateSearch: ({ range, by }: Record<string, unknown>): DashboardSearch => ({
    ...(RANGES.some((known) => known === range) ? { range: range as Range } : {}),
    ...(GROUPS.some((known) => known === by) ? { by: by as Group } : {}),
  }),
  component: lazyRouteComponent(() => import("./page.tsx"), "DashboardPage"),
});
