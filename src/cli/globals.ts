/** Flags that every command takes, before or after its words. */

import type { Flags } from "./command.ts";

export const GLOBAL_FLAGS = {
  json: {
    type: "switch",
    about: "Print exactly one JSON document on stdout; diagnostics go to stderr",
  },
  server: {
    type: "text",
    value: "URL",
    about: "Act on the Parley at this address (also PARLEY_SERVER); otherwise on this machine's",
  },
  token: {
    type: "text",
    value: "TOKEN",
    about: "Personal access token for --server (also PARLEY_TOKEN)",
  },
  noColor: { type: "switch", about: "No colours, even on a terminal (also NO_COLOR)" },
  help: { type: "switch", about: "Show help (-h)" },
  version: { type: "switch", about: "Show the version (-V)" },
} as const satisfies Flags;

export const SHORT_FLAGS: Readonly<Record<string, keyof typeof GLOBAL_FLAGS>> = {
  "-h": "help",
  "-V": "version",
};

export interface Globals {
  readonly json: boolean;
  readonly server: string | undefined;
  readonly token: string | undefined;
  readonly noColor: boolean;
}
