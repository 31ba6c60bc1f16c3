/** What every answer that reached a vendor says in its headers, good or bad. */

import { formatUsd } from "../base/money.ts";
import type { Call } from "./call.ts";

/** A stream's cost is not known when its headers leave. */
export function answerHeaders(call: Call, contentType: string): Record<string, string> {
  const headers = call.key.limits.headers(call.row.at);
  headers["content-type"] = contentType;
  headers["x-request-id"] = call.id;
  headers["x-parley-provider"] = call.row.provider ?? "";
  headers["x-parley-attempts"] = call.tried;
  if (call.keeper?.isCache) headers["x-parley-cache"] = "miss";
  if (call.row.overhead_ms !== null) {
    headers["x-parley-overhead-ms"] = String(call.row.overhead_ms);
    headers["x-parley-cost"] = formatUsd(call.row.cost_nano);
  }
  return headers;
}
