/**
 * The command line, words to typed input. Words walk the table until they name a command; flags may stand anywhere
 * after that, and global flags anywhere at all. Everything that cannot be read is a UsageError that says what would.
 */

import { nearestOf } from "../base/nearest.ts";
import {
  type Command,
  type Flag,
  type FlagValue,
  type Flags,
  flagName,
  type Input,
} from "./command.ts";
import { GLOBAL_FLAGS, type Globals, SHORT_FLAGS } from "./globals.ts";
import { UsageError } from "./usage-error.ts";
import { readValue } from "./value.ts";

export type Parsed =
  | { readonly kind: "version"; readonly globals: Globals }
  | { readonly kind: "help"; readonly globals: Globals; readonly path: readonly string[] }
  | {
      readonly kind: "run";
      readonly globals: Globals;
      readonly command: Command;
      readonly input: Input;
    };

export function parseLine(
  argv: readonly string[],
  commands: readonly Command[],
  now: number = Date.now(),
): Parsed {
  const path: string[] = [];
  const positionals: string[] = [];
  const globals = new Map<string, FlagValue>();
  const flags = new Map<string, FlagValue>();
  let command: Command | undefined;
  let onlyWords = false;

  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (!onlyWords && word === "--") {
      onlyWords = true;
    } else if (!onlyWords && isFlag(word)) {
      const found = findFlag(word, command, path);
      const value = takeValue(found, argv[at + 1], now, path);
      if (value.tookNext) at++;
      setFlag(found.isGlobal ? globals : flags, found, value.value, path);
    } else if (command) {
      positionals.push(word);
    } else if (path.length === 0 && word === "help") {
      globals.set("help", true);
    } else {
      path.push(word);
      command = findCommand(path, commands);
    }
  }

  const shared = readGlobals(globals);
  if (globals.get("version") === true) return { kind: "version", globals: shared };
  if (globals.get("help") === true || path.length === 0)
    return { kind: "help", globals: shared, path };
  if (!command) throw missingCommand(path, commands);
  return { kind: "run", globals: shared, command, input: makeInput(command, positionals, flags) };
}

function findNearest(word: string, candidates: readonly string[]): string | undefined {
  return nearestOf(word, candidates, 1)[0];
}

/** A single `-` is a value (stdin), and `-5` a bad number that its reader explains better. */
function isFlag(word: string): boolean {
  return /^--./.test(word) || /^-[A-Za-z]/.test(word);
}

interface FoundFlag {
  readonly key: string;
  /** As typed, for messages. */
  readonly shown: string;
  readonly flag: Flag;
  readonly isGlobal: boolean;
  /** The text behind `=`. */
  readonly inline: string | undefined;
}

function findFlag(word: string, command: Command | undefined, path: readonly string[]): FoundFlag {
  const equals = word.indexOf("=");
  const shown = equals < 0 ? word : word.slice(0, equals);
  const inline = equals < 0 ? undefined : word.slice(equals + 1);
  const short = SHORT_FLAGS[shown];
  const globalFlags: Flags = GLOBAL_FLAGS;
  for (const [table, isGlobal] of [
    [command?.flags ?? {}, false],
    [globalFlags, true],
  ] as const) {
    for (const [key, flag] of Object.entries(table)) {
      if (flagName(key) === shown || (isGlobal && key === short))
        return { key, shown, flag, isGlobal, inline };
    }
  }
  const known = [...Object.keys(command?.flags ?? {}), ...Object.keys(globalFlags)].map((key) =>
    flagName(key).slice(2),
  );
  const nearest = findNearest(shown.replace(/^--?/, ""), known);
  const hint = nearest
    ? ` Did you mean --${nearest}?`
    : command
      ? ""
      : " Flags of a command stand behind it.";
  throw new UsageError(`Unknown flag ${shown}.${hint}`, path);
}

