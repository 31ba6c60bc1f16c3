/** API keys: made, changed, rotated, revoked. The secret leaves once, when it is made. */

import { AppError } from "../../base/errors.ts";
import { formatUsd } from "../../base/money.ts";
import { sentence } from "../../base/sentence.ts";
import type {
  Key,
  KeyCreated,
  KeyFilter,
  KeyInput,
  KeyList,
  KeyPatch,
} from "../../contract/key.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { usdToNano } from "../../contract/money.ts";
import {
  type ApiKeyPatch,
  type ApiKeyRow,
  insertApiKey,
  updateApiKey,
} from "../../store/api-keys.ts";
import { makeApiKey } from "../api-key.ts";
import type { RelayContext } from "../context.ts";
import type { Account, ApiKey } from "../directory.ts";
import { createAccount, getAccount } from "./accounts.ts";
import { makeKeyUsage } from "./key-usage.ts";
import { pageById } from "./paging.ts";

export const DEFAULT_ACCOUNT = "default";

export function makeKeys(context: RelayContext): RelayManagement["keys"] {
  const { directory, clock, store } = context;

  async function change(id: string, patch: ApiKeyPatch): Promise<ApiKey> {
    const key = getKey(context, id);
    await updateApiKey(store, id, patch);
    directory.changeKey(key, { ...key.row, ...patch }, clock.now());
    return key;
  }

  return {
    list: async (filter = {}) => listKeys([...directory.keys.values()], filter, clock.now()),
    usage: makeKeyUsage(context),
    get: async (id) => viewKey(getKey(context, id), clock.now()),
    async create(input): Promise<KeyCreated> {
      const now = clock.now();
      const account = await accountFor(context, input);
      const made = makeApiKey();
      const row: ApiKeyRow = {
        id: made.id,
        account_id: account.id,
        name: input.name,
        hash: made.hash,
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
        created_at: now,
        cache_seconds: null,
        last_used_at: null,
        ...limitColumns(input),
      };
      await insertApiKey(store, row);
      return { ...viewKey(directory.addKey(row, now), now), key: made.key };
    },
    async update(id, patch) {
      const { row } = getKey(context, id);
      if (row.revoked_at !== null) throw new AppError("conflict", sentence("key_over", { id }));
      const disabled =
        patch.disabled === undefined
          ? {}
          : { disabled_at: patch.disabled ? (row.disabled_at ?? clock.now()) : null };
      const name = patch.name === undefined ? {} : { name: patch.name };
      return viewKey(
        await change(id, { ...limitColumns(patch), ...disabled, ...name }),
        clock.now(),
      );
    },
    async revoke(id) {
      const { row } = getKey(context, id);
      return viewKey(await change(id, { revoked_at: row.revoked_at ?? clock.now() }), clock.now());
    },
    async rotate(id): Promise<KeyCreated> {
      if (getKey(context, id).row.revoked_at !== null) {
        throw new AppError("conflict", sentence("key_over", { id }));
      }
      const made = makeApiKey(id);
      return { ...viewKey(await change(id, { hash: made.hash }), clock.now()), key: made.key };
    },
  };
}

async function accountFor(context: RelayContext, input: KeyInput): Promise<Account> {
  if (input.account !== undefined) return getAccount(context, input.account);
  return context.directory.findAccount(DEFAULT_ACCOUNT) ?? createAccount(context, DEFAULT_ACCOUNT);
}

/** Absent stays absent, null clears. */
function limitColumns(input: KeyInput | KeyPatch): ApiKeyPatch {
  return {
    ...(input.models === undefined ? {} : { models_json: asJson(input.models) }),
    ...(input.rpm === undefined ? {} : { rpm: input.rpm }),
    ...(input.tpm === undefined ? {} : { tpm: input.tpm }),
    ...(input.concurrency === undefined ? {} : { concurrency: input.concurrency }),
    ...(input.limit_usd === undefined
      ? {}
      : { limit_nano: input.limit_usd === null ? null : usdToNano(input.limit_usd, "limit_usd") }),
    ...(input.expires_at === undefined
      ? {}
      : { expires_at: input.expires_at === null ? null : Date.parse(input.expires_at) }),
    ...(input.ips === undefined ? {} : { ips_json: asJson(input.ips) }),
    ...(input.cache_seconds === undefined ? {} : { cache_seconds: input.cache_seconds }),
  };
}

function asJson(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

function getKey(context: RelayContext, id: string): ApiKey {
  const key = context.directory.keys.get(id);
  if (!key) throw new AppError("not_found", sentence("no_key", { id }));
  return key;
}

function listKeys(all: readonly ApiKey[], filter: KeyFilter, now: number): KeyList {
  const { rows, next, total } = pageById(
    {
      all: filter.order === "newest" ? all.toReversed() : all,
      isWanted: ({ row, account }) =>
        (filter.account === undefined || account.name === filter.account) &&
        (filter.status === undefined || statusOf(row, now) === filter.status),
      idOf: ({ row }) => row.id,
      nameOf: ({ row }) => row.name,
      textOf: ({ row }) => `${row.name}\n${row.id}`,
    },
    filter,
  );
  return { keys: rows.map((key) => viewKey(key, now)), next, total };
}

function viewKey(key: ApiKey, now: number): Key {
  const { row, budget } = key;
  return {
    id: row.id,
    name: row.name,
    account: key.account.name,
    models: row.models_json === null ? null : (JSON.parse(row.models_json) as string[]),
    rpm: row.rpm,
    tpm: row.tpm,
    concurrency: row.concurrency,
    limit_nano: row.limit_nano,
    limit_usd: row.limit_nano === null ? null : formatUsd(row.limit_nano),
    spent_nano: budget.spent,
    spent_usd: formatUsd(budget.spent),
    expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    ips: row.ips_json === null ? null : (JSON.parse(row.ips_json) as string[]),
    cache_seconds: row.cache_seconds,
    status: statusOf(row, now),
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: key.lastUsedAt === null ? null : new Date(key.lastUsedAt).toISOString(),
  };
}

export function statusOf(row: ApiKeyRow, now: number): Key["status"] {
  if (row.revoked_at !== null) return "revoked";
  if (row.disabled_at !== null) return "disabled";
  return row.expires_at !== null && row.expires_at <= now ? "expired" : "active";
}
