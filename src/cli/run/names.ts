/** Names for shell completion, from the running server only: a key press must not open the database. */

import { loadClientEnv } from "../../base/config-env.ts";
import { PRESETS } from "../../relay/presets.ts";
import { findServerFile } from "../../server/server-file.ts";
import type { NameKind } from "../command.ts";

const LIMIT_MS = 700;

/** Path of the list, its member, and the field that names a row. */
const LISTS: Readonly<
  Record<Exclude<NameKind, "preset">, readonly [path: string, list: string, field: string]>
> = {
  account: ["/api/relay/accounts?limit=1000", "accounts", "name"],
  key: ["/api/relay/keys?order=newest&limit=1000", "keys", "id"],
  member: ["/api/members", "members", "name"],
  model: ["/api/relay/models?limit=1000", "models", "id"],
  provider: ["/api/relay/providers?limit=1000", "providers", "name"],
  token: ["/api/tokens", "tokens", "id"],
};

export async function findNames(kind: NameKind): Promise<readonly string[]> {
  if (kind === "preset") return PRESETS.map((preset) => preset.name);
  const [path, list, field] = LISTS[kind];
  try {
    const { home, server, token } = loadClientEnv();
    const own = server === undefined ? findServerFile(home) : undefined;
    const [url, secret] = [server ?? own?.url, token ?? own?.token];
    if (url === undefined || secret === undefined) return [];
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${secret}` },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const body = (await response.json()) as Record<string, Record<string, unknown>[] | undefined>;
    return (body[list] ?? []).map((row) => String(row[field]));
  } catch {
    // No server, or no answer in time: the shell then completes nothing.
    return [];
  }
}
