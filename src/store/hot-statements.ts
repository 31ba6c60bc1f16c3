/**
 * The statements the relay gives to the hot writer. Each text is built from the column list its value function
 * follows, and a test holds the two together on both engines.
 */

import type { Insertable, Selectable } from "kysely";
import type { HotValue } from "./hot-writer.ts";
import type {
  KeptAnswerTable,
  LedgerEntryTable,
  RequestBodyTable,
  RequestTable,
} from "./schema.ts";

export type RequestRow = Selectable<RequestTable>;

/** What is known when money is reserved and the call starts. */
const OPEN_COLUMNS = [
  "id",
  "at",
  "key_id",
  "account_id",
  "endpoint",
  "model",
  "provider",
  "upstream_model",
  "stream",
  "reserved_nano",
  "price_id",
  "client_ip",
] as const satisfies readonly (keyof RequestRow)[];

/** What is known when the call ends. */
const CLOSE_COLUMNS = [
  "finished_at",
  "status",
  "error_code",
  "end_reason",
  "prompt_tokens",
  "cached_tokens",
  "completion_tokens",
  "reasoning_tokens",
  "usage_json",
  "estimated",
  "cost_nano",
  "attempts",
  "attempts_json",
  "first_token_ms",
  "upstream_ms",
  "overhead_ms",
  "total_ms",
] as const satisfies readonly (keyof RequestRow)[];

/** Also written at the end, since failing over changes them. */
const CHANGED_COLUMNS = [
  "provider",
  "upstream_model",
  "reserved_nano",
  "price_id",
] as const satisfies readonly (keyof RequestRow)[];

export const LEDGER_COLUMNS = [
  "at",
  "account_id",
  "key_id",
  "kind",
  "source",
  "target",
  "amount_nano",
  "request_id",
  "price_id",
  "estimated",
  "note",
] as const satisfies readonly (keyof LedgerEntryTable)[];

const BODY_COLUMNS = [
  "request_id",
  "request_text",
  "response_text",
] as const satisfies readonly (keyof RequestBodyTable)[];

const KEPT_COLUMNS = [
  "key_id",
  "name",
  "body_hash",
  "request_id",
  "content_type",
  "answer",
  "expires_at",
] as const satisfies readonly (keyof KeptAnswerTable)[];

export type KeptAnswer = Selectable<KeptAnswerTable>;
export type OpenRequest = Pick<RequestRow, (typeof OPEN_COLUMNS)[number]>;
export type LedgerEntry = Omit<Insertable<LedgerEntryTable>, "seq">;

/** Opens a row of the request log; values from `openRequestValues`. */
export const OPEN_REQUEST = insert("requests", OPEN_COLUMNS);

/** Closes a row of the request log, or writes it whole if it was never opened; values from `closeRequestValues`. */
export const CLOSE_REQUEST = `${insert("requests", [...OPEN_COLUMNS, ...CLOSE_COLUMNS])} on conflict (id) do update set ${[
  ...CHANGED_COLUMNS,
  ...CLOSE_COLUMNS,
]
  .map((column) => `${column} = excluded.${column}`)
  .join(", ")}`;

/** Appends to the ledger; values from `ledgerValues`. */
export const LEDGER_ENTRY = insert("ledger_entries", LEDGER_COLUMNS);

/** Stores the texts of a call; values from `requestBodiesValues`. */
export const REQUEST_BODIES = insert("request_bodies", BODY_COLUMNS);

/** Keeps an answer, replacing one of the same name; values from `keptAnswerValues`. */
export const KEEP_ANSWER = `${insert("kept_answers", KEPT_COLUMNS)} on conflict (key_id, name) do update set ${KEPT_COLUMNS.slice(
  2,
)
  .map((column) => `${column} = excluded.${column}`)
  .join(", ")}`;

export function keptAnswerValues(row: KeptAnswer): HotValue[] {
  return [
    row.key_id,
    row.name,
    row.body_hash,
    row.request_id,
    row.content_type,
    row.answer,
    row.expires_at,
  ];
}

export function openRequestValues(row: OpenRequest): HotValue[] {
  return [
    row.id,
    row.at,
    row.key_id,
    row.account_id,
    row.endpoint,
    row.model,
    row.provider,
    row.upstream_model,
    row.stream,
    row.reserved_nano,
    row.price_id,
    row.client_ip,
  ];
}

export function closeRequestValues(row: RequestRow): HotValue[] {
  return [
    row.id,
    row.at,
    row.key_id,
    row.account_id,
    row.endpoint,
    row.model,
    row.provider,
    row.upstream_model,
    row.stream,
    row.reserved_nano,
    row.price_id,
    row.client_ip,
    row.finished_at,
    row.status,
    row.error_code,
    row.end_reason,
    row.prompt_tokens,
    row.cached_tokens,
    row.completion_tokens,
    row.reasoning_tokens,
    row.usage_json,
    row.estimated,
    row.cost_nano,
    row.attempts,
    row.attempts_json,
    row.first_token_ms,
    row.upstream_ms,
    row.overhead_ms,
    row.total_ms,
  ];
}

export function ledgerValues(row: LedgerEntry): HotValue[] {
  return [
    row.at,
    row.account_id,
    row.key_id ?? null,
    row.kind,
    row.source,
    row.target,
    row.amount_nano,
    row.request_id ?? null,
    row.price_id ?? null,
    row.estimated,
    row.note ?? null,
  ];
}

export function requestBodiesValues(row: Selectable<RequestBodyTable>): HotValue[] {
  return [row.request_id, row.request_text, row.response_text];
}

function insert(table: string, columns: readonly string[]): string {
  const places = columns.map((_, index) => `$${index + 1}`).join(", ");
  return `insert into ${table} (${columns.join(", ")}) values (${places})`;
}
