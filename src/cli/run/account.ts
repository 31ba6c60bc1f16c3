import type { Account, TopUp } from "../../contract/account.ts";
import type { Statement } from "../../contract/usage.ts";
import { part, queryText } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { listAll } from "../pages.ts";
import type { Paint } from "../paint.ts";
import { dollars, renderFacts, renderTable, shortTime } from "../text-table.ts";
import { UsageError } from "../usage-error.ts";
import { readUsd } from "../value.ts";

const PATH = "/api/relay/accounts";

export async function createAccount(
  context: Context,
  { args }: { args: { name: string } },
): Result {
  const api = await context.api();
  const account = await api.call<Account>("POST", PATH, { name: args.name });
  const next = `${context.program} relay account topup ${args.name} 5`;
  return {
    json: { account },
    text: (paint) =>
      `Account ${paint.bold(account.name)} created.\n${paint.dim(`Give it money: ${next}`)}`,
  };
}

export async function listAccounts(context: Context): Result {
  const api = await context.api();
  const accounts = await listAll<Account>(api, PATH, "accounts");
  return {
    json: { accounts },
    text: (paint) =>
      accounts.length === 0
        ? `No accounts yet. ${context.program} relay account create NAME makes one.`
        : renderTable<Account>(
            [
              { title: "ACCOUNT", cell: (row) => row.name },
              { title: "BALANCE", cell: (row) => ({ nano: row.balance_nano }) },
              { title: "HELD", cell: (row) => ({ nano: row.held_nano }) },
              { title: "AVAILABLE", cell: (row) => ({ nano: row.available_nano }) },
              { title: "CREATED (UTC)", cell: (row) => shortTime(row.created_at) },
            ],
            accounts,
            paint,
          ),
  };
}

interface TopUpInput {
  readonly args: { readonly name: string; readonly usd: string };
  readonly flags: { readonly note: string | undefined };
}

export async function topUpAccount(context: Context, { args, flags }: TopUpInput): Result {
  const usd = readAmount(args.usd);
  const api = await context.api();
  const body = { usd, note: flags.note };
  const { account, entry } = await api.call<TopUp>(
    "POST",
    `${PATH}/${part(args.name)}/topup`,
    body,
  );
  return {
    json: { account, entry },
    text: (paint) =>
      `Added ${dollars(entry.amount_nano)} to ${paint.bold(account.name)}; the balance is ${dollars(account.balance_nano)}.`,
  };
}

function readAmount(text: string): string {
  try {
    return readUsd(text);
  } catch (error) {
    throw new UsageError(`USD ${(error as Error).message}.`, ["relay", "account", "topup"]);
  }
}

interface StatementInput {
  readonly args: { readonly name: string };
  readonly flags: { readonly month: string | undefined };
}

export async function showStatement(context: Context, { args, flags }: StatementInput): Result {
  const api = await context.api();
  const path = `${PATH}/${part(args.name)}/statements${queryText(flags)}`;
  const statement = await api.call<Statement>("GET", path);
  return { json: { statement }, text: (paint) => statementText(statement, paint) };
}

function statementText(statement: Statement, paint: Paint): string {
  const head = renderFacts(
    [
      ["account", statement.account],
      ["month", `${statement.month} (UTC)`],
      ["opening", dollars(statement.opening_nano)],
      ...statement.kinds.map(({ kind, entries, amount_nano }): [string, string] => [
        kind,
        `${dollars(amount_nano)} in ${entries} ${entries === 1 ? "entry" : "entries"}`,
      ]),
      ["spent", dollars(statement.spent_nano)],
      ["closing", dollars(statement.closing_nano)],
    ],
    paint,
  );
  if (statement.models.length === 0) return head;
  type Row = Statement["models"][number];
  const models = renderTable<Row>(
    [
      { title: "MODEL", cell: (row) => row.model ?? "-" },
      { title: "PROVIDER", cell: (row) => row.provider ?? "-" },
      { title: "CALLS", align: "right", cell: (row) => String(row.requests) },
      { title: "COST", cell: (row) => ({ nano: row.amount_nano }) },
    ],
    statement.models,
    paint,
  );
  return `${head}\n\n${models}`;
}
