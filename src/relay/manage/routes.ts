/** The relay's management API: each handler is one call of `RelayManagement`. Mounted under `/api/relay`. */

import { accountRoutes } from "./accounts.ts";
import { catalogueRoutes } from "./catalogue.ts";
import { checkRoutes } from "./check.ts";
import { keyRoutes } from "./keys.ts";
import { ledgerCsvRoutes } from "./ledger-csv.ts";
import { ledgerRoutes } from "./ledger.ts";
import { modelRoutes } from "./models.ts";
import { offerRoutes } from "./offers.ts";
import { playgroundRoutes } from "./playground.ts";
import { presetRoutes } from "./presets.ts";
import { providerRoutes } from "./providers.ts";
import { requestRoutes } from "./requests.ts";
import { routingRoutes } from "./routing.ts";
import { usageRoutes } from "./usage.ts";

/** Every router of the relay's management API. */
export const RELAY_ROUTERS = [
  accountRoutes,
  keyRoutes,
  providerRoutes,
  modelRoutes,
  routingRoutes,
  catalogueRoutes,
  requestRoutes,
  usageRoutes,
  ledgerRoutes,
  ledgerCsvRoutes,
  offerRoutes,
  presetRoutes,
  playgroundRoutes,
  checkRoutes,
] as const;
