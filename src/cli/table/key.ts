/** `parley relay key …` */

import { defineCommand, type Flags } from "../command.ts";

const id = {
  name: "id",
  about: "public id of the key (the part after sk-parley-)",
  names: "key",
} as const;

const limitFlags = {
  models: { type: "list", value: "A,B", about: "Only these models", names: "model" },
  rpm: { type: "integer", value: "N", about: "Requests per minute" },
  tpm: { type: "integer", value: "N", about: "Tokens per minute" },
  concurrency: { type: "integer", value: "N", about: "Calls at the same time" },
  limit: { type: "usd", value: "USD", about: "Most the key may ever spend" },
  expires: {
    type: "time",
    value: "TIME",
    ahead: true,
    about: "When the key stops working: an ISO time, or 30d from now",
  },
  ips: { type: "list", value: "A,B", about: "Only from these addresses or CIDR ranges" },
  cache: {
    type: "integer",
    value: "SECONDS",
    about: "How long an answer may serve the very same request again",
  },
} as const satisfies Flags;

/** The same flags where there is something to take away. */
function clearable<F extends Flags>(
  flags: F,
): { readonly [K in keyof F]: F[K] & { readonly clearable: true } } {
  const entries = Object.entries(flags).map(([key, flag]) => [key, { ...flag, clearable: true }]);
  return Object.fromEntries(entries) as { [K in keyof F]: F[K] & { clearable: true } };
}

export const KEY_COMMANDS = [
  defineCommand("relay key create", {
    summary: "Create a key for clients; the secret is shown this once",
    flags: {
      name: { type: "text", value: "NAME", required: true, about: "What the key is for" },
      account: {
        type: "text",
        value: "NAME",
        about: "Account that pays; absent: default",
        names: "account",
      },
      ...limitFlags,
    },
    examples: [
      "relay key create --name laptop",
      "relay key create --name ci --account team-a --models gpt-5-mini --rpm 60 --limit 5 --expires 30d --json",
    ],
    load: async () => (await import("../run/key-edit.ts")).createKey,
  }),
  defineCommand("relay key list", {
    summary: "List keys with their limits and spending",
    flags: {
      account: {
        type: "text",
        value: "NAME",
        about: "Only keys of this account",
        names: "account",
      },
      status: {
        type: "text",
        value: "STATUS",
        about: "Only keys in this state",
        choices: ["active", "disabled", "expired", "revoked"],
      },
    },
    load: async () => (await import("../run/key.ts")).listKeys,
  }),
  defineCommand("relay key show", {
    summary: "Show one key",
    positionals: [id],
    load: async () => (await import("../run/key.ts")).showKey,
  }),
  defineCommand("relay key edit", {
    summary: "Change the name or the limits of a key",
    positionals: [id],
    flags: { name: { type: "text", value: "NAME", about: "New name" }, ...clearable(limitFlags) },
    examples: ["relay key edit 4fTzQ1 --rpm 120 --limit none"],
    load: async () => (await import("../run/key-edit.ts")).editKey,
  }),
  defineCommand("relay key disable", {
    summary: "Refuse a key until it is enabled again",
    positionals: [id],
    load: async () => (await import("../run/key.ts")).disableKey,
  }),
  defineCommand("relay key enable", {
    summary: "Accept a disabled key again",
    positionals: [id],
    load: async () => (await import("../run/key.ts")).enableKey,
  }),
  defineCommand("relay key revoke", {
    summary: "End a key for good",
    positionals: [id],
    load: async () => (await import("../run/key.ts")).revokeKey,
  }),
  defineCommand("relay key rotate", {
    summary: "Give a key a new secret, shown this once; the old one stops working",
    positionals: [id],
    load: async () => (await import("../run/key.ts")).rotateKey,
  }),
] as const;
