import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "../../base/config.ts";
import { withoutSecrets } from "../../server/settings.ts";
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
