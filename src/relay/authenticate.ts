/** Who is calling: from the headers to a key that may be used now and from here. */

import { AppError } from "../base/errors.ts";
import { matchesHash, parseApiKey, refused, sentKey } from "./api-key.ts";
import type { RelayContext } from "./context.ts";
import type { ApiKey } from "./directory.ts";

/** Throws AppError("invalid_api_key") or AppError("ip_not_allowed"). */
export function authenticate(context: RelayContext, headers: Headers, address: string): ApiKey {
  const sent = sentKey(headers);
  const key = context.directory.keys.get(parseApiKey(sent));
  if (!key || sent === undefined || !matchesHash(sent, key.hash)) {
    throw refused(
      "This API key is unknown: it was mistyped, rotated, or belongs to another Parley.",
    );
  }
  checkUsable(context, key, address);
  return key;
}

/** Throws as `authenticate` does for a key that is known but may not be used now, or not from here. */
export function checkUsable(context: RelayContext, key: ApiKey, address: string): void {
  const { row } = key;
  if (row.revoked_at !== null) throw refused(`This API key was revoked on ${day(row.revoked_at)}.`);
  if (row.disabled_at !== null)
    throw refused("This API key is disabled. Whoever runs this relay can enable it again.");
  if (row.expires_at !== null && row.expires_at <= context.clock.now()) {
    throw refused(`This API key expired on ${day(row.expires_at)}.`);
  }
  if (key.addresses && !key.addresses.has(address)) {
    throw new AppError("ip_not_allowed", `This API key may not be used from ${address}.`);
  }
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
