/** The relay as its management routes see it. */

import { findEnv } from "../../base/config-env.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { PriceBook } from "../catalogue/price-book.ts";
import { checkEndpoint } from "../check/check-endpoint.ts";
import type { RelayContext } from "../context.ts";
import { findOffers } from "../offers.ts";
import { makeAccounts } from "./accounts.ts";
import { makeCatalogue } from "./catalogue.ts";
import { makeKeys } from "./keys.ts";
import { makeLedger } from "./ledger.ts";
import { makeModels } from "./models.ts";
import { makePlayground } from "./playground.ts";
import { makePresets } from "./presets.ts";
import { makeProviders } from "./providers.ts";
import { makeRequests } from "./requests.ts";
import { makeRoutes } from "./routes.ts";
import { makeTrace } from "./trace.ts";
import { makeUsage } from "./usage.ts";

export function makeManagement(context: RelayContext): RelayManagement {
  const book = new PriceBook(context.config.home, {
    onWarning: (error) =>
      context.log.warn("the price file cannot be used; the shipped prices hold", { error }),
    onChange: (catalogue) => context.directory.facts.use(catalogue),
  });
  void book.open();
  return {
    accounts: makeAccounts(context),
    keys: makeKeys(context),
    providers: makeProviders(context, book),
    models: makeModels(context, book),
    routes: makeRoutes(context),
    trace: makeTrace(context),
    catalogue: makeCatalogue(context, book),
    requests: makeRequests(context),
    usage: makeUsage(context),
    ledger: makeLedger(context),
    presets: makePresets(),
    playground: makePlayground(context),
    offers: {
      list: () =>
        findOffers({
          findEnv,
          fetch,
          known: [...context.directory.providers.values()].map(({ name, baseUrl }) => ({
            name,
            base_url: baseUrl,
          })),
          ownPort: context.config.server.port,
        }),
    },
    checks: {
      run: ({ url, api_key, model }, watch = {}) =>
        checkEndpoint({ url, key: api_key, model, ...watch }),
    },
  };
}
