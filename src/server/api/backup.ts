/** Taking a copy of everything. Putting one back is done on the machine, with `parley restore`. */

import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { Backup, BackupInput } from "../../contract/backup.ts";
import { jsonAnswer, jsonBody, pathParam } from "../../contract/route.ts";
import { makeBackup, openBackup } from "../backups.ts";
import type { ApiEnv } from "./env.ts";

const tags = ["backup"];
const SQLITE = "application/vnd.sqlite3";

const make = createRoute({
  method: "post",
  path: "/backup",
  tags,
  summary: "Make a backup",
  description:
    "A consistent copy of the SQLite database, made while Parley goes on. Closing the connection breaks it off. On " +
    "PostgreSQL it is refused with the `pg_dump` line to use.",
  request: jsonBody(BackupInput),
  responses: { 201: jsonAnswer("It waits to be fetched.", Backup) },
});

const fetchRoute = createRoute({
  method: "get",
  path: "/backup/{id}",
  tags,
  summary: "Fetch a backup, once",
  request: pathParam("id", "Id of the backup."),
  responses: {
    200: {
      description: "The file, for `parley restore`.",
      content: { [SQLITE]: { schema: z.string().openapi({ format: "binary" }) } },
    },
  },
});

export const backupRoutes = new OpenAPIHono<ApiEnv>()
  .openapi(make, async (c) => {
    const { guard, config, clock } = c.env;
    const backup = await makeBackup({
      store: guard.store,
      config,
      input: c.req.valid("json"),
      now: clock.now(),
      signal: c.req.raw.signal,
    });
    return c.json(backup, 201);
  })
  .openapi(fetchRoute, (c) => {
    const { stream, bytes } = openBackup(c.env.config.home, c.req.valid("param").id);
    const day = new Date(c.env.clock.now()).toISOString().slice(0, 10);
    return c.body(stream, 200, {
      "content-type": SQLITE,
      "content-length": String(bytes),
      "content-disposition": `attachment; filename="parley-${day}.db"`,
    });
  });
