import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export const accountsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/accounts",
  component: lazyRouteComponent(() => import("./page.tsx"), "AccountsPage"),
});
