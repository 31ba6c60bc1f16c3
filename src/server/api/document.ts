/** The OpenAPI document of the management API, made from the routes themselves. */

import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Env } from "hono";
import manifest from "../../../package.json";
import { ErrorBody } from "../../contract/error.ts";
import { SESSION_COOKIE } from "../auth/cookie.ts";

const ABOUT =
  "Everything the command line can do. Sign in and send the session cookie (with `x-csrf-token` on every change), or " +
  "send a personal access token as Bearer. Times are ISO-8601; money is integer nano-dollars (`*_nano`) and decimal " +
  "text (`*_usd`). Unknown fields are refused, and an error lists every problem at once.";

export type OpenApiDocument = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;

/** Once per application: what no single route brings along. */
export function describeShared<E extends Env>(app: OpenAPIHono<E>): void {
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  registry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
  });
  registry.register("Error", ErrorBody);
}

export function makeDocument<E extends Env>(app: OpenAPIHono<E>): OpenApiDocument {
  const document = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: "Parley management API", version: manifest.version, description: ABOUT },
    security: [{ token: [] }, { session: [] }],
  });
  return { ...document, paths: describePaths(document.paths ?? {}) };
}

type Paths = NonNullable<OpenApiDocument["paths"]>;

/** Writes catch-all parameters as plain ones, and adds to every operation the answer they all have: an error. */
function describePaths(paths: Paths): Paths {
  const failure = {
    description: "It did not work; the body says why.",
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
  const described: Paths = {};
  for (const [path, item] of Object.entries(paths)) {
    for (const method of ["get", "post", "put", "patch", "delete"] as const) {
      const operation = item[method];
      if (operation) operation.responses = { ...operation.responses, default: failure };
    }
    described[path.replaceAll(/\{(\w+)\{[^}]*\}\}/g, "{$1}")] = item;
  }
  return described;
}

/** Every operation in words, by its name: `PATCH /api/relay/keys/{id}`. */
export function listSummaries(document: OpenApiDocument): Map<string, string> {
  const summaries = new Map<string, string>();
  for (const [path, item] of Object.entries(document.paths ?? {}))
    for (const method of ["get", "post", "put", "patch", "delete"] as const)
      summaries.set(`${method.toUpperCase()} ${path}`, item[method]?.summary ?? "");
  return summaries;
}
