/**
 * Everything the hot path looks up, in memory: accounts, keys, providers and the models they serve. Management writes
 * the store first and then changes this; requests only read it.
 */

import { type AddressList, parseAddressList } from "../base/addresses.ts";
import { AppError } from "../base/errors.ts";
import { nearestOf } from "../base/nearest.ts";
import type { Dialect } from "../llm/dialect.ts";
import { findDialect } from "../llm/dialects/index.ts";
import type { AccountRow } from "../store/accounts.ts";
import type { ApiKeyRow } from "../store/api-keys.ts";
import type { StoredProvider } from "../store/providers.ts";
import { Limits } from "./limits.ts";
import type { Price } from "./pricing.ts";
import { type Budget, Wallet } from "./wallet.ts";

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  readonly wallet: Wallet;
}

/** A key as the hot path needs it. `row` is the stored form; edits replace it. */
export interface ApiKey {
  row: ApiKeyRow;
  /** `row.hash` as bytes. */
  hash: Uint8Array;
  readonly account: Account;
  readonly limits: Limits;
  readonly budget: Budget;
  /** Null: every model. */
  models: ReadonlySet<string> | null;
  /** Null: every address. */
  addresses: AddressList | null;
  lastUsedAt: number | null;
}

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly protocol: string;
  readonly dialect: Dialect;
  readonly baseUrl: string;
  /** What to send with each vendor key, or without one. */
  headersFor(vendorKey: string | undefined): Readonly<Record<string, string>>;
  /** Plain vendor keys in their order; empty for a vendor that needs none. */
  readonly keys: readonly string[];
  readonly builtin: boolean;
  readonly stored: StoredProvider;
}

/** One way to serve a public model name. */
export interface Target {
  readonly provider: Provider;
  readonly publicId: string;
  readonly upstreamId: string;
  readonly price: Price;
}

export class Directory {
  readonly accounts = new Map<string, Account>();
  readonly keys = new Map<string, ApiKey>();
  readonly providers = new Map<string, Provider>();
  /** Public model name to the ways to serve it, in the order their providers were added. */
  #models = new Map<string, Target[]>();

  addAccount(row: AccountRow): Account {
    const account: Account = {
      id: row.id,
      name: row.name,
      createdAt: row.created_at,
      wallet: new Wallet(row.balance_nano),
    };
    this.accounts.set(row.id, account);
    return account;
  }

  findAccount(name: string): Account | undefined {
    for (const account of this.accounts.values()) if (account.name === name) return account;
    return undefined;
  }

  addKey(row: ApiKeyRow, now: number): ApiKey {
    const account = this.accounts.get(row.account_id);
    if (!account) throw new Error(`key ${row.id} names an account that does not exist`);
    const key: ApiKey = {
      row,
      hash: new Uint8Array(),
      account,
      limits: new Limits(row, now),
      budget: { limit: row.limit_nano, spent: row.spent_nano, held: 0 },
      models: null,
      addresses: null,
      lastUsedAt: row.last_used_at,
    };
    this.changeKey(key, row, now);
    this.keys.set(row.id, key);
    return key;
  }

  changeKey(key: ApiKey, row: ApiKeyRow, now: number): void {
    key.row = row;
    key.hash = Buffer.from(row.hash, "hex");
    key.limits.change(row, now);
    key.budget.limit = row.limit_nano;
    key.models = row.models_json === null ? null : new Set(JSON.parse(row.models_json) as string[]);
    key.addresses =
      row.ips_json === null
        ? null
        : (parseAddressList(JSON.parse(row.ips_json) as string[]) ?? NOWHERE);
  }

  setProvider(stored: StoredProvider, builtin = false): Provider {
    const dialect = findDialect(stored.protocol);
    const provider: Provider = {
      id: stored.id,
      name: stored.name,
      protocol: stored.protocol,
      dialect,
      baseUrl: stored.base_url,
      headersFor: headersByKey(dialect, stored),
      keys: stored.keys.map((key) => key.key),
      builtin,
      stored,
    };
    this.providers.set(stored.name, provider);
    this.#indexModels();
    return provider;
  }

  removeProvider(name: string): void {
    this.providers.delete(name);
    this.#indexModels();
  }

  #indexModels(): void {
    const models = new Map<string, Target[]>();
    for (const provider of this.providers.values()) {
      for (const model of provider.stored.models) {
        const target: Target = {
          provider,
          publicId: model.public_id,
          upstreamId: model.upstream_id,
          price: {
            id: model.price.id,
            input: model.price.input_nano,
            output: model.price.output_nano,
            cached: model.price.cached_nano,
            free: model.price.free === 1,
          },
        };
        const others = models.get(model.public_id);
        if (others) others.push(target);
        else models.set(model.public_id, [target]);
      }
    }
    this.#models = models;
  }

  /** All public models with their targets; with a key, only those it may use. */
  models(key?: ApiKey): [id: string, targets: readonly Target[]][] {
    return [...this.#models].filter(([id]) => key === undefined || mayUse(key, id));
  }

  /** The ways to serve a model for a key. Throws AppError("model_not_found"), alike for unknown and forbidden. */
  targets(key: ApiKey, model: string): readonly Target[] {
    const targets = mayUse(key, model) ? this.#models.get(model) : undefined;
    if (targets) return targets;
    const close = nearestOf(
      model,
      this.models(key).map(([id]) => id),
      3,
    );
    throw new AppError(
      "model_not_found",
      `The model \`${model.slice(0, 200)}\` does not exist or this key may not use it.` +
        (close.length > 0
          ? ` Did you mean ${close.map((id) => `\`${id}\``).join(" or ")}?`
          : " GET /v1/models lists what there is."),
      { param: "model" },
    );
  }
}

/** Made once per key: the same object each time lets the upstream call keep what it derives from it. */
function headersByKey(dialect: Dialect, { keys, headers }: StoredProvider): Provider["headersFor"] {
  const plain = headers ?? {};
  const byKey = new Map(keys.map(({ key }) => [key, { ...dialect.authHeaders(key), ...plain }]));
  return (vendorKey) => (vendorKey === undefined ? plain : (byKey.get(vendorKey) ?? plain));
}

const NOWHERE: AddressList = { has: () => false };

function mayUse(key: ApiKey, model: string): boolean {
  return key.models === null || key.models.has(model);
}
