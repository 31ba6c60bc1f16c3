import { loadClientEnv } from "../../base/config-env.ts";
import { isRecord } from "../../base/json.ts";
import { findRunningServer } from "../../server/server-file.ts";
import type { Context, Outcome, Result } from "../command.ts";
import { readServer } from "../open-api.ts";
import { renderFacts } from "../text-table.ts";

const LIMIT_MS = 3000;

export async function showStatus(context: Context): Result {
  const env = loadClientEnv();
  const named = context.server ?? env.server;
  const own = named === undefined ? await findRunningServer(env.home) : undefined;
  const url = named === undefined ? own?.url : readServer(named);
  const health = url === undefined ? undefined : await ask(`${url}/healthz`);
  if (url === undefined || health?.["ok"] !== true) return notRunning(context, url);

  const readiness = await ask(`${url}/readyz`);
  const ready = readiness?.["ok"] === true;
  const reasons = Array.isArray(readiness?.["reasons"]) ? readiness["reasons"].map(String) : [];
  const version = String(health["version"]);
  const home = named === undefined ? env.home : undefined;
  return {
    json: { running: true, ready, reasons, url, version, pid: own?.pid, home },
    error: ready
      ? undefined
      : { code: "unavailable", message: `Parley at ${url} is not ready: ${reasons.join("; ")}` },
    text: (paint) =>
      renderFacts(
        [
          ["running", `yes, Parley ${version}`],
          ["ready", ready ? "yes" : `no: ${reasons.join("; ")}`],
          ["relay", `${url}/v1`],
          ["management", `${url}/api`],
          ["process", own && String(own.pid)],
          ["home", home],
        ],
        paint,
      ),
  };
}

function notRunning(context: Context, url: string | undefined): Outcome {
  const where = url === undefined ? "" : ` at ${url}`;
  const message = `Parley is not running${where}. Start it with: ${context.program} start`;
  return {
    json: { running: false, ready: false, url },
    error: { code: "not_running", message },
    text: () => message,
  };
}

async function ask(url: string): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(LIMIT_MS) });
    const body: unknown = await response.json();
    return isRecord(body) ? body : undefined;
  } catch {
    // Nobody there, or not a Parley: what the caller wants to know.
    return undefined;
  }
}
