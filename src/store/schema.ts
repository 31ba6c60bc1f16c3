/**
 * Every table as TypeScript sees it. Types are portable across both engines: text ids, integer milliseconds since
 * 1970 (`*_at`), integer nano-dollars (`*_nano`), 0 or 1 for yes and no, JSON as text (`*_json`), null for absent.
 */

import type { Generated } from "kysely";
import type {
  AccessTokenTable,
  AuditTable,
  InviteTable,
  SessionTable,
  UserTable,
} from "./schema-people.ts";

export type { AccessTokenTable, AuditTable, InviteTable, SessionTable, UserTable };

export interface Tables {
  meta: MetaTable;
  accounts: AccountTable;
  api_keys: ApiKeyTable;
  providers: ProviderTable;
  provider_keys: ProviderKeyTable;
  models: ModelTable;
  model_routes: ModelRouteTable;
  learned_quirks: LearnedQuirksTable;
  prices: PriceTable;
  requests: RequestTable;
  request_bodies: RequestBodyTable;
  kept_answers: KeptAnswerTable;
  ledger_entries: LedgerEntryTable;
  users: UserTable;
  sessions: SessionTable;
  access_tokens: AccessTokenTable;
  invites: InviteTable;
  audit_log: AuditTable;
}

/** Small facts about this installation: setup code hash, schema notes. */
export interface MetaTable {
  key: string;
  value: string;
}

export interface AccountTable {
  id: string;
  name: string;
  /** Money of the customer, held or not. Always the sum of the ledger; `ledger verify` proves it. */
  balance_nano: number;
  created_at: number;
}

export interface ApiKeyTable {
  /** The public id inside `sk-parley-<public id>-<secret>`. */
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the whole key, hex. The key itself is never stored. */
  hash: string;
  /** JSON array of public model names the key may use; null: all. */
  models_json: string | null;
  rpm: number | null;
  tpm: number | null;
  concurrency: number | null;
  /** Most the key may ever spend; null: the account's balance alone decides. */
  limit_nano: number | null;
  /** Always the sum of the key's settled ledger entries. */
  spent_nano: number;
  expires_at: number | null;
  /** JSON array of addresses and CIDR ranges the key may be used from; null: any. */
  ips_json: string | null;
  disabled_at: number | null;
  revoked_at: number | null;
  created_at: number;
  /** Seconds an answer may serve again for the same request; null: never. */
  cache_seconds: number | null;
  last_used_at: number | null;
}

export interface ProviderTable {
  id: string;
  name: string;
  protocol: string;
  base_url: string;
  /** JSON object of extra headers sent to the vendor; encrypted like keys, since headers may carry secrets. */
  headers_cipher: string | null;
  /** What the vendor's endpoint cannot do, as `llm/quirks.ts` knows it; null: nothing special. */
  quirks_json: string | null;
  created_at: number;
  updated_at: number;
}

export interface ProviderKeyTable {
  id: string;
  provider_id: string;
  position: number;
  /** AES-256-GCM of the vendor key. */
  cipher: string;
  /** The last four characters, so that people can tell keys apart. */
  tail: string;
  created_at: number;
}

/** One public model name served by one provider. */
export interface ModelTable {
  id: string;
  provider_id: string;
  public_id: string;
  upstream_id: string;
  /** The price in force; older prices stay, since ledger lines name them. */
  price_id: string;
  /** Lower ones are tried first. */
  priority: number;
  /** Share of the calls among targets of the same priority; 0: only when nothing else is left. */
  weight: number;
  position: number;
  created_at: number;
}

/** A public name that stands for another, or what to try when all targets of a model fail. */
export interface ModelRouteTable {
  name: string;
  /** The model this name stands for; null: the name is a model's own. */
  alias_of: string | null;
  /** JSON array of model names, tried in order. */
  fallbacks_json: string;
  created_at: number;
}

/** What a vendor taught us by refusing a field, per model. */
export interface LearnedQuirksTable {
  provider_id: string;
  upstream_id: string;
  quirks_json: string;
  at: number;
}

/** Append-only: a price is never changed, a new one replaces it. Nano-dollars per million tokens. */
export interface PriceTable {
  id: string;
  provider: string;
  model: string;
  input_nano: number;
  output_nano: number;
  cached_nano: number;
  /** JSON of the rarer rates: cache writes, reasoning, tiers by prompt size; null: none. */
  rates_json: string | null;
  free: number;
  created_at: number;
}

/** One row per call, opened when money is reserved and closed with the bill. `finished_at` null: still in flight. */
export interface RequestTable {
  id: string;
  at: number;
  finished_at: number | null;
  key_id: string;
  account_id: string;
  endpoint: string;
  model: string;
  provider: string | null;
  upstream_model: string | null;
  stream: number;
  status: number | null;
  error_code: string | null;
  /** How the call ended: see docs/billing.md for the closed list. */
  end_reason: string | null;
  prompt_tokens: number;
  cached_tokens: number;
  completion_tokens: number;
  reasoning_tokens: number;
  /** JSON of what else was billed: cache writes, sound, pictures, class of service; null, as in most calls: nothing. */
  usage_json: string | null;
  /** 1 when the vendor gave no usage and tokens were counted here. */
  estimated: number;
  reserved_nano: number;
  cost_nano: number;
  price_id: string | null;
  attempts: number;
  /** JSON array of what was tried, when it was more than one try; null otherwise. */
  attempts_json: string | null;
  first_token_ms: number | null;
  upstream_ms: number | null;
  overhead_ms: number | null;
  total_ms: number | null;
  client_ip: string | null;
}

/** Stored only when `relay.log.bodies` is switched on. */
export interface RequestBodyTable {
  request_id: string;
  request_text: string;
  response_text: string;
}

/** An answer kept under a name of the client's (Idempotency-Key) or of ours (response cache). */
export interface KeptAnswerTable {
  key_id: string;
  name: string;
  /** SHA-256 of endpoint and body: the same name with another body is a mistake of the client. */
  body_hash: string;
  request_id: string;
  content_type: string;
  answer: string;
  expires_at: number;
}

/**
 * Append-only double entry: each row moves `amount_nano` from `source` to `target`. Buckets `available` and `held`
 * belong to the row's account; `deposits`, `revenue` and `shortfall` belong to the house.
 */
export interface LedgerEntryTable {
  seq: Generated<number>;
  at: number;
  account_id: string;
  key_id: string | null;
  kind: string;
  source: string;
  target: string;
  amount_nano: number;
  request_id: string | null;
  price_id: string | null;
  estimated: number;
  note: string | null;
}
