/** Everything behind the sign-in: asks who is there, and sends strangers to the right door. */

import { createRootRoute, createRoute, Outlet, redirect } from "@tanstack/react-router";
import { api } from "../api/client.ts";
import { findSession } from "../api/session.ts";
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
    const session = await findSession();
    if (session !== undefined) return { session };
    const { needed } = await api("GET /api/setup");
    // eslint-disable-next-line typescript/only-throw-error -- the router's own way to redirect
    if (needed) throw redirect({ to: "/welcome" });
    const back = location.href === "/" ? undefined : location.href;
    // eslint-disable-next-line typescript/only-throw-error -- as above
    throw redirect({ to: "/sign-in", search: back === undefined ? {} : { back } });
  },
});

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
