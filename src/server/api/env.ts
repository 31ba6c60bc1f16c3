/** What each request to the management API is given. */

import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import type { LiveHub } from "../../contract/events.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { Attempts } from "../auth/attempts.ts";
import type { Guard } from "../auth/authenticate.ts";
import type { Identity, Origin } from "../auth/caller.ts";

/** Lives as long as the server. */
export interface ApiParts {
  readonly guard: Guard;
  readonly attempts: Attempts;
  readonly relay: RelayManagement;
  /** What happens in this Parley, for `GET /api/events`. */
  readonly events: LiveHub;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ApiEnv {
  Bindings: ApiParts & { readonly origin: Origin };
  Variables: {
    requestId: string;
    /** Set by `authorise`; absent on the public routes. */
    identity: Identity;
  };
}
