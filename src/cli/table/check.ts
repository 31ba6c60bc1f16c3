/** `parley relay check`: an endpoint that is no provider yet. */

import { defineCommand } from "../command.ts";

export const CHECK_COMMANDS = [
  defineCommand("relay check", {
    summary: "Try an endpoint: what it speaks, what works, and the command that adds it",
    detail:
      "Tries the forms of the address and every protocol, then streams, tools, pictures, formats, usage, the model list " +
      "and what a wrong key gives, with small calls that cost what the endpoint charges. Nothing is stored. Exit code 1 " +
      "when no protocol answers.",
    positionals: [{ name: "url", about: "address in any form: host, {base}, {base}/v1, endpoint" }],
    flags: {
      key: {
        type: "text",
        value: "KEY",
        about: "Vendor key; env:NAME reads it from a variable and - from stdin",
      },
      model: { type: "text", value: "ID", about: "Model to ask; absent: a cheap one it lists" },
    },
    examples: [
      "relay check http://127.0.0.1:8000",
      "relay check https://api.example.com --key env:EXAMPLE_API_KEY --model small-1",
    ],
    load: async () => (await import("../run/check.ts")).checkEndpoint,
  }),
] as const;
