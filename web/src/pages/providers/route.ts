import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export const providersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/providers",
  component: lazyRouteComponent(() => import("./page.tsx"), "ProvidersPage"),
});
