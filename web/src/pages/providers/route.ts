import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export interface ProvidersSearch {
  /** Part of a name or an address. */
  readonly search?: string;
  /** The dialog to add one is open. */
  readonly add?: true;
}

export const providersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/providers",
  validateSearch: ({ search, add }: Record<string, unknown>): ProvidersSearch => ({
    ...(typeof search === "string" && search !== "" ? { search } : {}),
    ...(add === true ? { add } : {}),
  }),
  component: lazyRouteComponent(() => import("./page.tsx"), "ProvidersPage"),
});

export const providerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/providers/$name",
  component: lazyRouteComponent(() => import("./provider-page.tsx"), "ProviderPage"),
});
