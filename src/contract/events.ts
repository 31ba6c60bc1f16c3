/** What `GET /api/events` tells: the name of each event, and its data as JSON. */

import type { EventHub } from "../base/events.ts";
import type { RequestRow } from "./request.ts";

export interface LiveEvents {
  /** A call has ended: served, failed or refused. */
  readonly request: RequestRow;
  /** A key was made, changed, rotated or revoked. */
  readonly key: { readonly id: string | null };
  /** A provider, or what it serves, was added, changed or removed. */
  readonly provider: { readonly name: string | null };
  /** An account was opened or its money was changed by hand; spending is told by `request`. */
  readonly account: { readonly name: string | null };
}

export type LiveHub = EventHub<LiveEvents>;
