/** A relay that remembers what it was asked and answers with the same things every time. */

import type { Account } from "../../src/contract/account.ts";
import type { CheckReport } from "../../src/contract/check.ts";
import type { Key } from "../../src/contract/key.ts";
import type { LedgerEntry } from "../../src/contract/ledger.ts";
import type { RelayManagement } from "../../src/contract/management.ts";
import type { Model } from "../../src/contract/model.ts";
import type { Provider } from "../../src/contract/provider.ts";
import type { RequestRow } from "../../src/contract/request.ts";

const AT = "2026-01-01T00:00:00.000Z";

export const account: Account = {
  id: "acc_1",
  name: "default",
  balance_nano: 5_000_000_000,
  balance_usd: "5.00",
  held_nano: 0,
  available_nano: 5_000_000_000,
  created_at: AT,
};

export const key: Key = {
  id: "k1",
  name: "first",
  account: "default",
  models: null,
  rpm: null,
  tpm: null,
  concurrency: null,
  limit_nano: null,
  limit_usd: null,
  spent_nano: 0,
  spent_usd: "0.00",
  expires_at: null,
  ips: null,
  cache_seconds: null,
  status: "active",
  created_at: AT,
  last_used_at: null,
};

const rates = {
  input_usd: "0.15",
  output_usd: "0.60",
  cached_usd: "0.15",
  cache_write_usd: "0.15",
  cache_write_1h_usd: "0.15",
  reasoning_usd: "0.60",
};
const price = { id: "prc_1", catalogue: null, ...rates, tiers: [] };
const target = {
  upstream_id: "small-1",
  priority: 0,
  weight: 1,
  free: false,
  price,
  health: { breaker: "closed" as const, retry_in_ms: 0, latency_ms: null },
};

export const provider: Provider = {
  name: "acme",
  protocol: "openai-completions",
  base_url: "https://api.acme.test/v1",
  keys: [{ id: "pk_1", tail: "wxyz", state: "ready", until: null }],
  headers: [],
  quirks: {},
  builtin: false,
  health: { state: "untried", latency_ms: null },
  model_count: 1,
  created_at: AT,
};

export const model: Model = {
  id: "small",
  alias_of: null,
  aliases: [],
  alias_count: 0,
  fallbacks: [],
  facts: null,
  targets: [{ provider: "acme", ...target }],
  target_count: 1,
};

const route = {
  name: "fast",
  alias_of: "small",
  fallbacks: [],
  missing: [],
  created_at: AT,
};

export const entry: LedgerEntry = {
  seq: 1,
  at: AT,
  account: "default",
  key: null,
  kind: "deposit",
  source: "deposits",
  target: "available",
  amount_nano: 5_000_000_000,
  amount_usd: "5.00",
  balance_nano: 5_000_000_000,
  request_id: null,
  price_id: null,
  estimated: false,
  note: null,
};

export const request: RequestRow = {
  id: "req_1",
  at: AT,
  key: "k1",
  key_name: "first",
  account: "default",
  endpoint: "/v1/chat/completions",
  model: "small",
  provider: "acme",
  upstream_model: "small-1",
  stream: false,
  status: 200,
  error_code: null,
  end_reason: "complete",
  prompt_tokens: 10,
  cached_tokens: 0,
  completion_tokens: 5,
  reasoning_tokens: 0,
  estimated: false,
  reserved_nano: 10_000,
  cost_nano: 4500,
  cost_usd: "0.0000045",
  price_id: "prc_1",
  attempts: 1,
  first_token_ms: 5,
  upstream_ms: 20,
  overhead_ms: 0.4,
  total_ms: 21,
  client_ip: "203.0.113.7",
  finished_at: AT,
};

export const report: CheckReport = {
  ok: false,
  url: "https://api.acme.test",
  summary: { message: "Nothing there.", sentence: null, params: {} },
  steps: [],
  endpoints: [],
  models: [],
};

