/**
 * The relay's tables. `requests` and `ledger_entries` carry no foreign keys: they are written on the hot path and
 * outlive the providers, keys and prices they name.
 */

import { acts, people } from "./0001-relay-people.ts";
import type { EngineWords, Migration } from "./migration.ts";

export const relay: Migration = {
  name: "0001-relay",
  statements: (words) => [
    ...people(words),
    ...acts(words),
    ...money(words),
    ...vendors(words),
    ...log(words),
  ],
};

function money({ text, int, sequence, byKey, only }: EngineWords): string[] {
  return [
    `create table accounts (
      id ${text} primary key,
      name ${text} not null unique,
      balance_nano ${int} not null,
      created_at ${int} not null
    ) ${byKey}`,
    `create table api_keys (
      id ${text} primary key,
      account_id ${text} not null references accounts (id),
      name ${text} not null,
      hash ${text} not null unique,
      models_json ${text},
      rpm ${int},
      tpm ${int},
      concurrency ${int},
      limit_nano ${int},
      spent_nano ${int} not null,
      expires_at ${int},
      ips_json ${text},
      disabled_at ${int},
      revoked_at ${int},
      created_at ${int} not null,
      cache_seconds ${int},
      last_used_at ${int}
    ) ${byKey}`,
    `create index api_keys_account on api_keys (account_id)`,
    `create table ledger_entries (
      seq ${sequence},
      at ${int} not null,
      account_id ${text} not null,
      key_id ${text},
      kind ${text} not null,
      source ${text} not null,
      target ${text} not null,
      amount_nano ${int} not null,
      request_id ${text},
      price_id ${text},
      estimated ${int} not null default 0,
      note ${text}
    )`,
    `create index ledger_entries_account on ledger_entries (account_id, seq)`,
    // A batch whose answer was lost with the connection is sent again: its id makes the second copy fail. A batch of a
    // process that no longer owns the database, still on its way when that died, fails for want of its owner.
    ...only("postgres", [
      `create table writer_owners (id ${text} primary key)`,
      `create table writer_batches (
        id ${text} primary key,
        at ${int} not null,
        owner ${text} references writer_owners (id) on delete cascade
      )`,
    ]),
  ];
}

function vendors({ text, int }: EngineWords): string[] {
  return [
    `create table providers (
      id ${text} primary key,
      name ${text} not null unique,
      protocol ${text} not null,
      base_url ${text} not null,
      headers_cipher ${text},
      quirks_json ${text},
      created_at ${int} not null,
      updated_at ${int} not null
    )`,
    `create table provider_keys (
      id ${text} primary key,
      provider_id ${text} not null references providers (id) on delete cascade,
      position ${int} not null,
      cipher ${text} not null,
      tail ${text} not null,
      created_at ${int} not null
    )`,
    `create index provider_keys_provider on provider_keys (provider_id)`,
    `create table prices (
      id ${text} primary key,
      provider ${text} not null,
      model ${text} not null,
      input_nano ${int} not null,
      output_nano ${int} not null,
      cached_nano ${int} not null,
      rates_json ${text},
      free ${int} not null,
      created_at ${int} not null
    )`,
    `create table models (
      id ${text} primary key,
      provider_id ${text} not null references providers (id) on delete cascade,
      public_id ${text} not null,
      upstream_id ${text} not null,
      price_id ${text} not null references prices (id),
      priority ${int} not null default 0,
      weight ${int} not null default 1,
      position ${int} not null,
      created_at ${int} not null,
      unique (provider_id, public_id)
    )`,
    `create table model_routes (
      name ${text} primary key,
      alias_of ${text},
      fallbacks_json ${text} not null,
      created_at ${int} not null
    )`,
    `create table learned_quirks (
      provider_id ${text} not null references providers (id) on delete cascade,
      upstream_id ${text} not null,
      quirks_json ${text} not null,
      at ${int} not null,
      primary key (provider_id, upstream_id)
    )`,
  ];
}

function log({ text, int, real, byKey }: EngineWords): string[] {
  return [
    `create table requests (
      id ${text} primary key,
      at ${int} not null,
      finished_at ${int},
      key_id ${text} not null,
      account_id ${text} not null,
      endpoint ${text} not null,
      model ${text} not null,
      provider ${text},
      upstream_model ${text},
      stream ${int} not null,
      status ${int},
      error_code ${text},
      end_reason ${text},
      prompt_tokens ${int} not null default 0,
      cached_tokens ${int} not null default 0,
      completion_tokens ${int} not null default 0,
      reasoning_tokens ${int} not null default 0,
      usage_json ${text},
      estimated ${int} not null default 0,
      reserved_nano ${int} not null,
      cost_nano ${int} not null default 0,
      price_id ${text},
      attempts ${int} not null default 0,
      attempts_json ${text},
      first_token_ms ${real},
      upstream_ms ${real},
      overhead_ms ${real},
      total_ms ${real},
      client_ip ${text}
    ) ${byKey}`,
    `create index requests_open on requests (at, id) where finished_at is null`,
    // One index serves every filter of the log. It grows at its end only, where an index per key or model would touch
    // a page for each of them in every commit; looking through all of it takes 0.1 s at a million rows.
    `create index requests_log on requests (at, id, key_id, account_id, model, provider, status)`,
    `create table request_bodies (
      request_id ${text} primary key,
      request_text ${text} not null,
      response_text ${text} not null
    )`,
    `create table kept_answers (
      key_id ${text} not null,
      name ${text} not null,
      body_hash ${text} not null,
      request_id ${text} not null,
      content_type ${text} not null,
      answer ${text} not null,
      expires_at ${int} not null,
      primary key (key_id, name)
    )`,
    `create index kept_answers_expiry on kept_answers (expires_at)`,
  ];
}
