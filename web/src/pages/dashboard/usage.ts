/** Names and series of usage as the page shows them. */

import type { Usage } from "../../api/contract.ts";
import type { Messages } from "../../messages/index.ts";

export type UsageGroup = Usage["series"][number];

/** The three times that are measured of each call. */
export type Timing = "total_ms" | "first_token_ms" | "overhead_ms";

export function nameOf({ name, group, rest }: UsageGroup, t: Messages["dashboard"]): string {
  return rest ? t.rest : (name ?? group ?? t.nobody);
}
