/** Part of 0001-relay: who manages this installation, and what they did. */

import type { EngineWords } from "./migration.ts";

export function people({ text, int }: EngineWords): string[] {
  return [
    `create table meta (key ${text} primary key, value ${text} not null)`,
    `create table users (
      id ${text} primary key,
      name ${text} not null unique,
      password_hash ${text} not null,
      role ${text} not null,
      created_at ${int} not null
    )`,
    `create table sessions (
      hash ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      csrf ${text} not null,
      created_at ${int} not null,
      expires_at ${int} not null
    )`,
    `create index sessions_user on sessions (user_id)`,
    `create index sessions_expiry on sessions (expires_at)`,
    `create table access_tokens (
      id ${text} primary key,
      user_id ${text} not null references users (id) on delete cascade,
      name ${text} not null,
      hash ${text} not null unique,
      created_at ${int} not null,
      expires_at ${int},
      last_used_at ${int}
    )`,
    `create index access_tokens_user on access_tokens (user_id)`,
    `create table invites (
      hash ${text} primary key,
      user_id ${text} not null unique references users (id) on delete cascade,
      created_at ${int} not null,
      expires_at ${int} not null
    )`,
  ];
}

/** What people did. No foreign keys: the log outlives whom it names. */
export function acts({ text, int, sequence, only }: EngineWords): string[] {
  return [
    `create table audit_log (
      seq ${sequence},
      at ${int} not null,
      actor_id ${text},
      actor ${text},
      role ${text},
      via ${text},
      address ${text} not null,
      action ${text} not null,
      area ${text} not null,
      target ${text},
      outcome ${text} not null,
      request_id ${text} not null,
      changes_json ${text} not null
    )`,
    `create index audit_log_at on audit_log (at)`,
    ...only("sqlite", [
      `create trigger audit_log_append_only before update on audit_log
        begin select raise(abort, 'audit_log is append-only'); end`,
    ]),
    ...only("postgres", [
      `create function refuse_audit_change() returns trigger language plpgsql as
        $$ begin raise exception 'audit_log is append-only'; end $$`,
      `create trigger audit_log_append_only before update on audit_log
        for each row execute function refuse_audit_change()`,
    ]),
  ];
}
