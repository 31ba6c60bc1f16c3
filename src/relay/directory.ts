/**
 * Everything the hot path looks up, in memory: accounts, keys, providers and the models they serve. Management writes
 * the store first and then changes this; requests only read it.
 */

import { type AddressList, parseAddressList } from "../base/addresses.ts";
import { AppError } from "../base/errors.ts";
import { nearestOf } from "../base/nearest.ts";
import { sentence } from "../base/sentence.ts";
import type { Dialect } from "../llm/dialect.ts";
import { findDialect } from "../llm/dialects/index.ts";
import { makePassedHeaders } from "../llm/passed-headers.ts";
import { mergeQuirks, type Quirks } from "../llm/quirks.ts";
import type { AccountRow } from "../store/accounts.ts";
import type { ApiKeyRow } from "../store/api-keys.ts";
import type { PriceRow, StoredProvider } from "../store/providers.ts";
import type { CatalogueEntry } from "./catalogue/entry.ts";
import { Limits } from "./limits.ts";
import { ModelFacts } from "./model-facts.ts";
import { type Price, readPrice } from "./pricing.ts";
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

/** What a key may ask for. */
export type KeyScope = Pick<ApiKey, "models">;

export interface Provider {
  readonly id: string;
  readonly name: string;
  readonly protocol: string;
  readonly dialect: Dialect;
  readonly baseUrl: string;
  /** What to send with each vendor key, or without one. `client`: of a client of the same dialect; it passes some on. */
  headersFor(vendorKey: string | undefined, client?: Headers): Readonly<Record<string, string>>;
  /** Plain vendor keys in their order; empty for a vendor that needs none. */
  readonly keys: readonly string[];
  /** Undefined: as its dialect has it. */
  readonly quirks: Quirks | undefined;
  /** What the catalogue in force knows about a model here; undefined: nothing. */
  findFacts(upstreamId: string): CatalogueEntry | undefined;
  readonly builtin: boolean;
  readonly stored: StoredProvider;
}

/** One way to serve a public model name. */
export interface Target {
  readonly provider: Provider;
  readonly publicId: string;
  readonly upstreamId: string;
  readonly price: Price;
  /** Lower ones are tried first. */
  readonly priority: number;
  /** Share of the calls among targets of the same priority. */
  readonly weight: number;
}

/** A name that stands for another, or what to try when every target of a model failed. */
export interface Route {
  readonly name: string;
  /** Null: the name is a model's own. */
  readonly aliasOf: string | null;
  readonly fallbacks: readonly string[];
  readonly createdAt: number;
}

interface ModelIndex {
  /** Public model name to the ways to serve it, in the order their providers were added. */
  readonly models: ReadonlyMap<string, readonly Target[]>;
  /** Names that end in `*`, longest first. */
  readonly wildcards: readonly string[];
}

