/** The relay as the rest of Parley sees it: one `fetch` for its endpoints, one interface to manage it. */

import { clientAddress, parseAddressList } from "../base/addresses.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import type { Config } from "../base/config.ts";
import { AppError, toAppError } from "../base/errors.ts";
import { EventHub } from "../base/events.ts";
import { timeId } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import { NANO_PER_USD } from "../base/money.ts";
import type { LiveHub } from "../contract/events.ts";
import type { RelayManagement } from "../contract/management.ts";
import type { Dialect } from "../llm/dialect.ts";
import { chatCompletions } from "../llm/dialects/chat-completions/index.ts";
import { listAccounts } from "../store/accounts.ts";
import { listApiKeys } from "../store/api-keys.ts";
import { listProviders } from "../store/providers.ts";
import type { Store } from "../store/store.ts";
import { authenticate } from "./authenticate.ts";
import type { RelayContext } from "./context.ts";
import { answerCount } from "./count-tokens.ts";
import { demoProvider } from "./demo.ts";
import { Directory } from "./directory.ts";
import { errorResponse } from "./error-response.ts";
import { Health } from "./health.ts";
import { infer } from "./inference.ts";
import { loadLearned } from "./learned.ts";
import { makeMetrics } from "./metrics.ts";
import { frontOf, getModel, listModels } from "./models.ts";
import { passThrough } from "./pass-through.ts";
import { type Endpoint, findEndpoint } from "./paths.ts";
import type { Peer } from "./peer.ts";
import { createAccount, deposit } from "./services/accounts.ts";
import { makeManagement } from "./services/index.ts";
import { DEFAULT_ACCOUNT } from "./services/keys.ts";
import { loadRoutes } from "./services/routes.ts";
import { forgetKeptAnswers, forgetOldRequests, noteKeyUse, recoverOpenRequests } from "./upkeep.ts";
import { Watch } from "./watch.ts";

export interface Relay {
  /** Answers the relay's own endpoints; undefined: the path is not one of them. */
  fetch(request: Request, peer: Peer): Promise<Response> | Response | undefined;
  readonly management: RelayManagement;
  /** Prometheus text. */
  metrics(): string;
  /** Resolves when calls can be served; throws AppError("unavailable") with the reason otherwise. */
  ready(): Promise<void>;
  /** Refuses new calls, waits for running ones at most `graceMs`, writes everything down. */
  close(graceMs: number): Promise<void>;
}

export interface RelayOptions {
  /** Claimed by the caller, who also closes it. */
  readonly store: Store;
  readonly config: Config;
  readonly log: Log;
  readonly clock?: Clock;
  /** Where finished calls are told. Absent: nobody listens. */
  readonly events?: LiveHub;
}

const UPKEEP_MS = 60_000;

export async function openRelay(options: RelayOptions): Promise<Relay> {
  const context = makeContext(options);
  const { log, directory, open } = context;
  await load(context);
  const recovered = await recoverOpenRequests(context);
  if (recovered > 0)
    log.warn("released the money of calls that a crash had left open", { calls: recovered });

  let closing = false;
  const upkeep = setInterval(() => void keepUp(context), UPKEEP_MS);
  upkeep.unref();
  context.store.writer.onFailure((error) => log.error("a batch of writes failed", { error }));

  return {
    fetch(request, peer) {
      const endpoint = findEndpoint(pathOf(request.url));
      if (!endpoint) return undefined;
      if (closing)
        return refuse(
          context,
          new AppError("unavailable", "This Parley is stopping. Try again in a moment.", {
            retryAfter: 1,
          }),
        );
      return serve(context, request, peer, endpoint);
    },
    management: makeManagement(context),
    metrics: () => context.metrics.text(),
    async ready() {
      if (closing) throw new AppError("unavailable", "stopping");
      await context.store.ping();
    },
    async close(graceMs) {
      closing = true;
      clearInterval(upkeep);
      const until = performance.now() + graceMs;
      while (open.size > 0 && performance.now() < until) await Bun.sleep(20);
      if (open.size > 0) log.warn("stopped while calls were running", { calls: open.size });
      await noteKeyUse(context);
      await context.store.writer.committed();
      log.debug("relay closed", { accounts: directory.accounts.size });
    },
  };
}

function makeContext(options: RelayOptions): RelayContext {
  const { store, config, log, clock = systemClock, events = new EventHub() } = options;
  const trustedProxies = parseAddressList(config.server.trustedProxies);
  if (!trustedProxies) {
    throw new AppError(
      "invalid_request",
      "server.trustedProxies must list addresses or CIDR ranges such as 10.0.0.0/8.",
    );
  }
  return {
    store,
    config,
    log,
    clock,
    directory: new Directory(),
    health: new Health(),
    metrics: makeMetrics(),
    watch: new Watch(),
    open: new Set(),
    flights: new Map(),
    trustedProxies,
    events,
  };
}

