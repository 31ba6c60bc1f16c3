/** Gives each request an id, each answer its headers, and each change a line in the log. */

import type { MiddlewareHandler } from "hono";
import { timeId } from "../../base/ids.ts";
import type { ApiEnv } from "./env.ts";
import { COMMON_HEADERS } from "./error-answer.ts";

export const record: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { clock, log, origin } = c.env;
  const started = clock.now();
  const requestId = timeId("api", started);
  c.set("requestId", requestId);
  await next();
  c.header("x-request-id", requestId);
  for (const [name, value] of Object.entries(COMMON_HEADERS)) c.header(name, value);
  const isChange = c.req.method !== "GET" && c.req.method !== "HEAD";
  log[isChange ? "info" : "debug"]("management", {
    request_id: requestId,
    method: c.req.method,
    path: c.req.path,
    status: c.res.status,
    by: c.get("identity")?.user.name ?? null,
    client_ip: origin.address,
    ms: clock.now() - started,
  });
};
