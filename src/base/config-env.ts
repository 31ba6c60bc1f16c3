/** What is taken from the environment alone. Kept apart from the settings, so that a command that only calls a server loads no zod. */

import { homedir } from "node:os";
import { join, resolve } from "node:path";

export type Env = Readonly<Record<string, string | undefined>>;

export function homeFolder(env: Env = process.env): string {
  return env["PARLEY_HOME"] ? resolve(env["PARLEY_HOME"]) : join(homedir(), ".parley");
}

/** What the command line takes from the environment. */
export interface ClientEnv {
  /** Management address of a Parley on another machine. */
  readonly server: string | undefined;
  /** Personal access token for it. */
  readonly token: string | undefined;
  readonly home: string;
}

export function loadClientEnv(env: Env = process.env): ClientEnv {
  return {
    server: env["PARLEY_SERVER"] || undefined,
    token: env["PARLEY_TOKEN"] || undefined,
    home: homeFolder(env),
  };
}

/** The value of a variable named by data, such as a vendor's key variable. Empty counts as absent. */
export function findEnv(name: string, env: Env = process.env): string | undefined {
  return env[name] || undefined;
}

const MOST_FETCHES = "BUN_CONFIG_MAX_HTTP_REQUESTS";

/** The environment in which Bun holds as many open fetches as it can; undefined: this one says how many. */
export function withManyFetches(env: Env = process.env): Record<string, string> | undefined {
  if (env[MOST_FETCHES]) return undefined;
  const given = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(given), [MOST_FETCHES]: "65535" };
}