const usageSums = {
  requests: 0,
  errors: 0,
  prompt_tokens: 0,
  cached_tokens: 0,
  completion_tokens: 0,
  reasoning_tokens: 0,
  cost_nano: 0,
  total_ms: null,
  overhead_ms: null,
  first_token_ms: null,
};

/** `calls` receives the name of each function and what it was given. */
export function fakeManagement(calls: unknown[][] = []): RelayManagement {
  const answer =
    <Result>(name: string, result: Result) =>
    async (...given: unknown[]): Promise<Result> => {
      calls.push([name, ...given]);
      return result;
    };
  const made = { ...key, key: "sk-parley-k1-secret" };
  return {
    accounts: {
      list: answer("accounts.list", { accounts: [account], next: null, total: 1 }),
      create: answer("accounts.create", account),
      get: answer("accounts.get", account),
      topUp: answer("accounts.topUp", { account, entry }),
      statement: answer("accounts.statement", {
        account: "default",
        month: "2026-01",
        opening_nano: 0,
        closing_nano: 0,
        spent_nano: 0,
        spent_usd: "0.00",
        kinds: [],
        models: [],
      }),
    },
    keys: {
      list: answer("keys.list", { keys: [key], next: null, total: 1 }),
      usage: answer("keys.usage", { step_ms: 3_600_000, times: [], keys: [] }),
      get: answer("keys.get", key),
      create: answer("keys.create", made),
      update: answer("keys.update", key),
      revoke: answer("keys.revoke", key),
      rotate: answer("keys.rotate", made),
    },
    providers: {
      list: answer("providers.list", {
        providers: [{ ...provider, key_count: 1 }],
        next: null,
        total: 1,
      }),
      models: answer("providers.models", {
        models: [{ id: "small", ...target }],
        next: null,
        total: 1,
      }),
      get: answer("providers.get", provider),
      add: answer("providers.add", provider),
      update: answer("providers.update", provider),
      remove: answer("providers.remove", undefined),
      test: answer("providers.test", { ok: true, checks: [] }),
      discover: answer("providers.discover", { version: "1", models: [] }),
    },
    models: {
      list: answer("models.list", { models: [model], next: null, total: 1 }),
      get: answer("models.get", model),
      place: answer("models.place", model),
    },
    routes: {
      list: answer("routes.list", { routes: [route], next: null, total: 1 }),
      set: answer("routes.set", route),
      remove: answer("routes.remove", undefined),
    },
    trace: answer("trace", {
      model: "small",
      resolved: "small",
      allowed: true,
      problems: [],
      candidates: [],
      left_out: [],
      hold_nano: 0,
      hold_usd: "0.00",
    }),
    catalogue: {
      list: answer("catalogue.list", {
        version: "1",
        source: "",
        total: 0,
        entries: [],
        next: null,
      }),
      update: answer("catalogue.update", {
        dry_run: false,
        format: "parley" as const,
        version_before: "1",
        version: "2",
        added: 0,
        removed: 0,
        repriced: 0,
        changed: 0,
        prices: [],
        models: [],
        skipped: [],
      }),
    },
    requests: {
      list: answer("requests.list", { requests: [request], next: null }),
      get: answer("requests.get", {
        ...request,
        usage: null,
        cost_lines: [],
        tries: [],
        entries: [entry],
        bodies: null,
      }),
    },
    usage: answer("usage", {
      bucket: "hour" as const,
      since: AT,
      until: AT,
      times: [],
      sums: usageSums,
      series: [],
    }),
    ledger: {
      entries: answer("ledger.entries", { entries: [entry], next: null }),
      verify: answer("ledger.verify", { accounts: 1, entries: 1, mismatches: 0, details: [] }),
    },
    offers: { list: answer("offers.list", []) },
    checks: { run: answer("checks.run", report) },
    presets: { list: answer("presets.list", []) },
    playground: { chat: answer("playground.chat", new Response()) },
  };
}
