import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { shellRoute } from "../../shell/route.tsx";

export interface PlaygroundSearch {
  /** The model to begin with. */
  readonly model?: string;
  /** Public id of the key to begin with. */
  readonly key?: string;
}

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: "/playground",
  validateSearch: ({ model, key }: Record<string, unknown>): PlaygroundSearch => ({
    ...(typeof model === "string" && model !== "" ? { model } : {}),
    ...(typeof key === "string" && key !== "" ? { key } : {}),
  }),
  component: lazyRouteComponent(() => import("./page.tsx"), "PlaygroundPage"),
});
