// Made by `npm run docs` from the routes of the management API. Do not edit.

import type { Account, AccountInput, AccountList, TopUp, TopUpInput } from "../../../src/contract/account.ts";
import type { AuditPage } from "../../../src/contract/audit.ts";
import type { Backup, BackupInput } from "../../../src/contract/backup.ts";
import type { CatalogueInput, CataloguePage, CatalogueUpdate } from "../../../src/contract/catalogue.ts";
import type { CheckInput, CheckReport } from "../../../src/contract/check.ts";
import type { Key, KeyCreated, KeyInput, KeyList, KeyPatch, KeyUsage } from "../../../src/contract/key.ts";
import type { LedgerPage, LedgerVerify } from "../../../src/contract/ledger.ts";
import type { Member, MemberInput, MemberInvited, MemberList, MemberPatch } from "../../../src/contract/member.ts";
import type { Model, ModelList, TargetsInput } from "../../../src/contract/model.ts";
import type { OfferList } from "../../../src/contract/offer.ts";
import type { PresetList } from "../../../src/contract/preset.ts";
import type { Discovery, Provider, ProviderInput, ProviderList, ProviderModelList, ProviderPatch, ProviderTest } from "../../../src/contract/provider.ts";
import type { RequestDetail, RequestPage } from "../../../src/contract/request.ts";
import type { Route, RouteInput, RouteList, Trace, TraceInput } from "../../../src/contract/routing.ts";
import type { JoinInput, PasswordInput, ProfileInput, Session, SetupInput, SetupState, SignInInput } from "../../../src/contract/session.ts";
import type { Retention, RetentionPatch, Settings } from "../../../src/contract/settings.ts";
import type { TokenCreated, TokenInput, TokenList } from "../../../src/contract/token.ts";
import type { Statement, Usage } from "../../../src/contract/usage.ts";

