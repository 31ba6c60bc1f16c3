/** The tables of the people who manage this installation, and of what they did. Types as in schema.ts. */

import type { Generated } from "kysely";

export interface UserTable {
  id: string;
  name: string;
  password_hash: string;
  role: string;
  created_at: number;
}

export interface SessionTable {
  /** SHA-256 of the cookie value, hex. */
  hash: string;
  user_id: string;
  csrf: string;
  created_at: number;
  expires_at: number;
}

export interface AccessTokenTable {
  id: string;
  user_id: string;
  name: string;
  hash: string;
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
}

/** A link with which a person chooses a password: once, and not for long. */
export interface InviteTable {
  /** SHA-256 of the code in the link, hex. */
  hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
}

/** Append-only: the database refuses changes; rows leave by age alone. Names outlive the people they name. */
export interface AuditTable {
  seq: Generated<number>;
  at: number;
  /** Null: nobody that this Parley knows. */
  actor_id: string | null;
  actor: string | null;
  role: string | null;
  /** How the actor was known: `cookie`, `token`, `local`; null: by a password or not at all. */
  via: string | null;
  address: string;
  /** The operation: `PATCH /api/relay/keys/{id}`. */
  action: string;
  /** The noun it is about: `keys`. */
  area: string;
  target: string | null;
  /** `done`, or `refused` for a sign-in that failed. */
  outcome: string;
  request_id: string;
  /** JSON array of `{ field, before, after }`, without secrets. */
  changes_json: string;
}
