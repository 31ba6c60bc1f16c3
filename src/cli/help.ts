/** Help for the whole program, for a group (`relay key`) and for one command, all from the table. */

import { type Command, type Flag, type Flags, flagName, type Positional } from "./command.ts";
import { GLOBAL_FLAGS } from "./globals.ts";
import type { Paint } from "./paint.ts";
import { nextWords } from "./parse.ts";

const WIDTH = 100;

export function renderHelp(
  path: readonly string[],
  commands: readonly Command[],
  paint: Paint,
): string {
  const command = commands.find((candidate) => candidate.path.join(" ") === path.join(" "));
  return command ? commandHelp(command, paint) : groupHelp(path, commands, paint);
}

function groupHelp(path: readonly string[], commands: readonly Command[], paint: Paint): string {
  const own = ["parley", ...path].join(" ");
  const parts =
    path.length === 0 ? ["Parley: one endpoint and one key for every model vendor."] : [];
  parts.push(`${paint.bold("Usage:")} ${own} COMMAND`);
  const listed = commands.filter((command) =>
    path.every((word, index) => command.path[index] === word),
  );
  const rows = listed.map((command) => [signature(command).join(" "), command.summary] as const);
  parts.push(`${paint.bold("Commands:")}\n${twoColumns(rows, paint)}`);
  if (path.length === 0)
    parts.push(`${paint.bold("Flags of every command:")}\n${flagRows(GLOBAL_FLAGS, paint)}`);
  const first = nextWords(path, commands)[0] ?? "";
  parts.push(paint.dim(`"${own} ${first} --help" says more about one of them.`));
  return parts.join("\n\n");
}

function commandHelp(command: Command, paint: Paint): string {
  const parts = [`${command.summary}.`];
  if (command.detail !== undefined) parts.push(wrap(command.detail, 0));
  parts.push(`${paint.bold("Usage:")} ${usageLine(command)}`);
  if (command.positionals.length > 0) {
    const rows = command.positionals.map(
      (positional) => [positionalName(positional), aboutValue(positional)] as const,
    );
    parts.push(`${paint.bold("Arguments:")}\n${twoColumns(rows, paint)}`);
  }
  if (Object.keys(command.flags).length > 0)
    parts.push(`${paint.bold("Flags:")}\n${flagRows(command.flags, paint)}`);
  parts.push(`${paint.bold("Flags of every command:")}\n${flagRows(GLOBAL_FLAGS, paint)}`);
  if (command.examples.length > 0)
    parts.push(
      `${paint.bold("Examples:")}\n${command.examples.map((line) => `  parley ${line}`).join("\n")}`,
    );
  return parts.join("\n\n");
}

/** `parley relay key revoke ID [flags]` */
export function usageLine(command: Command): string {
  const hasMore = Object.values(command.flags).some((flag) => !flag.required);
  return ["parley", ...signature(command), ...(hasMore ? ["[flags]"] : [])].join(" ");
}

/** The words and arguments of a command, then the flags it cannot do without. */
function signature(command: Command): string[] {
  const words = command.path.join(" ");
  const positionals = command.positionals.map((positional) =>
    positional.optional ? `[${positionalName(positional)}]` : positionalName(positional),
  );
  const required = Object.entries(command.flags).filter(([, flag]) => flag.required);
  return [words, ...positionals, ...required.map(([key, flag]) => flagForm(key, flag))];
}

export function positionalName(positional: Positional): string {
  return positional.choices?.length === 1
    ? (positional.choices[0] ?? "")
    : positional.name.toUpperCase();
}

export function flagForm(key: string, flag: Flag): string {
  return flag.value === undefined ? flagName(key) : `${flagName(key)} ${flag.value}`;
}

/** What a value means, with what may be given and whether it must or may repeat. */
export function aboutValue(value: Flag | Positional): string {
  const notes = [
    value.choices && value.choices.length > 1 ? value.choices.join(", ") : "",
    "required" in value ? "required" : "",
    "repeat" in value || ("type" in value && value.type === "list") ? "may repeat" : "",
    "clearable" in value ? "none: take it away" : "",
  ].filter((note) => note !== "");
  return notes.length === 0 ? value.about : `${value.about} (${notes.join("; ")})`;
}

function flagRows(flags: Flags, paint: Paint): string {
  const rows = Object.entries(flags).map(
    ([key, flag]) => [flagForm(key, flag), aboutValue(flag)] as const,
  );
  return twoColumns(rows, paint);
}

function twoColumns(rows: readonly (readonly [string, string])[], paint: Paint): string {
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  return rows
    .map(([left, right]) => {
      const text = wrap(right, width + 4);
      const head = `  ${paint.cyan(left)}`;
      return left.length > width
        ? `${head}\n${" ".repeat(width + 4)}${text}`
        : `${head}${" ".repeat(width - left.length + 2)}${text}`;
    })
    .join("\n");
}

/** Breaks at spaces; lines after the first begin with `indent` spaces. */
function wrap(text: string, indent: number): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join(`\n${" ".repeat(indent)}`);
}
