import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export const routingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/routing",
  component: lazyRouteComponent(() => import("./page.tsx"), "RoutingPage"),
});
