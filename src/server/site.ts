/** Everything on the port that is not the relay's own: health, metrics, the management API, and the console. */

import type { AddressList } from "../base/addresses.ts";
import type { Config } from "../base/config.ts";
import { AppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import type { Relay } from "../relay/relay.ts";
import type { ApiParts } from "./api/env.ts";
import { COMMON_HEADERS, makeErrorAnswer } from "./api/error-answer.ts";
import { readOrigin } from "./auth/origin.ts";
import { makeFrontPage } from "./front-page.ts";
import { answerHealth, answerMetrics, answerReady } from "./health.ts";
import type { Console } from "./web/console.ts";
import { isAssetPath, isConsolePath, wantsPage } from "./web/paths.ts";

export interface SiteParts {
  readonly config: Config;
  readonly api: ApiParts;
  readonly relay: Relay;
  readonly proxies: AddressList;
  readonly console: Console;
  isStopping(): boolean;
}

/** Never rejects. */
export type Site = (request: Request, peer: string) => Promise<Response>;

export function makeSite(parts: SiteParts): Site {
  const { clock, log } = parts.api;
  return async (request, peer) => {
    try {
      return await dispatch(parts, request, peer);
    } catch (thrown) {
      return makeErrorAnswer(thrown, timeId("web", clock.now()), log);
    }
  };
}

async function dispatch(parts: SiteParts, request: Request, peer: string): Promise<Response> {
  const { config, api, relay, proxies } = parts;
  const { pathname } = new URL(request.url);
  if (pathname === "/api" || pathname.startsWith("/api/")) {
    // Loaded with its first use: most servers are managed rarely, and start and rest lighter without it.
    const { handleApi } = await import("./api/app.ts");
    return handleApi(api, request, readOrigin(request, peer, proxies));
  }
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (isReading && isAssetPath(pathname)) {
    const asset = await parts.console.asset(request, pathname);
    if (asset !== undefined) return asset;
  }
  const page = PAGES.find((known) => known === pathname);
  if (page === undefined || page === "/") {
    // Unknown to everybody: a person gets the console's own words for that, a program gets JSON.
    if (isReading && wantsPage(request))
      return parts.console.page(request, isConsolePath(pathname) ? 200 : 404);
    if (page === undefined)
      throw new AppError(
        "not_found",
        `Nothing lives at ${pathname.slice(0, 200)}. Models are called under /v1, management is under /api.`,
      );
  }
  if (!isReading) {
    throw new AppError("method_not_allowed", `${page} takes GET.`, {
      headers: { allow: "GET, HEAD" },
    });
  }
  switch (page) {
    case "/":
      return makeFrontPage();
    case "/healthz":
      return answerHealth();
    case "/readyz":
      return answerReady(relay, parts.isStopping());
    case "/metrics": {
      const gate = { isPublic: config.metrics.public, guard: api.guard };
      return answerMetrics(relay, gate, request, peer, api.clock.now());
    }
    case "/favicon.ico":
      return new Response(null, { status: 204, headers: COMMON_HEADERS });
  }
}

const PAGES = ["/", "/healthz", "/readyz", "/metrics", "/favicon.ico"] as const;
