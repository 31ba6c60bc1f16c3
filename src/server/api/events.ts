/** `GET /api/events`: what happens in this Parley, as it happens, for the console. */

import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { AppError } from "../../base/errors.ts";
import { KEEP_ALIVE, writeSse } from "../../base/sse.ts";
import type { LiveEvents, LiveHub } from "../../contract/events.ts";
import { authenticate } from "../auth/authenticate.ts";
import { checkPermission } from "../auth/permissions.ts";
import type { ApiEnv } from "./env.ts";

const KEEP_ALIVE_MS = 15_000;
/** A reader that does not keep up is let go; it comes back and asks for everything again. */
const MOST_WAITING_BYTES = 1024 * 1024;

const stream = createRoute({
  method: "get",
  path: "/events",
  tags: ["events"],
  summary: "Follow what happens, as server-sent events",
  responses: {
    200: {
      description:
        "A stream without end, unless the reader is signed out. Events: `request` (a call has ended; its data is a RequestRow), `key`, `provider` and " +
        "`account` (one was changed; its data names it, or null when a new one was made). Nothing is repeated after a " +
        "break: read the lists again.",
      content: { "text/event-stream": { schema: z.string() } },
    },
  },
});

export const eventRoutes = new OpenAPIHono<ApiEnv>().openapi(stream, (c) => {
  const { events, guard, clock } = c.env;
  // The request itself is gone once it is answered.
  const caller = new Request(c.req.url, { headers: new Headers(c.req.raw.headers) });
  const isKnown = async (): Promise<boolean> => {
    try {
      const { user } = await authenticate(guard, caller, clock.now());
      checkPermission(user.role, "GET", c.req.path);
      return true;
    } catch (error) {
      return !(error instanceof AppError && error.status < 500);
    }
  };
  return c.body(openStream({ events, isKnown, signal: c.req.raw.signal }), 200, {
    "content-type": "text/event-stream",
  });
});

interface StreamOptions {
  readonly events: LiveHub;
  /** False: whoever listens was signed out, removed, or lost the token since. */
  readonly isKnown: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

function openStream({ events, isKnown, signal }: StreamOptions): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let close = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOpen = true;
        const end = (): void => {
          if (!isOpen) return;
          close();
          controller.close();
        };
        const send = (text: string): void => {
          if (!isOpen) return;
          if ((controller.desiredSize ?? 0) < -MOST_WAITING_BYTES) end();
          else controller.enqueue(encoder.encode(text));
        };
        const endForStrangers = (): void => {
          void isKnown().then((known) => (known ? undefined : end()));
        };
        const silence = events.listen((name, data) => {
          if (name === "access") endForStrangers();
          else send(writeSse(JSON.stringify(data), name));
        });
        const timer = setInterval(() => {
          send(KEEP_ALIVE);
          // Sessions and tokens also end by their age.
          endForStrangers();
        }, KEEP_ALIVE_MS);
        close = () => {
          isOpen = false;
          silence();
          clearInterval(timer);
        };
        signal.addEventListener("abort", close);
        // The browser's stream counts as open with its first bytes.
        send(KEEP_ALIVE);
      },
      cancel: () => close(),
    },
    { highWaterMark: 0, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

/** Changes that may end somebody's session or token. */
const ACCESS = /^\/api\/(?:members|session|tokens|join)(?:\/|$)/;

/** Has every open stream look again whether its reader is still let in. */
export const recheckReaders: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  const { events } = c.env;
  if (events.isHeard && c.req.method !== "GET" && c.res.ok && ACCESS.test(c.req.path))
    events.publish("access", null);
};

/** Nouns of the management API whose changes are told. */
const TOLD: Readonly<Record<string, Exclude<keyof LiveEvents, "request">>> = {
  keys: "key",
  providers: "provider",
  models: "provider",
  routes: "provider",
  accounts: "account",
};

/** Tells every successful change, whoever made it: the console, the command line, a program. */
export const announce: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  const { events } = c.env;
  if (!events.isHeard || c.req.method === "GET" || c.req.method === "HEAD" || !c.res.ok) return;
  const [, noun = "", name] = /^\/api\/relay\/([^/]+)(?:\/([^/]+))?/.exec(c.req.path) ?? [];
  const event = TOLD[noun];
  if (event === undefined) return;
  const subject = name === undefined ? null : decodeURIComponent(name);
  if (event === "key") events.publish("key", { id: subject });
  else events.publish(event, { name: subject });
};
