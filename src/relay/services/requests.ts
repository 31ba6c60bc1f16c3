/** The request log. */

import { formatUsd } from "../../base/money.ts";
import type { RelayManagement } from "../../contract/management.ts";
import type { RequestRow as RequestView } from "../../contract/request.ts";
import { listLedgerEntries } from "../../store/ledger.ts";
import {
  getRequest,
  getRequestBodies,
  listRequests,
  requestCursor,
  type RequestRow,
} from "../../store/requests.ts";
import type { RelayContext } from "../context.ts";
import { getAccount } from "./accounts.ts";
import { viewEntry } from "./ledger.ts";

/** Rows of a page when the caller does not say. */
export const PAGE = 50;

/** No call makes more ledger entries than this. */
const MOST_ENTRIES = 100;

export function makeRequests(context: RelayContext): RelayManagement["requests"] {
  return {
    async list(filter) {
      const limit = filter.limit ?? PAGE;
      const rows = await listRequests(context.store, {
        limit,
        before: filter.before,
        keyId: filter.key,
        accountId:
          filter.account === undefined ? undefined : getAccount(context, filter.account).id,
        model: filter.model,
        provider: filter.provider,
        status: filter.status,
        errors: filter.errors,
        since: filter.since === undefined ? undefined : Date.parse(filter.since),
        until: filter.until === undefined ? undefined : Date.parse(filter.until),
      });
      const last = rows.at(-1);
      return {
        requests: rows.map((row) => viewRequest(context, row)),
        next: last && rows.length === limit ? requestCursor(last) : null,
      };
    },
    async get(id) {
      const row = await getRequest(context.store, id);
      const lines = await listLedgerEntries(context.store, { requestId: id, limit: MOST_ENTRIES });
      const bodies = await getRequestBodies(context.store, id);
      return {
        ...viewRequest(context, row),
        entries: lines.toReversed().map((line) => viewEntry(context, line)),
        bodies: bodies ? { request: bodies.request_text, response: bodies.response_text } : null,
      };
    },
  };
}

function viewRequest(context: RelayContext, row: RequestRow): RequestView {
  const { key_id, account_id, ...rest } = row;
  return {
    ...rest,
    key: key_id,
    account: context.directory.accounts.get(account_id)?.name ?? account_id,
    at: new Date(row.at).toISOString(),
    finished_at: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    stream: row.stream === 1,
    estimated: row.estimated === 1,
    cost_usd: formatUsd(row.cost_nano),
  };
}
