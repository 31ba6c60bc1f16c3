/** The text form of keys, `sk-parley-<public id>-<secret>`, and what is likely wrong with one that is refused. */

import { timingSafeEqual } from "node:crypto";
import { AppError } from "../base/errors.ts";
import { randomText } from "../base/ids.ts";

const PREFIX = "sk-parley-";
const ID_LENGTH = 12;
const SECRET_LENGTH = 40;
const WHOLE = /^sk-parley-([0-9A-Za-z]{12})-([0-9A-Za-z]{40})$/;
const BARE = /^[0-9A-Za-z]{12}-[0-9A-Za-z]{40}$/;

export interface NewApiKey {
  readonly id: string;
  /** Shown once, never stored. */
  readonly key: string;
  readonly hash: string;
}

export function makeApiKey(id: string = randomText(ID_LENGTH)): NewApiKey {
  const key = `${PREFIX}${id}-${randomText(SECRET_LENGTH)}`;
  return { id, key, hash: hashApiKey(key) };
}

export function hashApiKey(key: string): string {
  return new Bun.CryptoHasher("sha256").update(key).digest("hex");
}

const computed = new Uint8Array(32);

/** `hash` is the stored one, as bytes. */
export function matchesHash(key: string, hash: Uint8Array): boolean {
  Bun.SHA256.hash(key, computed);
  return timingSafeEqual(computed, hash);
}

/** The key a client sent, from `Authorization: Bearer`, `x-api-key` or `x-goog-api-key`; undefined: none. Not trimmed on purpose. */
export function sentKey(headers: Headers): string | undefined {
  const authorization = headers.get("authorization");
  if (authorization === null) {
    return headers.get("x-api-key") ?? headers.get("x-goog-api-key") ?? undefined;
  }
  return /^bearer /i.test(authorization) ? authorization.slice(7) : authorization;
}

/** The public id inside a well-formed key. Throws AppError("invalid_api_key") that says what is likely wrong, never the key. */
export function parseApiKey(sent: string | undefined): string {
  const match = sent === undefined ? null : WHOLE.exec(sent);
  if (match) return match[1] as string;
  throw refused(diagnose(sent));
}

export function refused(why: string): AppError {
  return new AppError("invalid_api_key", why);
}

function diagnose(sent: string | undefined): string {
  if (sent === undefined || sent.trim() === "") {
    return "No API key was sent. Send it as `Authorization: Bearer sk-parley-…`.";
  }
  if (sent !== sent.trim()) return "The API key has spaces around it. Copy it again without them.";
  if (/\s/.test(sent))
    return "The API key has spaces or line breaks inside. Copy it again in one piece.";
  if (/^bearer$/i.test(sent))
    return "The Authorization header says Bearer but holds no key after it.";
  if (!sent.startsWith(PREFIX)) {
    return BARE.test(sent)
      ? "The API key lacks its prefix: it must begin with `sk-parley-`."
      : "This is not a Parley key: those begin with `sk-parley-`. A vendor's own key does not work here.";
  }
  const expected = PREFIX.length + ID_LENGTH + 1 + SECRET_LENGTH;
  if (sent.length < expected) return "The API key is cut short: characters are missing at its end.";
  if (sent.length > expected)
    return "The API key is too long: something was added to it, or it was pasted twice.";
  return "The API key is malformed: it must look like `sk-parley-<12 characters>-<40 characters>`.";
}
