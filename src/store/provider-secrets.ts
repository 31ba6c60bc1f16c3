/** The secret parts of providers: sealed on the way in, opened on the way out. */

import { timeId } from "../base/ids.ts";
import { queries, type Store } from "./store.ts";

export interface StoredProviderKey {
  readonly id: string;
  /** The plain vendor key. Never log it. */
  readonly key: string;
  /** Its last characters, so that people can tell keys apart. */
  readonly tail: string;
}

const TAIL = 4;

export function sealKey(
  store: Store,
  key: string,
  now: number,
): { id: string; cipher: string; tail: string } {
  const id = timeId("pkey", now);
  // Four characters of a short key would give most of it away.
  const tail = key.length >= 4 * TAIL ? key.slice(-TAIL) : "";
  return { id, cipher: store.vault.seal(key, keyPurpose(id)), tail };
}

export function sealHeaders(
  store: Store,
  providerId: string,
  headers: Readonly<Record<string, string>> | null,
): string | null {
  return headers === null
    ? null
    : store.vault.seal(JSON.stringify(headers), headersPurpose(providerId));
}

export function openHeaders(
  store: Store,
  providerId: string,
  cipher: string | null,
): Record<string, string> | null {
  if (cipher === null) return null;
  // Sealed by us from this very type and proven untouched by the tag.
  return JSON.parse(store.vault.open(cipher, headersPurpose(providerId))) as Record<string, string>;
}

/** Of all providers, or of the one with this id. */
export async function keysByProvider(
  store: Store,
  providerId?: string,
): Promise<Map<string, StoredProviderKey[]>> {
  const all = queries(store)
    .selectFrom("provider_keys")
    .select(["id", "provider_id", "cipher", "tail"])
    .orderBy("position");
  const rows = await (
    providerId === undefined ? all : all.where("provider_id", "=", providerId)
  ).execute();
  const keys = new Map<string, StoredProviderKey[]>();
  for (const { id, provider_id, cipher, tail } of rows) {
    const key = { id, key: store.vault.open(cipher, keyPurpose(id)), tail };
    keys.set(provider_id, [...(keys.get(provider_id) ?? []), key]);
  }
  return keys;
}

function keyPurpose(keyId: string): string {
  return `provider_key:${keyId}`;
}

function headersPurpose(providerId: string): string {
  return `provider_headers:${providerId}`;
}
