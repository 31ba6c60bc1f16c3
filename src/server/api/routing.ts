/** What the router of the management API says when it has no route, or an input that it cannot read. */

import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Env } from "hono";
import { HTTPException } from "hono/http-exception";
import { AppError } from "../../base/errors.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The methods with a route at this path. */
export function findAllowedMethods<E extends Env>(app: OpenAPIHono<E>, path: string): string[] {
  return METHODS.filter((method) => {
    const [handlers] = app.router.match(method, path);
    return handlers.some(([[, route]]) => route.method === method);
  });
}

/** The framework's own refusals as ours. */
export function readThrown(thrown: unknown): unknown {
  if (!(thrown instanceof HTTPException)) return thrown;
  const cause = { cause: thrown };
  if (thrown.status === 415) {
    return new AppError(
      "unsupported_media_type",
      "Send JSON, with content-type: application/json.",
      {},
      cause,
    );
  }
  if (thrown.status === 400)
    return new AppError("invalid_json", "The body is not JSON.", {}, cause);
  return thrown;
}
