/** The request log. */

import type { RelayManagement } from "../../contract/management.ts";
import { usdToNano } from "../../contract/money.ts";
import type { CostLine, RequestTry, RequestRow as RequestView } from "../../contract/request.ts";
import { listLedgerEntries } from "../../store/ledger.ts";
import { findPrice } from "../../store/models.ts";
import {
  getRequest,
  getRequestBodies,
  listRequests,
  requestCursor,
  type RequestRow,
} from "../../store/requests.ts";
import type { RelayContext } from "../context.ts";
import { costLines } from "../cost-lines.ts";
import { readPrice } from "../pricing.ts";
import { viewRequest } from "../request-view.ts";
import { readUsage, viewUsage } from "../usage-record.ts";
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
        cost_lines: await linesOf(context, row),
        tries: row.attempts_json === null ? [] : (JSON.parse(row.attempts_json) as RequestTry[]),
        entries: lines.toReversed().map((line) => viewEntry(context, line)),
        bodies: bodies ? { request: bodies.request_text, response: bodies.response_text } : null,
      };
    },
  };
}

/** Empty for a call that was not billed, or not yet. */
async function linesOf(context: RelayContext, row: RequestRow): Promise<CostLine[]> {
  const price = row.price_id === null ? undefined : await findPrice(context.store, row.price_id);
  const lines = price ? costLines(readUsage(row), readPrice(price)) : [];
  const sum = lines.reduce((total, line) => total + line.amount_nano, 0);
  return sum === row.cost_nano ? lines : [];
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
