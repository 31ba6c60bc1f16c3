/**
 * Two roads to the same handlers: HTTP to a server that runs, or the management API opened in this process while none
 * does. Which one it is makes no difference to a command.
 */

import { loadClientEnv } from "../base/config-env.ts";
import { isRecord } from "../base/json.ts";
import { makeLog } from "../base/log.ts";
import { findRunningServer } from "../server/server-file.ts";
import type { Api, Method } from "./api.ts";
import { untilClaimed } from "./claim.ts";
import { ApiError } from "./failure.ts";

export interface RoadOptions {
  /** Flags; the environment stands in for what is absent. */
  readonly server: string | undefined;
  readonly token: string | undefined;
  readonly program: string;
}

/** Longer than any check of a slow vendor. */
const ANSWER_MS = 300_000;

export async function openApi(options: RoadOptions): Promise<Api> {
  const env = loadClientEnv();
  const server = options.server ?? env.server;
  const token = options.token ?? env.token;
  if (server !== undefined) return remoteApi(server, token, options.program);
  return untilClaimed(async () => {
    const running = await findRunningServer(env.home);
    return running ? httpApi(running.url, token ?? running.token, options.program) : localApi();
  });
}

async function remoteApi(server: string, token: string | undefined, program: string): Promise<Api> {
  const url = readServer(server);
  if (token !== undefined) return httpApi(url, token, program);
  const own = await findRunningServer(loadClientEnv().home);
  if (own?.url === url) return httpApi(url, own.token, program);
  throw new ApiError(
    "unauthorized",
    0,
    `${url} needs a personal access token: give --token or PARLEY_TOKEN. "${program} token create --name NAME" makes one on that machine.`,
  );
}

/** `host:8400`, `http://host:8400/` and `http://host:8400/api` all mean the same server. */
export function readServer(text: string): string {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  if (!url || url.hostname === "")
    throw new ApiError("invalid_request", 0, `"${text}" is not the address of a server.`);
  return url.origin + url.pathname.replace(/\/(api|v1)?\/*$/, "");
}

export function httpApi(url: string, token: string, program: string): Api {
  return {
    url,
    async call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
      const response = await fetch(url + path, {
        ...makeInit(method, body, { authorization: `Bearer ${token}` }),
        redirect: "error",
        signal: AbortSignal.timeout(ANSWER_MS),
      }).catch((error: unknown) => {
        throw unreachable(url, error, program);
      });
      return readAnswer<Answer>(response, url, program);
    },
    async download(path) {
      // Without a limit of time: a large file takes long on a slow line.
      const response = await fetch(url + path, {
        headers: { authorization: `Bearer ${token}` },
        redirect: "error",
      }).catch((error: unknown) => {
        throw unreachable(url, error, program);
      });
      return response.ok ? response : readAnswer<never>(response, url, program);
    },
    close: () => Promise.resolve(),
  };
}

async function localApi(): Promise<Api> {
  const [{ loadConfig }, { openManagement }] = await Promise.all([
    import("../base/config.ts"),
    import("../server/management.ts"),
  ]);
  const log = makeLog({
    level: "warn",
    format: "text",
    write: (text) => process.stderr.write(text),
  });
  const management = await openManagement(loadConfig(), log);
  return {
    url: undefined,
    async call<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
      const request = new Request(`http://localhost${path}`, makeInit(method, body, {}));
      return readAnswer<Answer>(await management.fetch(request), undefined, "");
    },
    async download(path) {
      const response = await management.fetch(new Request(`http://localhost${path}`));
      return response.ok ? response : readAnswer<never>(response, undefined, "");
    },
    async close() {
      await management.close();
      log.flush();
    },
  };
}

function makeInit(method: Method, body: unknown, headers: Record<string, string>): RequestInit {
  if (body === undefined) return { method, headers };
  return {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

async function readAnswer<Answer>(
  response: Response,
  url: string | undefined,
  program: string,
): Promise<Answer> {
  const text = await response.text();
  const body = parse(text);
  // What Parley answers was checked by the contract's types on its side.
  if (response.ok && (body !== undefined || text === "")) return body as Answer;
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : undefined;
  if (!error || typeof error["message"] !== "string") {
    throw new ApiError(
      "unavailable",
      response.status,
      `${url ?? "Parley"} answered ${response.status}, but not like a Parley. Is the address right?`,
    );
  }
  const code = typeof error["code"] === "string" ? error["code"] : "internal_error";
  throw new ApiError(
    code,
    response.status,
    error["message"] + hint(response.status, url, program),
    {
      param: typeof error["param"] === "string" ? error["param"] : undefined,
      problems: Array.isArray(error["problems"]) ? error["problems"] : undefined,
      requestId:
        response.status >= 500 && typeof error["request_id"] === "string"
          ? error["request_id"]
          : undefined,
    },
  );
}

function hint(status: number, url: string | undefined, program: string): string {
  if (status !== 401 || url === undefined) return "";
  return ` The token for ${url} was refused: check --token or PARLEY_TOKEN; "${program} token create --name NAME" makes one on that machine.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function unreachable(url: string, error: unknown, program: string): ApiError {
  const isLate = error instanceof Error && error.name === "TimeoutError";
  const why = isLate ? `did not answer within ${ANSWER_MS / 1000} s` : "cannot be reached";
  const message = `${url} ${why}. Is Parley running there? "${program} status --server ${url}" tells, "${program} start" starts it here.`;
  return new ApiError("unavailable", 0, message, {}, { cause: error });
}
