import { createRoute } from "@hono/zod-openapi";
import {
  Account,
  AccountFilter,
  AccountInput,
  AccountList,
  TopUp,
  TopUpInput,
} from "../../contract/account.ts";
import { jsonAnswer, jsonBody, pathParam } from "../../contract/route.ts";
import { Statement, StatementFilter } from "../../contract/usage.ts";
import { makeRouter } from "./router.ts";

const tags = ["accounts"];
const named = pathParam("name", "Name of the account.");

const list = createRoute({
  method: "get",
  path: "/accounts",
  tags,
  summary: "List the accounts",
  request: { query: AccountFilter },
  responses: { 200: jsonAnswer("The accounts, oldest first, or one page of them.", AccountList) },
});

const create = createRoute({
  method: "post",
  path: "/accounts",
  tags,
  summary: "Open an account",
  request: jsonBody(AccountInput),
  responses: { 201: jsonAnswer("The new account.", Account) },
});

const get = createRoute({
  method: "get",
  path: "/accounts/{name}",
  tags,
  summary: "Show an account",
  request: named,
  responses: { 200: jsonAnswer("The account.", Account) },
});

const topUp = createRoute({
  method: "post",
  path: "/accounts/{name}/topup",
  tags,
  summary: "Add money to an account",
  request: { ...named, ...jsonBody(TopUpInput) },
  responses: { 201: jsonAnswer("The account after it, and the ledger entry.", TopUp) },
});

const statement = createRoute({
  method: "get",
  path: "/accounts/{name}/statements",
  tags,
  summary: "What an account paid in a month",
  request: { ...named, query: StatementFilter },
  responses: { 200: jsonAnswer("Totals by kind of entry and by model.", Statement) },
});

export const accountRoutes = makeRouter()
  .openapi(list, async (c) => c.json(await c.env.relay.accounts.list(c.req.valid("query")), 200))
  .openapi(create, async (c) => c.json(await c.env.relay.accounts.create(c.req.valid("json")), 201))
  .openapi(get, async (c) => c.json(await c.env.relay.accounts.get(c.req.valid("param").name), 200))
  .openapi(topUp, async (c) =>
    c.json(await c.env.relay.accounts.topUp(c.req.valid("param").name, c.req.valid("json")), 201),
  )
  .openapi(statement, async (c) => {
    const { name } = c.req.valid("param");
    return c.json(await c.env.relay.accounts.statement(name, c.req.valid("query")), 200);
  });
