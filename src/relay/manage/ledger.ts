import { createRoute } from "@hono/zod-openapi";
import { LedgerFilter, LedgerPage, LedgerVerify } from "../../contract/ledger.ts";
import { jsonAnswer } from "../../contract/route.ts";
import { makeRouter } from "./router.ts";

const tags = ["ledger"];

const entries = createRoute({
  method: "get",
  path: "/ledger",
  tags,
  summary: "List ledger entries, newest first",
  request: { query: LedgerFilter },
  responses: { 200: jsonAnswer("One page of the ledger.", LedgerPage) },
});

const verify = createRoute({
  method: "get",
  path: "/ledger/verify",
  tags,
  summary: "Recompute every balance from the entries",
  responses: { 200: jsonAnswer("What was compared, and what does not agree.", LedgerVerify) },
});

export const ledgerRoutes = makeRouter()
  .openapi(entries, async (c) =>
    c.json(await c.env.relay.ledger.entries(c.req.valid("query")), 200),
  )
  .openapi(verify, async (c) => c.json(await c.env.relay.ledger.verify(), 200));
