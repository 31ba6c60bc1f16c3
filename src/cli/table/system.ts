/** Everything that is not `relay …`. */

import { defineCommand } from "../command.ts";
import { allowManyFetches } from "../program.ts";

export const START_COMMANDS = [
  defineCommand("start", {
    summary: "Run Parley here until Ctrl-C",
    positionals: [
      { name: "part", about: "run only this part", optional: true, choices: ["relay"] },
    ],
    flags: {
      port: {
        type: "integer",
        value: "N",
        about: "Port to listen on; 0 picks a free one; absent: 8400",
      },
      host: { type: "text", value: "HOST", about: "Address to listen on; absent: 127.0.0.1" },
    },
    examples: ["start", "start relay --port 8500"],
    load: async () => {
      // Before the server is loaded, since the process may begin again.
      allowManyFetches();
      return (await import("../run/start.ts")).start;
    },
  }),
  defineCommand("status", {
    summary: "Say whether Parley runs, where, and whether it is ready",
    detail: "Exit code 1 when it does not run or is not ready.",
    load: async () => (await import("../run/status.ts")).showStatus,
  }),
] as const;

const PASSWORD = {
  type: "text",
  value: "TEXT",
  about:
    "env:NAME reads it from a variable and - from stdin; absent: one is made and shown this once",
} as const;

export const SYSTEM_COMMANDS = [
  defineCommand("token create", {
    summary: "Create a personal access token for the management API, shown this once",
    flags: {
      name: { type: "text", value: "NAME", required: true, about: "What the token is for" },
      expires: {
        type: "time",
        value: "TIME",
        ahead: true,
        about: "When it stops working: an ISO time, or 30d from now",
      },
    },
    examples: ["token create --name deploy --expires 90d"],
    load: async () => (await import("../run/token.ts")).createToken,
  }),
  defineCommand("token list", {
    summary: "List personal access tokens",
    load: async () => (await import("../run/token.ts")).listTokens,
  }),
  defineCommand("token revoke", {
    summary: "End a personal access token",
    positionals: [{ name: "id", about: "id of the token", names: "token" }],
    load: async () => (await import("../run/token.ts")).revokeToken,
  }),
  defineCommand("owner create", {
    summary: "Become the owner of a new Parley, with the setup code that it prints at start",
    flags: {
      code: { type: "text", value: "CODE", required: true, about: "The setup code" },
      name: { type: "text", value: "NAME", required: true, about: "Name to sign in with" },
      password: PASSWORD,
    },
    examples: ["owner create --code ABCD-EFGH-JKLM --name ada"],
    load: async () => (await import("../run/owner.ts")).createOwner,
  }),
  defineCommand("owner reset-password", {
    summary:
      "Set a forgotten owner password, on the machine that Parley runs on; every session ends",
    flags: { password: PASSWORD },
    load: async () => (await import("../run/owner.ts")).resetPassword,
  }),
  defineCommand("config check", {
    summary: "Check parley.json and the environment, listing every problem",
    load: async () => (await import("../run/config.ts")).checkConfig,
  }),
  defineCommand("config show", {
    summary: "Show the settings in force, without secrets",
    load: async () => (await import("../run/config.ts")).showConfig,
  }),
  defineCommand("completion", {
    summary: "Print the completion script of a shell",
    detail:
      "bash: add `source <(parley completion bash)` to ~/.bashrc. zsh: add `source <(parley completion zsh)` to ~/.zshrc " +
      "after compinit. fish: run `parley completion fish > ~/.config/fish/completions/parley.fish`.",
    positionals: [{ name: "shell", about: "which shell", choices: ["bash", "zsh", "fish"] }],
    examples: ["completion bash"],
    load: async () => (await import("../run/completion.ts")).printCompletion,
  }),
] as const;
