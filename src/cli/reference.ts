/** docs/reference/cli.md, made from the table; a test fails when the checked-in page differs. */

import type { Command, Flags } from "./command.ts";
import { GLOBAL_FLAGS } from "./globals.ts";
import { aboutValue, flagForm, positionalName, usageLine } from "./help.ts";
import { COMMANDS } from "./table/index.ts";

export function makeCliReference(): string {
  const parts = [
    "# Command line",
    "<!-- Made from src/cli/table by makeCliReference(); edit the table, not this page. -->",
    "`./parley` in a checkout, `parley` when installed. Relay commands act on the running server at once, and on the " +
      "database itself while no server runs.",
    "Exit codes: 0 done, 1 it did not work, 2 the command line is wrong. With `--json` stdout holds exactly one document: " +
      '`{"ok":true,…}`, or `{"ok":false,"error":{"code","message",…}}` with a non-zero exit code.',
    `## Flags of every command\n\n${flagTable(GLOBAL_FLAGS)}`,
    ...COMMANDS.map((command) => commandSection(command)),
  ];
  return `${parts.join("\n\n")}\n`;
}

function commandSection(command: Command): string {
  const parts = [`## parley ${command.path.join(" ")}`, `${command.summary}.`];
  if (command.detail !== undefined) parts.push(command.detail);
  parts.push(`\`\`\`\n${usageLine(command)}\n\`\`\``);
  if (command.positionals.length > 0) {
    const rows = command.positionals.map(
      (positional) => [positionalName(positional), aboutValue(positional)] as const,
    );
    parts.push(table("argument", rows));
  }
  if (Object.keys(command.flags).length > 0) parts.push(flagTable(command.flags));
  if (command.examples.length > 0)
    parts.push(`\`\`\`\n${command.examples.map((line) => `parley ${line}`).join("\n")}\n\`\`\``);
  return parts.join("\n\n");
}

function flagTable(flags: Flags): string {
  return table(
    "flag",
    Object.entries(flags).map(([key, flag]) => [flagForm(key, flag), aboutValue(flag)] as const),
  );
}

function table(title: string, rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([name, about]) => `| \`${name}\` | ${about.replaceAll("|", "\\|")} |`);
  return [`| ${title} | meaning |`, "|---|---|", ...lines].join("\n");
}
