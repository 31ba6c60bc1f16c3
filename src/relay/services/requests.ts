/** The request log. */

import type { RelayManagement } from "../../contract/management.ts";
import { usdToNano } from "../../contract/money.ts";
import type { RequestTry, RequestRow as RequestView } from "../../contract/request.ts";
import { listLedgerEntries } from "../../store/ledger.ts";
import {
  getRequest,
  getRequestBodies,
  listRequests,
  requestCursor,
  type RequestRow,
} from "../../store/requests.ts";
import type { RelayContext } from "../context.ts";
import { viewRequest } from "../request-view.ts";
import { viewUsage } from "../usage-record.ts";
import { getAccount } from "./accounts.ts";
import { PAGE, viewEntry } from "./views.ts";

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
        minCost:
          filter.min_cost_usd === undefined
            ? undefined
            : usdToNano(filter.min_cost_usd, "min_cost_usd"),
        since: filter.since === undefined ? undefined : Date.parse(filter.since),
        until: filter.until === undefined ? undefined : Date.parse(filter.until),
      });
      const last = rows.at(-1);
      return {
        requests: rows.map((row) => view(context, row)),
        next: last && rows.length === limit ? requestCursor(last) : null,
      };
    },
    async get(id) {
      const row = await findRow(context, id);
      const lines = await listLedgerEntries(context.store, { requestId: id, limit: MOST_ENTRIES });
      const bodies = await getRequestBodies(context.store, id);
      return {
        ...view(context, row),
        usage: viewUsage(row),
        tries: row.attempts_json === null ? [] : (JSON.parse(row.attempts_json) as RequestTry[]),
        entries: lines.toReversed().map((line) => viewEntry(context, line)),
        bodies: bodies ? { request: bodies.request_text, response: bodies.response_text } : null,
      };
    },
  };
}

/** A client knows the id of its call from the first byte on, before anything of it is written. */
async function findRow(context: RelayContext, id: string): Promise<RequestRow> {
  for (const { row } of context.open) if (row.id === id) return row;
  await context.store.writer.committed();
  return getRequest(context.store, id);
}

function view(context: RelayContext, row: RequestRow): RequestView {
  const { accounts, keys } = context.directory;
  return viewRequest(row, {
    account: accounts.get(row.account_id)?.name ?? row.account_id,
    key: keys.get(row.key_id)?.row.name ?? row.key_id,
  });
}
