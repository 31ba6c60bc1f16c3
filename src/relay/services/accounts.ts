/** Accounts: who has how much, and putting money in. */

import { AppError, makeFieldError } from "../../base/errors.ts";
import { timeId } from "../../base/ids.ts";
import { formatUsd, MAX_USD, NANO_PER_USD } from "../../base/money.ts";
import { sentence } from "../../base/sentence.ts";
import type { Account as AccountView, AccountFilter, AccountList } from "../../contract/account.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { usdToNano } from "../../contract/money.ts";
import { insertAccount } from "../../store/accounts.ts";
import { listLedgerEntries } from "../../store/ledger.ts";
import type { RelayContext } from "../context.ts";
import type { Account } from "../directory.ts";
import { writeTopUp } from "../ledger.ts";
import { pageById } from "./paging.ts";
import { readStatement } from "./statements.ts";
import { viewEntry } from "./views.ts";

export function makeAccounts(context: RelayContext): RelayManagement["accounts"] {
  return {
    list: async (filter = {}) => listAccounts([...context.directory.accounts.values()], filter),
    get: async (name) => viewAccount(getAccount(context, name)),
    create: async ({ name }) => viewAccount(await createAccount(context, name)),
    async topUp(name, input) {
      const account = getAccount(context, name);
      await deposit(context, account, usdToNano(input.usd, "usd"), input.note ?? null);
      const [entry] = await listLedgerEntries(context.store, {
        accountId: account.id,
        kind: "topup",
        limit: 1,
      });
      if (!entry) throw new Error("a committed top-up is missing from the ledger");
      return { account: viewAccount(account), entry: viewEntry(context, entry) };
    },
    statement: async (name, filter) => readStatement(context, getAccount(context, name), filter),
  };
}

export async function createAccount(context: RelayContext, name: string): Promise<Account> {
  const now = context.clock.now();
  const row = { id: timeId("acc", now), name, balance_nano: 0, created_at: now };
  await insertAccount(context.store, row);
  return context.directory.addAccount(row);
}

/** Puts money into an account; durable when it resolves. */
export async function deposit(
  context: RelayContext,
  account: Account,
  amount: number,
  note: string | null,
): Promise<void> {
  if (amount <= 0) throw makeFieldError("usd", sentence("must_be_positive"));
  if (account.wallet.balance + amount > MAX_USD * NANO_PER_USD) {
    throw new AppError("invalid_request", sentence("account_full", { maximum: MAX_USD }), {
      param: "usd",
    });
  }
  writeTopUp(context.store.writer, account.id, amount, context.clock.now(), note);
  await context.store.writer.committed();
  account.wallet.deposit(amount);
}

/** By name or id. Throws AppError("not_found"). */
export function getAccount(context: RelayContext, name: string): Account {
  const account = context.directory.findAccount(name) ?? context.directory.accounts.get(name);
  if (account) return account;
  const names = [...context.directory.accounts.values()].map((other) => other.name).slice(0, 10);
  throw new AppError(
    "not_found",
    sentence("no_account", { name, names: names.join(", ") || "—" }),
    { param: "account" },
  );
}

function listAccounts(all: readonly Account[], filter: AccountFilter): AccountList {
  const nameOf = ({ name }: Account): string => name;
  const { rows, next, total } = pageById(
    { all, idOf: ({ id }) => id, nameOf, textOf: nameOf },
    filter,
  );
  return { accounts: rows.map(viewAccount), next, total };
}

function viewAccount(account: Account): AccountView {
  const { wallet } = account;
  return {
    id: account.id,
    name: account.name,
    balance_nano: wallet.balance,
    balance_usd: formatUsd(wallet.balance),
    held_nano: wallet.held,
    available_nano: wallet.available,
    created_at: new Date(account.createdAt).toISOString(),
  };
}
