/** The user beside a session or a token in one joined row. */

import type { Selectable } from "kysely";
import type { UserTable } from "./schema.ts";

/** Columns of `users` under names that do not collide with the other table's. */
export const userColumns = [
  "users.id as user_row_id",
  "users.name as user_name",
  "users.password_hash as user_password_hash",
  "users.role as user_role",
  "users.created_at as user_created_at",
] as const;

interface UserColumns {
  readonly user_row_id: string;
  readonly user_name: string;
  readonly user_password_hash: string;
  readonly user_role: string;
  readonly user_created_at: number;
}

export function userOf(row: UserColumns): Selectable<UserTable> {
  return {
    id: row.user_row_id,
    name: row.user_name,
    password_hash: row.user_password_hash,
    role: row.user_role,
    created_at: row.user_created_at,
  };
}
