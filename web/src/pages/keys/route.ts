import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export interface KeysSearch {
  /** Part of a name or an id. */
  readonly search?: string;
  readonly status?: "active" | "disabled" | "expired" | "revoked";
}

const STATUSES = ["active", "disabled", "expired", "revoked"] as const;

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/keys",
  validateSearch: ({ search, status }: Record<string, unknown>): KeysSearch => ({
    ...(typeof search === "string" && search !== "" ? { search } : {}),
    ...(STATUSES.some((known) => known === status)
      ? { status: status as (typeof STATUSES)[number] }
      : {}),
  }),
  component: lazyRouteComponent(() => import("./page.tsx"), "KeysPage"),
});
