/** Finds out who sent a request: the local owner, a personal access token, or a browser session. */

import { AppError } from "../../base/errors.ts";
import { sentence, type Sentence } from "../../base/sentence.ts";
import { ROLES } from "../../contract/role.ts";
import type { Store } from "../../store/store.ts";
import { listUsers, type UserRow } from "../../store/users.ts";
import { type Identity, LOCAL_OWNER } from "./caller.ts";
import { findSessionCookie } from "./cookie.ts";
import { isSameSecret } from "./secret.ts";
import { findOpenSession } from "./sessions.ts";
import { findUsableToken } from "./tokens.ts";

export interface Guard {
  readonly store: Store;
  /** Known only to those who may read the home folder of this process. Undefined: no such way in. */
  readonly localToken: string | undefined;
  /** True when every request comes from the owner's own process. */
  readonly inProcess: boolean;
}

/** Throws AppError("unauthorized") with what to do. An Authorization header decides alone, good or bad. */
export async function authenticate(guard: Guard, request: Request, now: number): Promise<Identity> {
  if (guard.inProcess) return localIdentity(guard.store);
  const authorization = request.headers.get("authorization");
  if (authorization !== null) return fromHeader(guard, authorization, now);
  const cookie = findSessionCookie(request);
  if (cookie === undefined) throw refusal("Sign in, or send a personal access token as Bearer.");
  const session = await findOpenSession(guard.store, cookie, now);
  if (!session) throw refusal(sentence("session_over"));
  return { user: publicUser(session.user), via: "cookie", session, expiresAt: session.expires_at };
}

async function fromHeader(guard: Guard, authorization: string, now: number): Promise<Identity> {
  const token = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (token === undefined)
    throw refusal("The Authorization header must read `Bearer` and a token.");
  if (guard.localToken !== undefined && isSameSecret(token, guard.localToken)) {
    return localIdentity(guard.store);
  }
  const found = await findUsableToken(guard.store, token, now);
  if (found) return { user: publicUser(found.user), via: "token", expiresAt: found.expires_at };
  if (token.startsWith("sk-parley-")) {
    throw refusal(
      "This is an API key: it calls models under /v1. The management API wants a personal access token " +
        "(POST /api/tokens makes one) or a sign-in.",
    );
  }
  throw refusal("The access token is unknown, has expired or was revoked.");
}

/** Acts as the first owner once there is one. */
async function localIdentity(store: Store): Promise<Identity> {
  const owner = (await listUsers(store)).find((user) => user.role === "owner");
  return { user: owner ? publicUser(owner) : LOCAL_OWNER, via: "local", expiresAt: null };
}

/** Always the role that the person has now: neither a session nor a token keeps an older one. */
export function publicUser(row: UserRow): Identity["user"] {
  const role = ROLES.find((known) => known === row.role);
  if (role === undefined)
    throw new AppError("forbidden", `The role "${row.role}" may do nothing here.`);
  return { id: row.id, name: row.name, role };
}

function refusal(message: string | Sentence): AppError {
  return new AppError("unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
}
