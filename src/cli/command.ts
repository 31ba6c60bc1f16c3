/**
 * What a command is. The table in table/ is made of these; parsing, help, completion and docs/reference/cli.md are all
 * made from the table, so a flag is written down once.
 */

import type { Api } from "./api.ts";
import type { Paint } from "./paint.ts";

/** Names that only a running server knows; shell completion asks it for them. */
export type NameKind = "account" | "key" | "member" | "model" | "preset" | "provider" | "token";

/**
 * How the text of a value is read.
 * - `switch`: no value. `integer`: whole and not negative. `usd`: decimal dollars, kept as text so that none are lost.
 * - `time`: an ISO time, or an age such as `90m` or `30d` counted back from now (`ahead`: forward). Given as ISO text.
 * - `list`: values between commas; may repeat.
 */
export type FlagType = "switch" | "text" | "integer" | "usd" | "time" | "list";

export interface Flag {
  readonly type: FlagType;
  readonly about: string;
  /** What stands for the value in help, such as `USD`. Not for switches. */
  readonly value?: string;
  readonly required?: true;
  /** May be given several times; the values arrive as an array, empty when the flag is absent. Text only. */
  readonly repeat?: true;
  /** `none` is accepted and arrives as null: take the limit away. */
  readonly clearable?: true;
  /** A `time` in the future. */
  readonly ahead?: true;
  readonly choices?: readonly string[];
  readonly names?: NameKind;
}

export interface Positional {
  /** Key of the value in `Input.args`; help shows it in capitals. */
  readonly name: string;
  readonly about: string;
  readonly optional?: true;
  readonly choices?: readonly string[];
  readonly names?: NameKind;
}

/** Flag keys are camelCase here and `--kebab-case` on the command line. */
export type Flags = Readonly<Record<string, Flag>>;

export type FlagValue = boolean | string | number | null | readonly string[] | undefined;

/** A parsed command line. */
export interface Input {
  readonly args: Readonly<Record<string, string | undefined>>;
  readonly flags: Readonly<Record<string, FlagValue>>;
}

type Presence<F extends Flag, V> =
  | V
  | (F extends { required: true } ? never : undefined)
  | (F extends { clearable: true } ? null : never);

type ValueOf<F extends Flag> = F extends { type: "switch" }
  ? boolean
  : F extends { repeat: true }
    ? readonly string[]
    : F extends { type: "list" }
      ? Presence<F, readonly string[]>
      : F extends { type: "integer" }
        ? Presence<F, number>
        : Presence<F, string>;

/** The input of one command, typed by its own table entry. */
export interface InputOf<P extends readonly Positional[], F extends Flags> {
  readonly args: {
    readonly [K in P[number] as K["name"]]: K extends { optional: true }
      ? string | undefined
      : string;
  };
  readonly flags: { readonly [K in keyof F]: ValueOf<F[K]> };
}

/** What a command gives back: the same facts for a program and for a person. */
export interface Outcome {
  /** Members of the JSON document beside `ok`. */
  readonly json: Readonly<Record<string, unknown>>;
  /** Without a closing line break. */
  readonly text: (paint: Paint) => string;
  /** The work was done and its answer is bad news: `"ok": false` in the document, exit code 1. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** What a command is given beside its input. */
export interface Context {
  readonly json: boolean;
  readonly commands: readonly Command[];
  /** How this command line was called, for lines that people paste: `./parley`. */
  readonly program: string;
  readonly server: string | undefined;
  readonly token: string | undefined;
  /** Opens the road to the relay on first use; it is closed after the command. */
  api(): Promise<Api>;
  /** Writes to stdout at once, for commands that go on; others return an Outcome. */
  print(text: string): void;
  /** Writes a diagnostic line to stderr. */
  note(line: string): void;
  readonly paint: Paint;
}

/** A number is the exit code of a command that has written its output itself. */
export type Result = Promise<Outcome | number>;

export interface Command {
  /** The words that call it: `["relay", "key", "create"]`. */
  readonly path: readonly string[];
  readonly summary: string;
  /** More than one line fits in the summary; shown by the command's own help. */
  readonly detail?: string;
  readonly positionals: readonly Positional[];
  readonly flags: Flags;
  /** Lines without the program name. */
  readonly examples: readonly string[];
  readonly run: (context: Context, input: Input) => Result;
}

interface Definition<P extends readonly Positional[], F extends Flags> {
  readonly summary: string;
  readonly detail?: string;
  readonly positionals?: P;
  readonly flags?: F;
  readonly examples?: readonly string[];
  /** Imports the code; called only when the command runs. */
  readonly load: () => Promise<(context: Context, input: InputOf<P, F>) => Result>;
}

/** One table entry. The types of the entry reach the function that `load` gives, so both are checked together. */
export function defineCommand<
  const P extends readonly Positional[] = readonly [],
  const F extends Flags = Record<never, never>,
>(path: string, definition: Definition<P, F>): Command {
  const { load, positionals, flags, examples, ...rest } = definition;
  return {
    ...rest,
    path: path.split(" "),
    positionals: positionals ?? [],
    flags: flags ?? {},
    examples: examples ?? [],
    // The parser makes exactly what the entry declares; this is the one place where the compiler is told so.
    run: async (context, input) => (await load())(context, input as unknown as InputOf<P, F>),
  };
}

/** `priceIn` -> `--price-in` */
export function flagName(key: string): string {
  return `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
