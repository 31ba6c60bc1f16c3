/** `parley relay account …` */

import { defineCommand } from "../command.ts";

export const ACCOUNT_COMMANDS = [
  defineCommand("relay account create", {
    summary: "Create an account; it starts with no money",
    positionals: [{ name: "name", about: "name for the account" }],
    examples: ["relay account create team-a"],
    load: async () => (await import("../run/account.ts")).createAccount,
  }),
  defineCommand("relay account list", {
    summary: "List accounts and their balances",
    load: async () => (await import("../run/account.ts")).listAccounts,
  }),
  defineCommand("relay account topup", {
    summary: "Add money to an account",
    positionals: [
      { name: "name", about: "name of the account", names: "account" },
      { name: "usd", about: "dollars to add, such as 5 or 0.25" },
    ],
    flags: {
      note: { type: "text", value: "TEXT", about: "Stands in the ledger beside the amount" },
    },
    examples: ['relay account topup team-a 25 --note "invoice 17"'],
    load: async () => (await import("../run/account.ts")).topUpAccount,
  }),
  defineCommand("relay account statement", {
    summary: "Show what an account paid in a month, by kind and by model",
    positionals: [{ name: "name", about: "name of the account", names: "account" }],
    flags: { month: { type: "text", value: "YYYY-MM", about: "In UTC; absent: this month" } },
    examples: ["relay account statement team-a --month 2026-01"],
    load: async () => (await import("../run/account.ts")).showStatement,
  }),
] as const;
