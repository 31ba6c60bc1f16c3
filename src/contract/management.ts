/**
 * What the relay gives to its management routes. The relay implements it, `src/relay/manage/` puts it on HTTP.
 *
 * Inputs were checked by their schemas. Every function may throw AppError: `not_found` for a name or id that does not
 * exist, `conflict` for one that is taken, `invalid_request` for what only the relay can know.
 */

import type {
  Account,
  AccountFilter,
  AccountInput,
  AccountList,
  TopUp,
  TopUpInput,
} from "./account.ts";
import type {
  CatalogueFilter,
  CatalogueInput,
  CataloguePage,
  CatalogueUpdate,
} from "./catalogue.ts";
import type { CheckInput, CheckReport, CheckWatch } from "./check.ts";
import type { Key, KeyCreated, KeyFilter, KeyInput, KeyList, KeyPatch, KeyUsage } from "./key.ts";
import type { LedgerFilter, LedgerPage, LedgerVerify } from "./ledger.ts";
import type { Model, ModelFilter, ModelList, TargetsInput } from "./model.ts";
import type { Offer } from "./offer.ts";
import type { PlaygroundInput } from "./playground.ts";
import type { Preset } from "./preset.ts";
import type {
  Discovery,
  Provider,
  ProviderFilter,
  ProviderInput,
  ProviderList,
  ProviderModelFilter,
  ProviderModelList,
  ProviderPatch,
  ProviderTest,
} from "./provider.ts";
import type { RequestDetail, RequestFilter, RequestPage } from "./request.ts";
import type { Route, RouteFilter, RouteInput, RouteList, Trace, TraceInput } from "./routing.ts";
import type { Statement, StatementFilter, Usage, UsageFilter } from "./usage.ts";

export interface RelayManagement {
  readonly accounts: {
    list(filter?: AccountFilter): Promise<AccountList>;
    create(input: AccountInput): Promise<Account>;
    get(name: string): Promise<Account>;
    topUp(name: string, input: TopUpInput): Promise<TopUp>;
    statement(name: string, filter: StatementFilter): Promise<Statement>;
  };
  readonly keys: {
    list(filter?: KeyFilter): Promise<KeyList>;
    usage(ids: readonly string[]): Promise<KeyUsage>;
    get(id: string): Promise<Key>;
    create(input: KeyInput): Promise<KeyCreated>;
    update(id: string, patch: KeyPatch): Promise<Key>;
    /** Final. Revoking a revoked key answers with the key as it is. */
    revoke(id: string): Promise<Key>;
    /** A new secret for the same key; the old one stops working at once. */
    rotate(id: string): Promise<KeyCreated>;
  };
  readonly providers: {
    list(filter?: ProviderFilter): Promise<ProviderList>;
    get(name: string): Promise<Provider>;
    models(name: string, filter?: ProviderModelFilter): Promise<ProviderModelList>;
    add(input: ProviderInput): Promise<Provider>;
    update(name: string, patch: ProviderPatch): Promise<Provider>;
    remove(name: string): Promise<void>;
    /** A failed check is an answer, not an error. */
    test(name: string): Promise<ProviderTest>;
    /** Throws AppError("upstream_error") when the vendor gives no list. */
    discover(name: string): Promise<Discovery>;
  };
  readonly models: {
    list(filter?: ModelFilter): Promise<ModelList>;
    /** An alias, or a name that a pattern serves, too. */
    get(id: string): Promise<Model>;
    place(id: string, input: TargetsInput): Promise<Model>;
  };
  readonly routes: {
    list(filter?: RouteFilter): Promise<RouteList>;
    set(name: string, input: RouteInput): Promise<Route>;
    remove(name: string): Promise<void>;
  };
  /** Tries nothing and changes nothing. */
  trace(input: TraceInput): Promise<Trace>;
  readonly catalogue: {
    list(filter: CatalogueFilter): Promise<CataloguePage>;
    update(input: CatalogueInput): Promise<CatalogueUpdate>;
  };
  readonly requests: {
    list(filter: RequestFilter): Promise<RequestPage>;
    get(id: string): Promise<RequestDetail>;
  };
  usage(filter: UsageFilter): Promise<Usage>;
  readonly ledger: {
    entries(filter: LedgerFilter): Promise<LedgerPage>;
    verify(): Promise<LedgerVerify>;
  };
  readonly offers: {
    list(): Promise<Offer[]>;
  };
  readonly checks: {
    /** Tries an endpoint that is no provider yet. One that does not work is an answer, not an error. */
    run(input: CheckInput, watch?: CheckWatch): Promise<CheckReport>;
  };
  readonly playground: {
    /**
     * Asks a model on behalf of a key, as its holder would: its limits, its models, its bill. Throws
     * AppError("invalid_request") for a key that may not be used; what the relay itself refuses is a Response.
     */
    chat(
      input: PlaygroundInput,
      caller: { readonly address: string; readonly signal: AbortSignal },
    ): Promise<Response>;
  };
  readonly presets: {
    list(): Promise<Preset[]>;
  };
}
