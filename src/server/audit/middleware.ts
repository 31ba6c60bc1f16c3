/**
 * Writes every administrative act that succeeded into the audit log, whoever did it and however: console, command line,
 * program. Sign-ins are written when they fail, too. Two steps stand around a request: the outer one writes when all is
 * done; the inner one, behind the gate, looks at what is about to be changed.
 */

import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { isRecord } from "../../base/json.ts";
import type { AuditChange } from "../../contract/audit.ts";
import { deleteAuditBefore, insertAudit } from "../../store/audit.ts";
import type { Store } from "../../store/store.ts";
import type { ApiEnv } from "../api/env.ts";
import { isChange } from "../auth/permissions.ts";
import { describeInput, describeRemoval } from "./summary.ts";

const DAY_MS = 24 * 3600 * 1000;
const SWEEP_MS = 3600 * 1000;
/** What is said here is no setting: prompts of the playground, a person's own name and password. */
const NO_DETAIL = ["playground", "session", "setup", "join"];

export const audit: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  if (!isChange(c.req.method, c.req.path)) return;
  const isRefused = c.get("isAttempt") === true && (c.res.status === 401 || c.res.status === 403);
  if (!c.res.ok && !isRefused) return;
  try {
    await write(c, isRefused ? "refused" : "done");
  } catch (error) {
    // The act is done; that it cannot be written down must not look as if it had failed.
    c.env.log.error("an act could not be written into the audit log", {
      request_id: c.get("requestId"),
      error,
    });
  }
};

async function write(c: Context<ApiEnv>, outcome: "done" | "refused"): Promise<void> {
  const { guard, clock, config, origin } = c.env;
  const now = clock.now();
  const identity = c.get("identity");
  const actor = identity?.user ?? c.get("entrant");
  const path = findPattern(c);
  const area = readArea(c.req.path);
  const body = await readBody(c);
  await sweep(guard.store, now, config.audit.retentionDays);
  await insertAudit(guard.store, {
    at: now,
    actor_id: actor?.id ?? null,
    actor: actor?.name ?? null,
    role: actor?.role ?? null,
    via: identity?.via ?? null,
    address: origin.address,
    action: `${c.req.method} ${path}`,
    area,
    target: findTarget(path, c.req.path, body),
    outcome,
    request_id: c.get("requestId"),
    changes_json: JSON.stringify(NO_DETAIL.includes(area) ? [] : describe(c, body)),
  });
}

function describe(c: Context<ApiEnv>, body: unknown): AuditChange[] {
  const before = c.get("before");
  return c.req.method === "DELETE" ? describeRemoval(before) : describeInput(body, before);
}

type Ask = (request: Request, env: ApiEnv["Bindings"]) => Response | Promise<Response>;

/** Asks the API itself what stands at the address, as the owner; the caller was let through already. */
export function lookBefore(ask: Ask): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const isEdit = ["PATCH", "PUT", "DELETE"].includes(c.req.method);
    if (isEdit && !NO_DETAIL.includes(readArea(c.req.path))) {
      const env = { ...c.env, guard: { ...c.env.guard, inProcess: true } };
      const answer = await ask(new Request(c.req.url), env);
      const text = await answer.text();
      if (answer.ok) c.set("before", JSON.parse(text));
    }
    await next();
  };
}

/** The route that answered, as the document writes it: `/api/relay/models/{id}/targets`. */
function findPattern(c: Context<ApiEnv>): string {
  const route = matchedRoutes(c).findLast(({ method }) => method !== "ALL");
  return (route?.path ?? c.req.path).replaceAll(/:(\w+)(\{[^}]*\})?/g, "{$1}");
}

function readArea(path: string): string {
  return /^\/api\/(?:relay\/)?([^/]+)/.exec(path)?.[1] ?? "api";
}

function findTarget(pattern: string, path: string, body: unknown): string | null {
  const parts = pattern.split(/\{\w+\}/).map((part) => RegExp.escape(part));
  const [, inPath] = new RegExp(`^${parts.join("(.+)")}$`).exec(path) ?? [];
  if (inPath !== undefined) return decode(inPath).slice(0, 200);
  const name = isRecord(body) ? body["name"] : undefined;
  // What somebody typed at the door may be a password.
  if (["session", "setup", "join"].includes(readArea(path))) return null;
  return typeof name === "string" ? name.slice(0, 200) : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** The body was read already and is remembered by the framework; undefined: there was none, or it is no JSON. */
async function readBody(c: Context<ApiEnv>): Promise<unknown> {
  if (c.req.header("content-type")?.includes("json") !== true) return undefined;
  try {
    return await c.req.json<unknown>();
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const swept = new WeakMap<Store, number>();

/** Entries leave with the first act after their time, at most once an hour. */
async function sweep(store: Store, now: number, days: number): Promise<void> {
  const last = swept.get(store);
  if (last !== undefined && now - last < SWEEP_MS) return;
  swept.set(store, now);
  await deleteAuditBefore(store, now - days * DAY_MS);
}
