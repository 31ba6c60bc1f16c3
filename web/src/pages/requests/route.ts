import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export const requestsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/requests",
  component: lazyRouteComponent(() => import("./page.tsx"), "RequestsPage"),
});
