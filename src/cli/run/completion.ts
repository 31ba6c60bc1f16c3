import type { Command, Context, Flag, Flags, NameKind, Positional, Result } from "../command.ts";
import { flagName } from "../command.ts";
import { SCRIPTS } from "../completion-scripts.ts";
import { GLOBAL_FLAGS, SHORT_FLAGS } from "../globals.ts";
import { nextWords } from "../parse.ts";

export async function printCompletion(
  _context: Context,
  { args }: { args: { shell: string } },
): Result {
  const script = SCRIPTS[args.shell] ?? "";
  return { json: { shell: args.shell, script }, text: () => script.trimEnd() };
}

export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Names of one kind that exist now; empty when nobody can say quickly. Never throws. */
export type FindNames = (kind: NameKind) => Promise<readonly string[]>;

/** What the completion scripts call: `word TAB meaning` lines for the last of the words. */
export async function completeWords(
  words: readonly string[],
  commands: readonly Command[],
): Promise<string> {
  const { findNames } = await import("./names.ts");
  const candidates = await findCandidates(words, commands, findNames);
  return candidates.map(({ word, about }) => `${word}\t${about}\n`).join("");
}

/** What may stand where the last word stands, given the words before it. */
export async function findCandidates(
  words: readonly string[],
  commands: readonly Command[],
  findNames: FindNames,
): Promise<Candidate[]> {
  const current = words.at(-1) ?? "";
  const place = walk(words.slice(0, -1), commands);
  const all = await candidatesAt(place, current, commands, findNames);
  return all.filter(({ word }) => word.startsWith(current));
}

interface Place {
  readonly path: readonly string[];
  readonly command: Command | undefined;
  /** Values given so far that are no flags. */
  readonly given: number;
  /** The flag whose value comes next. */
  readonly open: Flag | undefined;
  readonly used: ReadonlySet<string>;
  readonly onlyWords: boolean;
}

function walk(words: readonly string[], commands: readonly Command[]): Place {
  const path: string[] = [];
  const used = new Set<string>();
  let command: Command | undefined;
  let given = 0;
  let open: Flag | undefined;
  let onlyWords = false;
  for (const word of words) {
    if (open) open = undefined;
    else if (word === "--") onlyWords = true;
    else if (word.startsWith("-") && !onlyWords) {
      const name = SHORT_FLAGS[word] === undefined ? word : flagName(SHORT_FLAGS[word]);
      used.add(name.replace(/=.*/, ""));
      const flag = flagsOf(command).find(([key]) => flagName(key) === name)?.[1];
      if (flag && flag.type !== "switch") open = flag;
    } else if (command) given++;
    else if (path.length > 0 || word !== "help") {
      path.push(word);
      command = commands.find((candidate) => candidate.path.join(" ") === path.join(" "));
    }
  }
  return { path, command, given, open, used, onlyWords };
}

function flagsOf(command: Command | undefined): [string, Flag][] {
  const globals: Flags = GLOBAL_FLAGS;
  return [...Object.entries(command?.flags ?? {}), ...Object.entries(globals)];
}

async function candidatesAt(
  { path, command, given, open, used, onlyWords }: Place,
  current: string,
  commands: readonly Command[],
  findNames: FindNames,
): Promise<Candidate[]> {
  if (open) return valuesOf(open, current, findNames);
  if (current.startsWith("-") && !onlyWords) {
    const [name, value] = splitGlued(current);
    if (value !== undefined) {
      const flag = flagsOf(command).find(([key]) => flagName(key) === name)?.[1];
      const found = flag ? await valuesOf(flag, value, findNames) : [];
      return found.map(({ word, about }) => ({ word: `${name}=${word}`, about }));
    }
    return flagsOf(command)
      .filter(
        ([key, flag]) => flag.repeat === true || flag.type === "list" || !used.has(flagName(key)),
      )
      .map(([key, flag]) => ({ word: flagName(key), about: flag.about }));
  }
  if (!command)
    return nextWords(path, commands).map((word) => ({
      word,
      about: aboutWord([...path, word], commands),
    }));
  const positional = command.positionals[given];
  return positional ? valuesOf(positional, current, findNames) : [];
}

/** `--flag=value` -> the two of them. */
function splitGlued(word: string): [name: string, value?: string] {
  const equals = word.indexOf("=");
  return equals < 0 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
}

/** The summary of a command; for a group, what it leads to. */
function aboutWord(path: readonly string[], commands: readonly Command[]): string {
  const command = commands.find((candidate) => candidate.path.join(" ") === path.join(" "));
  return command?.summary ?? nextWords(path, commands).join(", ");
}

async function valuesOf(
  value: Flag | Positional,
  current: string,
  findNames: FindNames,
): Promise<Candidate[]> {
  const names = value.choices ?? (value.names ? await findNames(value.names) : []);
  const isList = "type" in value && value.type === "list";
  const before = isList ? current.slice(0, current.lastIndexOf(",") + 1) : "";
  return names.map((name) => ({ word: before + name, about: value.about }));
}
