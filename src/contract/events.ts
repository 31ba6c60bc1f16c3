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

/** Beside what is told: somebody may have lost the right to listen. */
export interface HubEvents extends LiveEvents {
  readonly access: null;
}

export type LiveHub = EventHub<HubEvents>;
