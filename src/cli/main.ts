/**
 * The command line starts here. Only the table and the parser are loaded at once; what a command needs is imported when
 * it runs, so that `--version` and `--help` answer in a few milliseconds.
 */

import manifest from "../../package.json";
import type { Api } from "./api.ts";
import type { Context, Outcome } from "./command.ts";
import { failureJson, failureText, toFailure } from "./failure.ts";
import type { Globals } from "./globals.ts";
import { renderHelp } from "./help.ts";
import { makePaint } from "./paint.ts";
import { parseLine, type Parsed } from "./parse.ts";
import { programName } from "./program.ts";
import { COMMANDS } from "./table/index.ts";

const argv = process.argv.slice(2);

for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever read the output has left (`| head`): that is not a failure.
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
}

process.exitCode = await main();

async function main(): Promise<number> {
  if (argv[0] === "complete-words") {
    const { completeWords } = await import("./run/completion.ts");
    process.stdout.write(await completeWords(argv.slice(1), COMMANDS));
    return 0;
  }
  let parsed: Parsed;
  try {
    parsed = parseLine(argv, COMMANDS);
  } catch (error) {
    return fail(error, { json: argv.includes("--json"), noColor: argv.includes("--no-color") });
  }
  const { globals } = parsed;
  if (parsed.kind === "version") {
    return show(globals, { json: { version: manifest.version }, text: () => manifest.version });
  }
  if (parsed.kind === "help") {
    const { path } = parsed;
    const help = renderHelp(path, COMMANDS, makePaint(false));
    return show(globals, { json: { help }, text: (paint) => renderHelp(path, COMMANDS, paint) });
  }
  return run(parsed);
}

async function run({ command, input, globals }: Extract<Parsed, { kind: "run" }>): Promise<number> {
  const { json, server, token } = globals;
  let opened: Promise<Api> | undefined;
  const context: Context = {
    json,
    server,
    token,
    program: programName(),
    commands: COMMANDS,
    paint: makePaint(isColored(globals, process.stdout)),
    api: () =>
      (opened ??= import("./open-api.ts").then(({ openApi }) =>
        openApi({ server, token, program: programName() }),
      )),
    print: (text) => process.stdout.write(text),
    note: (line) => process.stderr.write(`${line}\n`),
  };
  try {
    const outcome = await command.run(context, input);
    return typeof outcome === "number" ? outcome : show(globals, outcome);
  } catch (error) {
    return fail(error, globals);
  } finally {
    await closeApi(opened);
  }
}

async function closeApi(opened: Promise<Api> | undefined): Promise<void> {
  const [result] = await Promise.allSettled([opened]);
  if (result?.status === "fulfilled") await result.value?.close();
}

function show(globals: Globals, outcome: Outcome): number {
  const { error } = outcome;
  const text = globals.json
    ? JSON.stringify({ ok: error === undefined, ...outcome.json, error })
    : outcome.text(makePaint(isColored(globals, process.stdout)));
  process.stdout.write(`${text}\n`);
  return error === undefined ? 0 : 1;
}

function fail(error: unknown, globals: Pick<Globals, "json" | "noColor">): number {
  const failure = toFailure(error);
  if (globals.json) process.stdout.write(`${JSON.stringify(failureJson(failure))}\n`);
  const paint = makePaint(isColored(globals, process.stderr));
  process.stderr.write(`${failureText(failure, programName(), paint)}\n`);
  return failure.exitCode;
}

/** `Bun.enableANSIColors` knows NO_COLOR and dumb terminals. */
function isColored(globals: Pick<Globals, "noColor">, stream: NodeJS.WriteStream): boolean {
  return !globals.noColor && stream.isTTY && Bun.enableANSIColors;
}
