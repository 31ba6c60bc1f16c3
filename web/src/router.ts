/** Every page of the console. Each is a chunk of its own, fetched when it is opened. */

import { createRouter } from "@tanstack/react-router";
import { accountRoute, accountsRoute } from "./pages/accounts/route.ts";
import { dashboardRoute } from "./pages/dashboard/route.ts";
import { firstStepsRoute } from "./pages/first-steps/route.ts";
import { joinRoute } from "./pages/join/route.ts";
import { keysRoute } from "./pages/keys/route.ts";
import { playgroundRoute } from "./pages/playground/route.ts";
import { providerRoute, providersRoute } from "./pages/providers/route.ts";
import { requestsRoute } from "./pages/requests/route.ts";
import { routingRoute } from "./pages/routing/route.ts";
import { settingsRoute } from "./pages/settings/route.ts";
import { signInRoute } from "./pages/sign-in/route.ts";
import { welcomeRoute } from "./pages/welcome/route.ts";
import { rootRoute, shellRoute } from "./shell/route.tsx";

const routeTree = rootRoute.addChildren([
  signInRoute,
  welcomeRoute,
  joinRoute,
  shellRoute.addChildren([
    dashboardRoute,
    firstStepsRoute,
    requestsRoute,
    keysRoute,
    providersRoute,
    providerRoute,
    routingRoute,
    accountsRoute,
    accountRoute,
    playgroundRoute,
    settingsRoute,
  ]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
