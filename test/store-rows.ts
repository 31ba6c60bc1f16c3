/** Rows for store tests: whole and plausible, so that a test names only what it is about. */

import { timeId } from "../src/base/ids.ts";
import { insertAccount, type AccountRow } from "../src/store/accounts.ts";
import { insertApiKey, type ApiKeyRow } from "../src/store/api-keys.ts";
import type { NewProvider } from "../src/store/providers.ts";
import {
  CLOSE_REQUEST,
  LEDGER_ENTRY,
  OPEN_REQUEST,
  closeRequestValues,
  ledgerValues,
  openRequestValues,
  type LedgerEntry,
  type RequestRow,
} from "../src/store/requests.ts";
import type { Store } from "../src/store/store.ts";

export const NOW = 1_760_000_000_000;

export function accountRow(patch: Partial<AccountRow> = {}): AccountRow {
  const id = patch.id ?? timeId("acct", NOW);
  return { id, name: `account ${id}`, balance_nano: 0, created_at: NOW, ...patch };
}

export function apiKeyRow(patch: Partial<ApiKeyRow> & Pick<ApiKeyRow, "account_id">): ApiKeyRow {
  const id = patch.id ?? timeId("key", NOW);
  return {
    id,
    name: "a key",
    hash: `hash of ${id}`,
    models_json: null,
    rpm: null,
    tpm: null,
    concurrency: null,
    limit_nano: null,
    spent_nano: 0,
    expires_at: null,
    ips_json: null,
    disabled_at: null,
    revoked_at: null,
    created_at: NOW,
    cache_seconds: null,
    last_used_at: null,
    ...patch,
  };
}

export function requestRow(patch: Partial<RequestRow> = {}): RequestRow {
  const at = patch.at ?? NOW;
  return {
    id: timeId("req", at),
    at,
    finished_at: null,
    key_id: "key",
    account_id: "account",
    endpoint: "chat.completions",
    model: "small",
    provider: "vendor",
    upstream_model: "small-2",
    stream: 0,
    status: null,
    error_code: null,
    end_reason: null,
    prompt_tokens: 0,
    cached_tokens: 0,
    completion_tokens: 0,
    reasoning_tokens: 0,
    usage_json: null,
    estimated: 0,
    reserved_nano: 0,
    cost_nano: 0,
    price_id: null,
    attempts: 0,
    attempts_json: null,
    first_token_ms: null,
    upstream_ms: null,
    overhead_ms: null,
    total_ms: null,
    client_ip: null,
    ...patch,
  };
}

export function finishedRow(patch: Partial<RequestRow> = {}): RequestRow {
  const at = patch.at ?? NOW;
  return requestRow({
    finished_at: at + 50,
    status: 200,
    end_reason: "complete",
    attempts: 1,
    ...patch,
  });
}

export function providerWith(patch: Partial<NewProvider> = {}): NewProvider {
  return {
    name: "vendor",
    protocol: "openai-completions",
    base_url: "https://vendor.example/v1",
    headers: null,
    keys: ["vendor-key-0123456789-abcd"],
    models: [{ public_id: "small", upstream_id: "small-2", price: priceOf(100) }],
    ...patch,
  };
}

export function priceOf(input: number): NewProvider["models"][number]["price"] {
  return {
    input_nano: input,
    output_nano: 2 * input,
    cached_nano: input / 2,
    rates_json: null,
    free: 0,
  };
}

/** An account with one key. */
export async function insertCustomer(
  store: Store,
): Promise<{ account: AccountRow; key: ApiKeyRow }> {
  const account = accountRow();
  const key = apiKeyRow({ account_id: account.id });
  await insertAccount(store, account);
  await insertApiKey(store, key);
  return { account, key };
}

export function ledgerEntry(patch: Partial<LedgerEntry>): LedgerEntry {
  return {
    at: NOW,
    account_id: "account",
    key_id: null,
    kind: "topup",
    source: "deposits",
    target: "available",
    amount_nano: 0,
    request_id: null,
    price_id: null,
    estimated: 0,
    note: null,
    ...patch,
  };
}

export function writeEntry(store: Store, patch: Partial<LedgerEntry>): void {
  store.writer.write(LEDGER_ENTRY, ledgerValues(ledgerEntry(patch)));
}

export function writeTopUp(store: Store, accountId: string, amount: number): void {
  writeEntry(store, { account_id: accountId, amount_nano: amount });
  store.writer.bump("account_balance", accountId, amount);
}

/** Opens a call and holds its money. */
export function writeOpen(store: Store, row: RequestRow): void {
  store.writer.write(OPEN_REQUEST, openRequestValues(row));
  const { at, account_id, key_id, id: request_id, reserved_nano: amount_nano } = row;
  const reserve = { kind: "reserve", source: "available", target: "held" };
  writeEntry(store, { at, account_id, key_id, request_id, amount_nano, ...reserve });
}

/** Closes an opened call that cost no more than was held. */
export function writeClose(store: Store, row: RequestRow): void {
  const { account_id, key_id, id: request_id, cost_nano, reserved_nano } = row;
  const at = row.finished_at ?? row.at;
  const common = { at, account_id, key_id, request_id, source: "held" };
  store.writer.write(CLOSE_REQUEST, closeRequestValues(row));
  writeEntry(store, { ...common, kind: "settle", target: "revenue", amount_nano: cost_nano });
  writeEntry(store, {
    ...common,
    kind: "release",
    target: "available",
    amount_nano: reserved_nano - cost_nano,
  });
  store.writer.bump("account_balance", account_id, -cost_nano);
  store.writer.bump("key_spent", key_id, cost_nano);
}
