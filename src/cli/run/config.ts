import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Config, loadConfig } from "../../base/config.ts";
import type { Context, Result } from "../command.ts";

export async function checkConfig(): Result {
  const { home } = loadConfig();
  const file = join(home, "parley.json");
  const found = existsSync(file);
  return {
    json: { home, file, found },
    text: (paint) =>
      `${paint.green("ok")}  ${found ? file : `${file} does not exist; every setting has its default`}.`,
  };
}

export async function showConfig(_context: Context): Result {
  const config = withoutSecrets(loadConfig());
  return { json: { config }, text: () => JSON.stringify(config, null, 2) };
}

/** Safe to paste into an issue: says that a secret is set, never what it is. */
function withoutSecrets(config: Config): Record<string, unknown> {
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
function withoutPassword(address: string): string {
  const url = URL.parse(address);
  if (!url) return "postgres://…";
  if (url.password !== "") url.password = "…";
  for (const name of new Set(url.searchParams.keys()))
    if (/pass|secret|key/i.test(name)) url.searchParams.set(name, "…");
  return decodeURI(url.href);
}
