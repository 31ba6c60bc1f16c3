/** Personal access tokens: `parley_pat_<id>_<secret>`, stored as a hash. */

import { AppError, makeFieldError } from "../../base/errors.ts";
import { randomText } from "../../base/ids.ts";
import { sentence } from "../../base/sentence.ts";
import type { Token, TokenCreated, TokenInput } from "../../contract/token.ts";
import type { Store } from "../../store/store.ts";
import {
  type AccessTokenRow,
  type AccessTokenWithUser,
  deleteAccessToken,
  findAccessToken,
  insertAccessToken,
  listAccessTokens,
  touchAccessToken,
} from "../../store/users.ts";
import { hashSecret, makeSecret } from "./secret.ts";

export const TOKEN_PREFIX = "parley_pat_";
/** The time of last use is written at most this often. */
const TOUCH_MS = 60_000;

export async function createToken(
  store: Store,
  userId: string,
  input: TokenInput,
  now: number,
): Promise<TokenCreated> {
  const expiresAt = input.expires_at ? Date.parse(input.expires_at) : null;
  if (expiresAt !== null && expiresAt <= now) {
    throw makeFieldError("expires_at", sentence("past"));
  }
  const id = randomText(12);
  const token = `${TOKEN_PREFIX}${id}_${makeSecret()}`;
  const row: AccessTokenRow = {
    id,
    user_id: userId,
    name: input.name,
    hash: hashSecret(token),
    created_at: now,
    expires_at: expiresAt,
    last_used_at: null,
  };
  await insertAccessToken(store, row);
  return { ...toToken(row), token };
}

export async function listTokens(store: Store, userId: string): Promise<Token[]> {
  return (await listAccessTokens(store, userId)).map(toToken);
}

/** Throws AppError("not_found") for a token that is not this user's. */
export async function revokeToken(store: Store, userId: string, id: string): Promise<void> {
  const own = (await listAccessTokens(store, userId)).some((token) => token.id === id);
  if (!own || !(await deleteAccessToken(store, id))) {
    throw new AppError("not_found", sentence("no_token", { id }));
  }
}

/** Undefined for a token that is unknown, revoked or expired. Notes the use. */
export async function findUsableToken(
  store: Store,
  token: string,
  now: number,
): Promise<AccessTokenWithUser | undefined> {
  const row = await findAccessToken(store, hashSecret(token));
  if (!row || (row.expires_at !== null && row.expires_at <= now)) return undefined;
  if (row.last_used_at === null || now - row.last_used_at > TOUCH_MS) {
    await touchAccessToken(store, row.id, now);
  }
  return row;
}

function toToken(row: AccessTokenRow): Token {
  return {
    id: row.id,
    name: row.name,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: row.expires_at === null ? null : new Date(row.expires_at).toISOString(),
    last_used_at: row.last_used_at === null ? null : new Date(row.last_used_at).toISOString(),
  };
}
