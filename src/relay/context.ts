/** What the parts of the relay share. Made once, in relay.ts. */

import type { AddressList } from "../base/addresses.ts";
import type { Clock } from "../base/clock.ts";
import type { Config } from "../base/config.ts";
import type { Log } from "../base/log.ts";
import type { LiveHub } from "../contract/events.ts";
import type { RequestRow } from "../store/requests.ts";
import type { Store } from "../store/store.ts";
import type { Directory } from "./directory.ts";
import type { Flights } from "./flights.ts";
import type { Health } from "./health.ts";
import type { Metrics } from "./metrics.ts";
import type { Watch } from "./watch.ts";

export interface RelayContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly directory: Directory;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly watch: Watch;
  /** Calls whose bill is not written yet. */
  readonly open: Set<{ readonly row: RequestRow }>;
  /** Idempotent calls that are running. */
  readonly flights: Flights;
  readonly trustedProxies: AddressList;
  /** Tells the console what happens. */
  readonly events: LiveHub;
}
