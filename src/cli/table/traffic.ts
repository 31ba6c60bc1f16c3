/** `parley relay log|request|ledger|offers …`: what was called, and what it cost. */

import { defineCommand } from "../command.ts";

const ROWS = { type: "integer", value: "N", about: "Most rows to show; absent: 50" } as const;

export const TRAFFIC_COMMANDS = [
  defineCommand("relay log", {
    summary: "Show the latest calls, newest last",
    detail: "With --follow and --json every line is one row of the log.",
    flags: {
      limit: ROWS,
      follow: { type: "switch", about: "Go on showing calls as they finish, until Ctrl-C" },
      key: { type: "text", value: "ID", about: "Only calls with this key", names: "key" },
      account: {
        type: "text",
        value: "NAME",
        about: "Only calls of this account",
        names: "account",
      },
      model: { type: "text", value: "ID", about: "Only calls for this model", names: "model" },
      provider: {
        type: "text",
        value: "NAME",
        about: "Only calls to this provider",
        names: "provider",
      },
      status: {
        type: "integer",
        value: "CODE",
        about: "Only calls that ended with this HTTP status",
      },
      errors: { type: "switch", about: "Only calls that failed" },
      since: {
        type: "time",
        value: "TIME",
        about: "Only calls from then on: an ISO time, or an age such as 90m",
      },
    },
    examples: ["relay log --errors --since 1h", "relay log --follow --model gpt-5-mini"],
    load: async () => (await import("../run/log.ts")).showLog,
  }),
  defineCommand("relay usage", {
    summary: "Add up calls, tokens, money and times",
    detail:
      "Without --by the rows are steps of time; with it they are models, keys, providers or accounts.",
    flags: {
      by: {
        type: "text",
        value: "WHAT",
        about: "One row for each",
        choices: ["model", "key", "provider", "account", "none"],
      },
      bucket: {
        type: "text",
        value: "STEP",
        about: "Steps of time, in UTC; absent: hour",
        choices: ["hour", "day"],
      },
      since: {
        type: "time",
        value: "TIME",
        about: "From then on: an ISO time, or an age such as 7d; absent: a day, or 30 by days",
      },
      until: { type: "time", value: "TIME", about: "Up to then; absent: now" },
      key: { type: "text", value: "ID", about: "Only calls with this key", names: "key" },
      account: { type: "text", value: "NAME", about: "Only of this account", names: "account" },
      model: { type: "text", value: "ID", about: "Only calls for this model", names: "model" },
      provider: {
        type: "text",
        value: "NAME",
        about: "Only calls to this provider",
        names: "provider",
      },
    },
    examples: ["relay usage --by model --since 7d", "relay usage --bucket day"],
    load: async () => (await import("../run/usage.ts")).showUsage,
  }),
  defineCommand("relay request show", {
    summary: "Show one call with its ledger entries",
    positionals: [{ name: "id", about: "id of the call, from the log or its x-request-id header" }],
    load: async () => (await import("../run/log.ts")).showRequest,
  }),
  defineCommand("relay ledger list", {
    summary: "Show the latest movements of money, newest last",
    flags: {
      limit: ROWS,
      account: {
        type: "text",
        value: "NAME",
        about: "Only entries of this account",
        names: "account",
      },
      key: { type: "text", value: "ID", about: "Only entries of this key", names: "key" },
      since: {
        type: "time",
        value: "TIME",
        about: "Only entries from then on: an ISO time, or an age such as 7d",
      },
      csv: { type: "switch", about: "As a table for other programs, newest first" },
    },
    examples: ["relay ledger list --account team-a --limit 100000 --csv"],
    load: async () => (await import("../run/ledger.ts")).listEntries,
  }),
  defineCommand("relay ledger verify", {
    summary: "Recompute every balance from its entries and compare",
    detail: "Exit code 1 when anything does not add up.",
    load: async () => (await import("../run/ledger.ts")).verifyLedger,
  }),
  defineCommand("relay offers", {
    summary:
      "Show vendor keys and model servers found on this machine, and the command that adds each",
    load: async () => (await import("../run/offers.ts")).listOffers,
  }),
] as const;
