/** What each request to the management API is given. */

import type { Clock } from "../../base/clock.ts";
import type { Config } from "../../base/config.ts";
import type { Log } from "../../base/log.ts";
import type { LiveHub } from "../../contract/events.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { UserRow } from "../../store/users.ts";
import type { Attempts } from "../auth/attempts.ts";
import type { Guard } from "../auth/authenticate.ts";
import type { Identity, Origin } from "../auth/caller.ts";
import type { Retention } from "../retention.ts";

/** Lives as long as the server. */
export interface ApiParts {
  readonly guard: Guard;
  readonly attempts: Attempts;
  readonly relay: RelayManagement;
  /** What happens in this Parley, for `GET /api/events`. */
  readonly events: LiveHub;
  readonly config: Config;
  readonly retention: Retention;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ApiEnv {
  Bindings: ApiParts & { readonly origin: Origin };
  Variables: {
    requestId: string;
    /** Set by `authorise`; absent on the public routes. */
    identity: Identity;
    /** Who signs in, or tries to; for the audit log. */
    entrant: Pick<UserRow, "id" | "name" | "role"> | undefined;
    /** A secret was given to be judged, and counted by `attempts`: its refusal belongs in the audit log. */
    isAttempt: boolean | undefined;
    /** What is about to be changed, as it is now. */
    before: unknown;
  };
}