export interface Operations {
  /** Tell whether this Parley still needs an owner, and whether the caller is signed in */
  "GET /api/setup": { answer: SetupState };
  /** Become the owner with the setup code, and sign in */
  "POST /api/setup": { body: SetupInput; answer: Session };
  /** Show who is signed in */
  "GET /api/session": { answer: Session };
  /** Sign in */
  "POST /api/session": { body: SignInInput; answer: Session };
  /** Change my name */
  "PATCH /api/session": { body: ProfileInput; answer: Session };
  /** Sign out */
  "DELETE /api/session": { answer: undefined };
  /** Choose a password with an invitation, and sign in */
  "POST /api/join": { body: JoinInput; answer: Session };
  /** Change the password; every other session ends */
  "POST /api/session/password": { body: PasswordInput; answer: Session };
  /** List my access tokens */
  "GET /api/tokens": { answer: TokenList };
  /** Make an access token */
  "POST /api/tokens": { body: TokenInput; answer: TokenCreated };
  /** Revoke an access token */
  "DELETE /api/tokens/{id}": { params: { id: string }; answer: undefined };
  /** List the members */
  "GET /api/members": { answer: MemberList };
  /** Invite a member */
  "POST /api/members": { body: MemberInput; answer: MemberInvited };
  /** Show a member */
  "GET /api/members/{id}": { params: { id: string }; answer: Member };
  /** Change a member's name or role */
  "PATCH /api/members/{id}": { params: { id: string }; body: MemberPatch; answer: Member };
  /** Remove a member, with sessions and access tokens */
  "DELETE /api/members/{id}": { params: { id: string }; answer: undefined };
  /** Make a new link to choose a password */
  "POST /api/members/{id}/invite": { params: { id: string }; answer: MemberInvited };
  /** Show the settings in force, without secrets */
  "GET /api/settings": { answer: Settings };
  /** Show what is kept, and for how long */
  "GET /api/settings/retention": { answer: Retention };
  /** Change what is kept, and for how long */
  "PATCH /api/settings/retention": { body: RetentionPatch; answer: Retention };
  /** Make a backup */
  "POST /api/backup": { body: BackupInput; answer: Backup };
  /** List administrative acts, newest first */
  "GET /api/audit": { query?: { limit?: number | undefined; before?: string | undefined; actor?: string | undefined; area?: string | undefined; target?: string | undefined; outcome?: "done" | "refused" | undefined; since?: string | undefined; until?: string | undefined }; answer: AuditPage };
  /** List the accounts */
  "GET /api/relay/accounts": { query?: { search?: string | undefined; limit?: number | undefined; before?: string | undefined }; answer: AccountList };
  /** Open an account */
  "POST /api/relay/accounts": { body: AccountInput; answer: Account };
  /** Show an account */
  "GET /api/relay/accounts/{name}": { params: { name: string }; answer: Account };
  /** Add money to an account */
  "POST /api/relay/accounts/{name}/topup": { params: { name: string }; body: TopUpInput; answer: TopUp };
  /** What an account paid in a month */
  "GET /api/relay/accounts/{name}/statements": { params: { name: string }; query?: { month?: string | undefined }; answer: Statement };
  /** List the keys */
  "GET /api/relay/keys": { query?: { account?: string | undefined; status?: "active" | "disabled" | "expired" | "revoked" | undefined; search?: string | undefined; order?: "oldest" | "newest" | undefined; limit?: number | undefined; before?: string | undefined }; answer: KeyList };
  /** Make a key */
  "POST /api/relay/keys": { body: KeyInput; answer: KeyCreated };
  /** Count the calls of some keys, hour by hour */
  "GET /api/relay/keys/usage": { query: { ids: string }; answer: KeyUsage };
  /** Show a key */
  "GET /api/relay/keys/{id}": { params: { id: string }; answer: Key };
  /** Change a key */
  "PATCH /api/relay/keys/{id}": { params: { id: string }; body: KeyPatch; answer: Key };
  /** Revoke a key for good */
  "DELETE /api/relay/keys/{id}": { params: { id: string }; answer: Key };
  /** Give a key a new secret */
  "POST /api/relay/keys/{id}/rotate": { params: { id: string }; answer: KeyCreated };
  /** List the providers */
  "GET /api/relay/providers": { query?: { search?: string | undefined; limit?: number | undefined; before?: string | undefined }; answer: ProviderList };
  /** Add a provider */
  "POST /api/relay/providers": { body: ProviderInput; answer: Provider };
  /** Show a provider */
  "GET /api/relay/providers/{name}": { params: { name: string }; answer: Provider };
  /** Change a provider */
  "PATCH /api/relay/providers/{name}": { params: { name: string }; body: ProviderPatch; answer: Provider };
  /** Remove a provider */
  "DELETE /api/relay/providers/{name}": { params: { name: string }; answer: undefined };
  /** List the models of a provider */
  "GET /api/relay/providers/{name}/models": { params: { name: string }; query?: { search?: string | undefined; limit?: number | undefined; before?: string | undefined }; answer: ProviderModelList };
  /** Call a provider and tell what works */
  "POST /api/relay/providers/{name}/test": { params: { name: string }; answer: ProviderTest };
  /** Ask a vendor which models it has */
  "GET /api/relay/providers/{name}/discover": { params: { name: string }; answer: Discovery };
  /** List the models */
  "GET /api/relay/models": { query?: { search?: string | undefined; limit?: number | undefined; before?: string | undefined; aliases?: boolean | undefined; patterns?: boolean | undefined }; answer: ModelList };
  /** Show a model */
  "GET /api/relay/models/{id}": { params: { id: string }; answer: Model };
  /** Say in which order the targets of a model are tried */
  "PUT /api/relay/models/{id}/targets": { params: { id: string }; body: TargetsInput; answer: Model };
  /** List aliases and fallbacks */
  "GET /api/relay/routes": { query?: { search?: string | undefined; limit?: number | undefined; before?: string | undefined; missing?: boolean | undefined }; answer: RouteList };
  /** Make a name an alias, or say what is tried when its model fails */
  "PUT /api/relay/routes/{name}": { params: { name: string }; body: RouteInput; answer: Route };
  /** Remove an alias or the fallbacks of a model */
  "DELETE /api/relay/routes/{name}": { params: { name: string }; answer: undefined };
  /** Tell what would happen to a call */
  "POST /api/relay/trace": { body: TraceInput; answer: Trace };
  /** List what is known about models: prices, limits, abilities */
  "GET /api/relay/catalogue": { query?: { limit?: number | undefined; before?: string | undefined; vendor?: string | undefined; search?: string | undefined }; answer: CataloguePage };
  /** Put a price file over the shipped catalogue */
  "POST /api/relay/catalogue": { body: CatalogueInput; answer: CatalogueUpdate };
  /** List calls, newest first */
  "GET /api/relay/requests": { query?: { limit?: number | undefined; before?: string | undefined; key?: string | undefined; account?: string | undefined; model?: string | undefined; provider?: string | undefined; status?: number | undefined; errors?: boolean | undefined; min_cost_usd?: string | number | undefined; since?: string | undefined; until?: string | undefined }; answer: RequestPage };
  /** Show a call with its bill */
  "GET /api/relay/requests/{id}": { params: { id: string }; answer: RequestDetail };
  /** Add up calls, tokens, money and times */
  "GET /api/relay/usage": { query?: { since?: string | undefined; until?: string | undefined; bucket?: "minute" | "hour" | "day" | undefined; zone?: string | undefined; group?: "model" | "key" | "provider" | "account" | "none" | undefined; top?: number | undefined; key?: string | undefined; account?: string | undefined; model?: string | undefined; provider?: string | undefined }; answer: Usage };
  /** List ledger entries, newest first */
  "GET /api/relay/ledger": { query?: { limit?: number | undefined; before?: string | undefined; account?: string | undefined; key?: string | undefined; kind?: string | undefined; request_id?: string | undefined; since?: string | undefined; until?: string | undefined }; answer: LedgerPage };
  /** Recompute every balance from the entries */
  "GET /api/relay/ledger/verify": { answer: LedgerVerify };
  /** List vendor keys and model servers found on this machine */
  "GET /api/relay/offers": { answer: OfferList };
  /** List the vendors and model servers Parley knows */
  "GET /api/relay/presets": { answer: PresetList };
  /** Try an endpoint and tell what works there */
  "POST /api/relay/check": { body: CheckInput; answer: CheckReport };
  /** This document */
  "GET /api/openapi.json": { answer: Record<string, unknown> };
}