function takeValue(
  found: FoundFlag,
  next: string | undefined,
  now: number,
  path: readonly string[],
): { readonly value: FlagValue; readonly tookNext: boolean } {
  const { flag, inline, shown } = found;
  if (flag.type === "switch" && inline === undefined) return { value: true, tookNext: false };
  const text = inline ?? next;
  if (text === undefined || (inline === undefined && /^--./.test(text)))
    throw new UsageError(`${shown} needs a value: ${flag.about}.`, path);
  try {
    return { value: readValue(flag, text, now), tookNext: inline === undefined };
  } catch (error) {
    throw new UsageError(`${shown} ${(error as Error).message}.`, path);
  }
}

function setFlag(
  target: Map<string, FlagValue>,
  { key, flag, shown }: FoundFlag,
  value: FlagValue,
  path: readonly string[],
): void {
  const before = target.get(key);
  if (flag.repeat || (flag.type === "list" && Array.isArray(before) && Array.isArray(value))) {
    const added: readonly string[] = Array.isArray(value) ? value : [String(value)];
    target.set(key, [...(Array.isArray(before) ? before : []), ...added]);
  } else if (before !== undefined && flag.type !== "switch") {
    throw new UsageError(`${shown} is given twice.`, path);
  } else {
    target.set(key, value);
  }
}

function readGlobals(values: ReadonlyMap<string, FlagValue>): Globals {
  const text = (key: string) => {
    const value = values.get(key);
    return typeof value === "string" ? value : undefined;
  };
  return {
    json: values.get("json") === true,
    noColor: values.get("noColor") === true,
    server: text("server"),
    token: text("token"),
  };
}

/** The command these words name; undefined while they are the beginning of one. */
function findCommand(path: readonly string[], commands: readonly Command[]): Command | undefined {
  const begun = commands.filter((command) =>
    path.every((word, index) => command.path[index] === word),
  );
  if (begun.length > 0) return begun.find((command) => command.path.length === path.length);
  const group = path.slice(0, -1);
  const word = path.at(-1) ?? "";
  const nearest = findNearest(word, nextWords(group, commands));
  const hint = nearest
    ? `Did you mean "${[...group, nearest].join(" ")}"?`
    : `One of: ${nextWords(group, commands).join(", ")}.`;
  throw new UsageError(`Unknown command "${path.join(" ")}". ${hint}`, group);
}

/** The words that may follow these in table order. */
export function nextWords(path: readonly string[], commands: readonly Command[]): string[] {
  const words = commands
    .filter((command) => path.every((word, index) => command.path[index] === word))
    .map((command) => command.path[path.length])
    .filter((word) => word !== undefined);
  return [...new Set(words)];
}

function missingCommand(path: readonly string[], commands: readonly Command[]): UsageError {
  return new UsageError(
    `"${path.join(" ")}" needs a command: ${nextWords(path, commands).join(", ")}.`,
    path,
  );
}

function makeInput(
  command: Command,
  positionals: readonly string[],
  flags: ReadonlyMap<string, FlagValue>,
): Input {
  const name = command.path.join(" ");
  const surplus = positionals[command.positionals.length];
  if (surplus !== undefined)
    throw new UsageError(`"${name}" does not take "${surplus}".`, command.path);

  const problems: string[] = [];
  const args: Record<string, string | undefined> = {};
  command.positionals.forEach((positional, index) => {
    const value = positionals[index];
    args[positional.name] = value;
    const shown = positional.name.toUpperCase();
    if ((value === undefined && !positional.optional) || value === "")
      problems.push(`${shown} (${positional.about})`);
    else if (value !== undefined && positional.choices && !positional.choices.includes(value)) {
      const nearest = findNearest(value, positional.choices);
      const hint = nearest
        ? `did you mean ${nearest}?`
        : `one of: ${positional.choices.join(", ")}`;
      throw new UsageError(`"${name}" does not know "${value}": ${hint}`, command.path);
    }
  });
  const values: Record<string, FlagValue> = {};
  for (const [key, flag] of Object.entries(command.flags)) {
    const absent = flag.type === "switch" ? false : flag.repeat ? [] : undefined;
    values[key] = flags.has(key) ? flags.get(key) : absent;
    if (flag.required && !flags.has(key))
      problems.push(`${flagName(key)} ${flag.value ?? ""} (${flag.about})`);
  }
  if (problems.length > 0)
    throw new UsageError(`"${name}" needs ${problems.join(" and ")}.`, command.path);
  return { args, flags: values };
}
