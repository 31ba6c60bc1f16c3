import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export interface RoutingSearch {
  /** Part of a name. */
  readonly search?: string;
  /** The model whose panel is open. */
  readonly model?: string;
  /** The trace is open. */
  readonly trace?: true;
}

export const routingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/routing",
  validateSearch: ({ search, model, trace }: Record<string, unknown>): RoutingSearch => ({
    ...(typeof search === "string" && search !== "" ? { search } : {}),
    ...(typeof model === "string" && model !== "" ? { model } : {}),
    ...(trace === true ? { trace } : {}),
  }),
  component: lazyRouteComponent(() => import("./page.tsx"), "RoutingPage"),
});
