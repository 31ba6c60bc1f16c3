/** A call as the management API and its live events show it. */

import { formatUsd } from "../base/money.ts";
import type { RequestRow as RequestView } from "../contract/request.ts";
import type { RequestRow } from "../store/requests.ts";

/** The names of what the row names by id. */
export interface RequestNames {
  readonly account: string;
  readonly key: string;
}

export function viewRequest(row: RequestRow, names: RequestNames): RequestView {
  const {
    key_id,
    account_id: _account,
    attempts_json: _attempts,
    usage_json: _usage,
    ...rest
  } = row;
  return {
    ...rest,
    key: key_id,
    key_name: names.key,
    account: names.account,
    at: new Date(row.at).toISOString(),
    finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    stream: row.stream === 1,
    estimated: row.estimated === 1,
    cost_usd: formatUsd(row.cost_nano),
  };
}
