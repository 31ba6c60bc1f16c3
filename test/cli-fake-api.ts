/** A management API that only remembers what it was asked, for tests of the command line. */
import type { Api, Method } from "../src/cli/api.ts";
import type { Context } from "../src/cli/command.ts";
import { plainPaint } from "../src/cli/paint.ts";
import { parseLine } from "../src/cli/parse.ts";
import { COMMANDS } from "../src/cli/table/index.ts";

interface Call {
  readonly method: Method;
  readonly path: string;
  readonly body: unknown;
}

/** Answers by `METHOD /path` without the query. */
type Answers = Readonly<Record<string, unknown>>;

export async function runCommand(words: readonly string[], answers: Answers = {}) {
  const calls: Call[] = [];
  const api: Api = {
    url: undefined,
    call<Answer>(method: Method, path: string, body?: unknown) {
      calls.push({ method, path, body });
      return Promise.resolve(answers[`${method} ${path.replace(/\?.*/, "")}`] as Answer);
    },
    download: () => Promise.resolve(new Response("a file")),
    close: () => Promise.resolve(),
  };
  const context: Context = {
    json: false,
    commands: COMMANDS,
    program: "./parley",
    server: undefined,
    token: undefined,
    api: () => Promise.resolve(api),
    print: () => undefined,
    note: () => undefined,
    paint: plainPaint,
  };
  const parsed = parseLine(words, COMMANDS);
  if (parsed.kind !== "run") throw new Error("not a command");
  const outcome = await parsed.command.run(context, parsed.input);
  if (typeof outcome === "number") throw new Error("the command wrote its output itself");
  return { calls, outcome, text: outcome.text(plainPaint) };
}

export function line(text: string): string[] {
  return text.split(" ");
}

/** What a promise was rejected with. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error("it did not fail");
}
