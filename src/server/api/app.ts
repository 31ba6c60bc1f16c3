/**
 * The management API: `/api/…`, sign-in first, then every room's routes. A handler takes a Request and gives a Response;
 * it needs no port. Loaded only when somebody calls it.
 */

import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { bodyLimit } from "hono/body-limit";
import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { jsonAnswer } from "../../contract/route.ts";
import { RELAY_ROUTERS } from "../../relay/manage/routes.ts";
import { audit, lookBefore } from "../audit/middleware.ts";
import type { Origin } from "../auth/caller.ts";
import { makeAuditRoutes } from "./audit.ts";
import { authorise } from "./authorise.ts";
import { backupRoutes } from "./backup.ts";
import { describeShared, listSummaries, makeDocument } from "./document.ts";
import type { ApiEnv, ApiParts } from "./env.ts";
import { makeErrorAnswer } from "./error-answer.ts";
import { announce, eventRoutes, recheckReaders } from "./events.ts";
import { memberRoutes } from "./members.ts";
import { makeInputError } from "./problems.ts";
import { publicRoutes } from "./public.ts";
import { record } from "./record.ts";
import { findAllowedMethods, readThrown } from "./routing.ts";
import { sessionRoutes } from "./session.ts";
import { settingsRoutes } from "./settings.ts";
import { tokenRoutes } from "./tokens.ts";

const MIB = 1024 * 1024;
const MOST_BODY_BYTES = MIB;
/** Where a body may be larger. */
const LARGE_BODIES: ReadonlyMap<string, number> = new Map([
  // Images.
  ["/api/relay/playground", 20 * MIB],
  // A price file as text: LiteLLM's table has 1.7 MB, and grows.
  ["/api/relay/catalogue", 16 * MIB],
]);

const openApi = createRoute({
  method: "get",
  path: "/api/openapi.json",
  tags: ["document"],
  summary: "This document",
  responses: { 200: jsonAnswer("OpenAPI 3.1.", z.record(z.string(), z.unknown())) },
});

export const app = new OpenAPIHono<ApiEnv>({
  defaultHook: (result) => {
    if (!result.success) throw makeInputError(result.target, result.error.issues);
  },
});

app.onError((thrown, c) => makeErrorAnswer(readThrown(thrown), c.get("requestId"), c.env.log));
app.notFound((c) => {
  const allowed = findAllowedMethods(app, c.req.path);
  const error =
    allowed.length > 0
      ? new AppError(
          "method_not_allowed",
          `${c.req.method} does not work here; ${allowed.join(", ")} does.`,
          {
            headers: { allow: allowed.join(", ") },
          },
        )
      : new AppError(
          "not_found",
          `Nothing lives at ${c.req.path}. GET /api/openapi.json lists every path.`,
        );
  return makeErrorAnswer(error, c.get("requestId"), c.env.log);
});

app.use(record);
app.use(audit);
app.use(recheckReaders);
// Other sites' pages get no answer to their preflight, so the browser keeps them out.
app.options("*", () => {
  throw new AppError("method_not_allowed", "Other sites may not call this API.");
});
const limitBody = limitTo(MOST_BODY_BYTES);
const largeLimits = new Map([...LARGE_BODIES].map(([path, bytes]) => [path, limitTo(bytes)]));
app.use((c, next) => (largeLimits.get(c.req.path) ?? limitBody)(c, next));
app.route("/api", publicRoutes);
// Everything below this line needs a signed-in caller.
app.use(authorise);
app.use(announce);
app.use(lookBefore((request, env) => app.fetch(request, env)));
app.route("/api", eventRoutes);
app.route("/api", sessionRoutes);
app.route("/api", tokenRoutes);
app.route("/api", memberRoutes);
app.route("/api", settingsRoutes);
app.route("/api", backupRoutes);
app.route("/api", makeAuditRoutes(findSummary));
for (const router of RELAY_ROUTERS) app.route("/api/relay", router);
app.openAPIRegistry.registerPath(openApi);
app.get(openApi.path, (c) => c.json(makeDocument(app)));
describeShared(app);

let summaries: ReadonlyMap<string, string> | undefined;

/** `PATCH /api/relay/keys/{id}` in words, from the document. */
function findSummary(action: string): string | undefined {
  summaries ??= listSummaries(makeDocument(app));
  return summaries.get(action);
}

function limitTo(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new AppError(
        "body_too_large",
        sentence("body_too_large", { mebibytes: maxSize / MIB }),
      );
    },
  });
}

/** Answers one request. Never rejects. */
export async function handleApi(
  parts: ApiParts,
  request: Request,
  origin: Origin,
): Promise<Response> {
  return app.fetch(request, { ...parts, origin });
}
