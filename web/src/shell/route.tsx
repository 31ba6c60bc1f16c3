/** Everything behind the sign-in: asks who is there, and sends strangers to the right door. */

import { createRootRoute, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { findEntrance } from "../api/session.ts";
import { BrokenPage } from "../components/error-boundary.tsx";
import { NotFound } from "./not-found.tsx";
import { Shell } from "./shell.tsx";

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <BrokenPage error={toError(error)} />,
});

export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "shell",
  component: Shell,
  notFoundComponent: NotFound,
  beforeLoad: async ({ location }) => {
    const entrance = await findEntrance();
    // oxlint-disable-next-line typescript/only-throw-error -- how the router redirects
    if (entrance === "setup") throw redirect({ to: "/welcome" });
    if (entrance === "stranger") {
      const search = location.href === "/" ? {} : { back: location.href };
      // oxlint-disable-next-line typescript/only-throw-error -- as above
      throw redirect({ to: "/sign-in", search });
    }
    return { session: entrance };
  },
});

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