export class Directory {
  readonly accounts = new Map<string, Account>();
  readonly keys = new Map<string, ApiKey>();
  readonly providers = new Map<string, Provider>();
  readonly facts = new ModelFacts();
  /** Undefined: a provider has changed since, and nobody has asked yet. */
  #index: ModelIndex | undefined;
  routes: ReadonlyMap<string, Route> = new Map();
  /** Another one after every change of a model or a route: what is derived from them holds until then. */
  revision = 0;
  readonly #learned = new Map<string, Quirks>();

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
      quirks: stored.quirks_json === null ? undefined : (JSON.parse(stored.quirks_json) as Quirks),
      findFacts: (upstreamId) => this.facts.find(upstreamId, stored),
      builtin,
      stored,
    };
    this.providers.set(stored.name, provider);
    this.#forgetIndex();
    return provider;
  }

  removeProvider(name: string): void {
    this.providers.delete(name);
    this.#forgetIndex();
  }

  #forgetIndex(): void {
    this.#index = undefined;
    this.revision++;
  }

  /** Made when it is asked for: a start with many providers makes it once. */
  get #indexed(): ModelIndex {
    return (this.#index ??= indexModels(this.providers.values()));
  }

  /** What to do differently for a target: its provider's quirks and what its refusals taught; undefined: nothing. */
  quirksOf(target: Target): Quirks | undefined {
    const own = target.provider.quirks;
    const learned = this.#learned.size === 0 ? undefined : this.#learned.get(quirkName(target));
    return own && learned ? mergeQuirks(own, learned) : (own ?? learned);
  }

  /** Remembers what a refusal taught. Gives everything now known of the target, to be stored. */
  learn(providerId: string, upstreamId: string, quirks: Quirks): Quirks {
    const name = `${providerId}\0${upstreamId}`;
    const known = this.#learned.get(name);
    const merged = known ? mergeQuirks(known, quirks) : quirks;
    this.#learned.set(name, merged);
    return merged;
  }

  setRoutes(routes: readonly Route[]): void {
    this.routes = new Map(routes.map((route) => [route.name, route]));
    this.revision++;
  }

  /** True if a provider serves the very name, so that an alias of the same name would be without effect. */
  isServed(name: string): boolean {
    return this.#indexed.models.has(name);
  }

  /** All public names with their targets, aliases included, wildcards as they are written; with a key, only its own. */
  models(key?: KeyScope): [id: string, targets: readonly Target[]][] {
    const aliases = [...this.routes.values()].flatMap(({ name, aliasOf }): [string, Target[]][] => {
      const targets = aliasOf === null ? undefined : this.find(aliasOf);
      return targets ? [[name, [...targets]]] : [];
    });
    return [...this.#indexed.models, ...aliases].filter(
      ([id]) => key === undefined || mayUse(key, id),
    );
  }

  /** The targets of a name, lowest priority number first: its own, an alias's, or a wildcard's; undefined: none. */
  find(model: string): readonly Target[] | undefined {
    const { models } = this.#indexed;
    const own = models.get(model);
    if (own) return own;
    const aliasOf = this.routes.get(model)?.aliasOf;
    if (aliasOf) return models.get(aliasOf) ?? this.#findWildcard(aliasOf);
    return this.#findWildcard(model);
  }

  #findWildcard(model: string): readonly Target[] | undefined {
    const { models, wildcards } = this.#indexed;
    const pattern = wildcards.find((id) => model.startsWith(id.slice(0, -1)));
    if (pattern === undefined) return undefined;
    const rest = model.slice(pattern.length - 1);
    return models.get(pattern)?.map((target) => ({
      ...target,
      publicId: model,
      upstreamId: target.upstreamId.replace("*", () => rest),
    }));
  }

  /** The ways to serve a model for a key. Throws AppError("model_not_found"), alike for unknown and forbidden. */
  targets(key: KeyScope, model: string): readonly Target[] {
    const targets = mayUse(key, model) ? this.find(model) : undefined;
    if (targets) return targets;
    const close = nearestOf(
      model,
      this.models(key).map(([id]) => id),
      3,
    );
    throw new AppError(
      "model_not_found",
      close.length > 0
        ? sentence("model_misspelt", {
            model: model.slice(0, 200),
            close: close.map((id) => `\`${id}\``).join(", "),
          })
        : sentence("model_unknown", { model: model.slice(0, 200) }),
      { param: "model" },
    );
  }
}

function indexModels(providers: Iterable<Provider>): ModelIndex {
  const models = new Map<string, Target[]>();
  for (const provider of providers) {
    for (const model of provider.stored.models) {
      const target: Target = {
        provider,
        publicId: model.public_id,
        upstreamId: model.upstream_id,
        price: priceOf(model.price),
        priority: model.priority,
        weight: model.weight,
      };
      const others = models.get(model.public_id);
      if (others) others.push(target);
      else models.set(model.public_id, [target]);
    }
  }
  for (const targets of models.values()) targets.sort((a, b) => a.priority - b.priority);
  const wildcards = [...models.keys()].filter((id) => id.endsWith("*"));
  return { models, wildcards: wildcards.toSorted((a, b) => b.length - a.length) };
}

const prices = new WeakMap<PriceRow, Price>();

/** A stored price is read once, however often its provider changes. */
function priceOf(row: PriceRow): Price {
  const known = prices.get(row);
  if (known) return known;
  const price = readPrice(row);
  prices.set(row, price);
  return price;
}

/** Made once per key: the same object each time lets the upstream call keep what it derives from it. */
function headersByKey(dialect: Dialect, { keys, headers }: StoredProvider): Provider["headersFor"] {
  const plain = headers ?? {};
  const { passedHeaders: passed = [] } = dialect;
  const prepare = (headers: Readonly<Record<string, string>>) => ({
    headers,
    pass: makePassedHeaders({ headers, own: plain, passed }),
  });
  const keyless = prepare(plain);
  const byKey = new Map(
    keys.map(({ key }) => [key, prepare({ ...dialect.authHeaders(key), ...plain })]),
  );
  return (vendorKey, client) => {
    const known = vendorKey === undefined ? keyless : (byKey.get(vendorKey) ?? keyless);
    return client === undefined ? known.headers : known.pass(client);
  };
}

const NOWHERE: AddressList = { has: () => false };

function quirkName(target: Target): string {
  return `${target.provider.id}\0${target.upstreamId}`;
}

/** A key's list may hold names and patterns that end in `*`. */
export function mayUse(key: KeyScope, model: string): boolean {
  if (key.models === null || key.models.has(model)) return true;
  for (const name of key.models)
    if (name.endsWith("*") && model.startsWith(name.slice(0, -1))) return true;
  return false;
}