async function load(context: RelayContext): Promise<void> {
  const { store, directory, config, clock } = context;
  const now = clock.now();
  const [accounts, keys, providers] = await Promise.all([
    listAccounts(store),
    listApiKeys(store),
    listProviders(store),
  ]);
  for (const row of accounts) directory.addAccount(row);
  for (const row of keys) directory.addKey(row, now);
  for (const stored of providers) directory.setProvider(stored);
  await loadRoutes(context);
  await loadLearned(context);
  if (config.relay.demo && !directory.providers.has("demo"))
    directory.setProvider(demoProvider(now), true);
  if (accounts.length === 0) await makeDefaultAccount(context);
}

/** A new installation can be used at once, with priced models too. */
async function makeDefaultAccount(context: RelayContext): Promise<void> {
  const account = await createAccount(context, DEFAULT_ACCOUNT);
  const credit = Math.round(context.config.relay.startingCreditUsd * NANO_PER_USD);
  if (credit > 0) await deposit(context, account, credit, "starting credit");
}

async function keepUp(context: RelayContext): Promise<void> {
  try {
    await noteKeyUse(context);
    await forgetOldRequests(context);
    await forgetKeptAnswers(context);
  } catch (error) {
    context.log.warn("upkeep failed and will be tried again", { error });
  }
}

function serve(
  context: RelayContext,
  request: Request,
  peer: Peer,
  endpoint: Endpoint,
): Promise<Response> | Response {
  if (endpoint.kind === "inference" || endpoint.kind === "pass-through") {
    const front = endpoint.kind === "inference" ? endpoint.front : chatCompletions;
    if (request.method !== "POST") return refuse(context, wrongMethod(request, "POST"), front);
    if (request.url.includes("key=") && hasKeyInQuery(request.url))
      return refuse(context, keyInQuery(), front);
    if (endpoint.kind === "pass-through")
      return passThrough(context, request, peer, endpoint.endpoint);
    if (endpoint.operation === "count-tokens") return answerCount(context, request, peer, endpoint);
    return infer(context, request, peer, endpoint);
  }
  const front = endpoint.front ?? frontOf(request.headers);
  if (endpoint.kind === "unknown") {
    const error = new AppError(
      "not_found",
      `There is nothing at ${request.method} ${pathOf(request.url)}. The nearest path is ${endpoint.nearest}.`,
    );
    return refuse(context, error, front);
  }
  try {
    if (request.method !== "GET" && request.method !== "HEAD") throw wrongMethod(request, "GET");
    if (hasKeyInQuery(request.url)) throw keyInQuery();
    const forwarded = request.headers.get("x-forwarded-for");
    const address = clientAddress(peer.address, forwarded, context.trustedProxies);
    const key = authenticate(context, request.headers, address);
    const body =
      endpoint.kind === "models"
        ? listModels(context, key, front)
        : getModel(context, key, endpoint.id, front);
    return Response.json(body, { headers: { "x-request-id": timeId("req", context.clock.now()) } });
  } catch (thrown) {
    return refuse(context, toAppError(thrown), front);
  }
}

/** A key in an address ends up in logs and histories. */
function keyInQuery(): AppError {
  return new AppError(
    "invalid_api_key",
    "The key was sent in the address (`?key=`), where logs keep it. Send it as the `x-goog-api-key` or `Authorization` header, and rotate it.",
  );
}

function hasKeyInQuery(url: string): boolean {
  const query = url.indexOf("?");
  return query >= 0 && new URLSearchParams(url.slice(query)).has("key");
}

function wrongMethod(request: Request, allow: string): AppError {
  return new AppError(
    "method_not_allowed",
    `${pathOf(request.url)} takes ${allow}, not ${request.method}.`,
    { headers: { allow } },
  );
}

function refuse(
  context: RelayContext,
  error: AppError,
  front: Dialect = chatCompletions,
): Response {
  context.metrics.refused(error.code);
  const id = timeId("req", context.clock.now());
  if (error.code === "internal_error") context.log.error("request", { id, error });
  return errorResponse(front, error, id);
}

/** The path of an absolute URL, without building a URL object on the hot path. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (start < 0) return "/";
  const query = url.indexOf("?", start);
  return query < 0 ? url.slice(start) : url.slice(start, query);
}
