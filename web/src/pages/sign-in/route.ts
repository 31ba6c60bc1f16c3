import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { rootRoute } from "../../shell/route.tsx";

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/sign-in",
  /** `back`: where the person wanted to go; only a path of this site. */
  validateSearch: (search: Record<string, unknown>): { back?: string } =>
    typeof search["back"] === "string" && /^\/(?![/\\])/.test(search["back"])
      ? { back: search["back"] }
      : {},
  component: lazyRouteComponent(() => import("./page.tsx"), "SignInPage"),
});
