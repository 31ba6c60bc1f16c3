/**
 * The port. The relay is asked first, with nothing in its way; what it does not know goes to the site.
 *
 * A connection with nothing to read or write for `IDLE_SECONDS` is closed, so that clients that vanish do not pile up.
 * A call that waits for a slow vendor is silent too; those are kept open by hand.
 */

import { isIPv6 } from "node:net";
import { AppError } from "../base/errors.ts";
import { timeId } from "../base/ids.ts";
import type { Log } from "../base/log.ts";
import type { Peer } from "../relay/peer.ts";
import type { Relay } from "../relay/relay.ts";
import { makeErrorAnswer } from "./api/error-answer.ts";
import type { Site } from "./site.ts";

/** The most Bun can count. */
const IDLE_SECONDS = 255;
const KEEP_OPEN_MS = 60_000;
/** The relay measures bodies itself and says so in JSON; Bun would answer an empty 413. */
const MOST_BODY_BYTES = Number.MAX_SAFE_INTEGER;

export interface ListenerOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly relay: Relay;
  readonly site: Site;
  readonly log: Log;
}

export interface Listener {
  /** For programs on this machine: a wildcard address becomes the loopback one. */
  readonly url: string;
  readonly port: number;
  /** Takes no new connections; what runs goes on. */
  refuse(): void;
  /** Cuts what still runs. */
  close(): Promise<void>;
}

type Server = Bun.Server<undefined>;

/** Throws AppError("unavailable") with what to do when the address cannot be had. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { relay, site, log } = options;
  const waiting = new Set<Request>();
  const makePeer = peerMaker(options.host, waiting);

  const server = await open(options, {
    fetch(request: Request, self: Server) {
      const peer = makePeer(request, self);
      return relay.fetch(request, peer) ?? site(request, peer.address);
    },
    error: (error) => makeErrorAnswer(error, timeId("web", Date.now()), log),
  });
  const timer = setInterval(() => {
    for (const request of waiting) server.timeout(request, IDLE_SECONDS);
  }, KEEP_OPEN_MS);
  timer.unref();

  return {
    url: `http://${writeHost(options.host)}:${server.port}`,
    port: server.port ?? options.port,
    refuse: () => void server.stop(),
    async close() {
      clearInterval(timer);
      await server.stop(true);
    },
  };
}

interface Handlers {
  fetch(request: Request, server: Server): Promise<Response> | Response;
  error(error: Error): Response;
}

async function open(options: ListenerOptions, handlers: Handlers): Promise<Server> {
  const { host, port } = options;
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: MOST_BODY_BYTES,
      development: false,
      // Without development Bun shares ports: a second Parley would take half of the connections, and nobody would know.
      reusePort: false,
      ...handlers,
    });
  } catch (error) {
    throw await explain(error, host, port);
  }
}

/** Asking Bun for an address costs 6 µs a request; on the usual loopback address there is only one answer. */
function peerMaker(
  host: string,
  waiting: Set<Request>,
): (request: Request, server: Server) => Peer {
  const lasting = (request: Request): void => void waiting.add(request);
  const ended = (request: Request): void => void waiting.delete(request);
  if (host === "127.0.0.1") {
    const peer: Peer = { address: "127.0.0.1", lasting, ended };
    return () => peer;
  }
  return (request, server) => ({
    address: server.requestIP(request)?.address ?? "",
    lasting,
    ended,
  });
}

function writeHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return isIPv6(host) ? `[${host}]` : host;
}

async function explain(error: unknown, host: string, port: number): Promise<unknown> {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const cause = { cause: error };
  const address = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  switch (code) {
    case "EADDRINUSE":
      return new AppError(
        "unavailable",
        `${address} is taken by ${await nameUser(host, port)}. Stop it, or choose another port with --port N.`,
        {},
        cause,
      );
    case "EACCES":
      return new AppError(
        "unavailable",
        `This user may not listen on ${address}. Choose a port of 1024 or higher with --port N.`,
        {},
        cause,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new AppError(
        "unavailable",
        `This machine has no address ${host}. Choose another with --host H.`,
        {},
        cause,
      );
    default:
      return error;
  }
}

/** Who has the port, as far as one can ask. */
async function nameUser(host: string, port: number): Promise<string> {
  const isParley = await fetch(`http://${writeHost(host)}:${port}/healthz`, {
    signal: AbortSignal.timeout(1000),
    redirect: "error",
  })
    .then((response) => response.json())
    .then(
      (body) => typeof body === "object" && body !== null && "ok" in body && "version" in body,
      () => false,
    );
  return isParley ? "another Parley" : "another program";
}
