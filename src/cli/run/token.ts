import type { Token, TokenCreated } from "../../contract/token.ts";
import { part } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { renderTable, shortTime } from "../text-table.ts";

const PATH = "/api/tokens";

interface CreateInput {
  readonly flags: { readonly name: string; readonly expires: string | undefined };
}

export async function createToken(context: Context, { flags }: CreateInput): Result {
  const api = await context.api();
  const body = { name: flags.name, expires_at: flags.expires };
  const { id, token, ...rest } = await api.call<TokenCreated>("POST", PATH, body);
  return {
    json: { id, token, ...rest },
    text: (paint) =>
      [
        `Token ${paint.bold(id)} (${rest.name}) created.`,
        "",
        `  ${paint.bold(token)}`,
        "",
        paint.dim("Keep it now: it cannot be shown again. It goes into PARLEY_TOKEN or --token."),
      ].join("\n"),
  };
}

export async function listTokens(context: Context): Result {
  const api = await context.api();
  const { tokens } = await api.call<{ tokens: Token[] }>("GET", PATH);
  return {
    json: { tokens },
    text: (paint) =>
      tokens.length === 0
        ? "No tokens."
        : renderTable<Token>(
            [
              { title: "ID", cell: (token) => token.id },
              { title: "NAME", cell: (token) => token.name },
              { title: "CREATED (UTC)", cell: (token) => shortTime(token.created_at) },
              { title: "EXPIRES (UTC)", cell: (token) => shortTime(token.expires_at) },
              { title: "LAST USED (UTC)", cell: (token) => shortTime(token.last_used_at) },
            ],
            tokens,
            paint,
          ),
  };
}

export async function revokeToken(context: Context, { args }: { args: { id: string } }): Result {
  const api = await context.api();
  await api.call("DELETE", `${PATH}/${part(args.id)}`);
  return { json: { revoked: args.id }, text: () => `Token ${args.id} revoked.` };
}
