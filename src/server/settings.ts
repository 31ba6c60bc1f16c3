/** The settings in force, safe to show: says that a secret is set, never what it is. */

import type { Config } from "../base/config.ts";

export function withoutSecrets(config: Config): Record<string, unknown> {
  const { secretKey, ...rest } = config;
  return {
    ...rest,
    secretKey: secretKey === undefined ? "from the home folder" : "from PARLEY_SECRET_KEY",
    database: {
      ...config.database,
      url: config.database.url && withoutPassword(config.database.url),
    },
  };
}

/** An address that cannot be parsed may hold its password anywhere. */
export function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (!url) return "postgres://…";
  if (url.password !== "") url.password = "…";
  for (const name of new Set(url.searchParams.keys()))
    if (/pass|secret|key/i.test(name)) url.searchParams.set(name, "…");
  return decodeURI(url.href);
}
