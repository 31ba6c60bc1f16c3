import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export const firstStepsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/first-steps",
  component: lazyRouteComponent(() => import("./page.tsx"), "FirstStepsPage"),
});
