/** The relay as its management routes see it. */

import { findEnv } from "../../base/config.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { checkEndpoint } from "../check/check-endpoint.ts";
import type { RelayContext } from "../context.ts";
import { findOffers } from "../offers.ts";
import { makeAccounts } from "./accounts.ts";
import { makeKeys } from "./keys.ts";
import { makeLedger } from "./ledger.ts";
import { makeModels } from "./models.ts";
import { makePlayground } from "./playground.ts";
import { makePresets } from "./presets.ts";
import { makeProviders } from "./providers.ts";
import { makeRequests } from "./requests.ts";

export function makeManagement(context: RelayContext): RelayManagement {
  return {
    accounts: makeAccounts(context),
    keys: makeKeys(context),
    providers: makeProviders(context),
    models: makeModels(context),
    requests: makeRequests(context),
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
