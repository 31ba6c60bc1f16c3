import { describe, expect, test } from "bun:test";
import { PROTOCOLS } from "../contract/provider.ts";
import { type Command, defineCommand, flagName } from "./command.ts";
import { GLOBAL_FLAGS } from "./globals.ts";
import { renderHelp } from "./help.ts";
import { plainPaint } from "./paint.ts";
import { parseLine } from "./parse.ts";
import { COMMANDS } from "./table/index.ts";
import { UsageError } from "./usage-error.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

function parse(line: string, commands: readonly Command[] = COMMANDS) {
  return parseLine(
    line.split(" ").filter((word) => word !== ""),
    commands,
    NOW,
  );
}

function parseRun(line: string) {
  const parsed = parse(line);
  if (parsed.kind !== "run")
    throw new Error(`"${line}" does not run a command but gives ${parsed.kind}`);
  return { path: parsed.command.path.join(" "), ...parsed.input, globals: parsed.globals };
}

function usageError(line: string): UsageError {
  try {
    parse(line);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error(`"${line}" was accepted`);
}

describe("parseLine", () => {
  test("reads every command line of the specification", () => {
    const lines = [
      "start",
      "start relay --port 8500 --host 0.0.0.0",
      "relay provider add up --protocol openai-completions --base-url http://127.0.0.1:9/v1 --api-key k --model a --model b=c --price-in 1 --price-out 2 --price-cached 0.5",
      "relay provider add up --protocol vendorA-completions --base-url http://127.0.0.1:9 --api-key k --model a --free",
      "relay provider list",
      "relay provider test up",
      "relay provider remove up",
      "relay account create a",
      "relay account list",
      "relay account topup a 12.5",
      "relay key create --name n --account a --models a,b --rpm 1 --tpm 2 --concurrency 3 --limit 4.5 --expires 2027-01-01T00:00:00Z --json",
      "relay key list",
      "relay key revoke k1",
      "relay key rotate k1",
      "relay model list",
      "relay log --limit 10 --json",
      "relay ledger verify --json",
    ];
    for (const line of lines) expect(parse(line).kind).toBe("run");
  });

  test("types values by the table", () => {
    const { flags, args } = parseRun(
      "relay key create --name=ci --models a,b --models c --rpm 60 --limit $4.50 --expires 30d",
    );
    expect(args).toEqual({});
    expect(flags).toEqual({
      name: "ci",
      account: undefined,
      models: ["a", "b", "c"],
      rpm: 60,
      tpm: undefined,
      concurrency: undefined,
      limit: "4.50",
      expires: "2026-03-31T12:00:00.000Z",
      ips: undefined,
    });
  });

  test("keeps repeated flags in order and gives an empty list for none", () => {
    expect(parseRun("relay provider add x --model a --model b=c --free").flags).toMatchObject({
      model: ["a", "b=c"],
      apiKey: [],
      free: true,
    });
  });

  test("takes global flags before, between and after the words of a command", () => {
    for (const line of ["--json relay key list", "relay --json key list", "relay key list --json"])
      expect(parseRun(line).globals.json).toBe(true);
    expect(parseRun("--server http://a --token t status").globals).toMatchObject({
      server: "http://a",
      token: "t",
    });
  });

  test("reads `none` as a limit taken away, only where there is one to take", () => {
    expect(parseRun("relay key edit k --rpm none --models none").flags).toMatchObject({
      rpm: null,
      models: null,
    });
    expect(usageError("relay key create --name x --rpm none").message).toContain("whole number");
  });

  test("takes a dash as a value and everything behind -- as words", () => {
    expect(parseRun("relay provider add x --api-key - --model a --free").flags["apiKey"]).toEqual([
      "-",
    ]);
    expect(parseRun("relay account create -- --odd").args).toEqual({ name: "--odd" });
  });

  test("reads ages backwards and ISO times as they are", () => {
    expect(parseRun("relay log --since 90m").flags["since"]).toBe("2026-03-01T10:30:00.000Z");
    expect(parseRun("relay log --since 2026-01-02").flags["since"]).toBe(
      "2026-01-02T00:00:00.000Z",
    );
  });

  test("an expiry in the past is the caller's choice", () => {
    expect(parseRun("relay key create --name x --expires 2020-01-01").flags["expires"]).toBe(
      "2020-01-01T00:00:00.000Z",
    );
  });

  test.each([
    ["relay kay list", 'Unknown command "relay kay". Did you mean "relay key"?'],
    ["sart", 'Did you mean "start"?'],
    ["frobnicate", "One of: start, status, relay"],
    ["relay key", '"relay key" needs a command: create, list'],
    ["relay log --limt 5", "Unknown flag --limt. Did you mean --limit?"],
    ["relay log -x", "Unknown flag -x."],
    ["--port 1 start", "Flags of a command stand behind it."],
    ["relay log --limit", "--limit needs a value"],
    ["relay log --limit --json", "--limit needs a value"],
    ["relay log --limit ten", '--limit must be a whole number, not "ten"'],
    ["relay log --follow=yes", "--follow takes no value"],
    ["relay log --limit 1 --limit 2", "--limit is given twice"],
    ["relay log --since yesterday", "--since must be an ISO time or an age"],
    ["relay provider add x --protocol soap", "--protocol must be one of openai-completions"],
    ["relay provider add x --price-in cheap", "--price-in must be dollars"],
    ["relay provider add x --price-in 0.0000000001", "more than nine decimals"],
    ["relay account topup a", "needs USD"],
    ["relay account topup", "needs NAME (name of the account) and USD"],
    ["relay account list all", 'does not take "all"'],
    ["relay key create", "needs --name NAME"],
    ["start gateway", '"start" does not know "gateway"'],
    ["completion tcsh", 'does not know "tcsh"'],
  ])("%s -> %s", (line, message) => {
    expect(usageError(line).message).toContain(message);
  });

  test("asks for help and version anywhere", () => {
    expect(parse("")).toMatchObject({ kind: "help", path: [] });
    expect(parse("-h")).toMatchObject({ kind: "help", path: [] });
    expect(parse("relay key -h")).toMatchObject({ kind: "help", path: ["relay", "key"] });
    expect(parse("help relay key create")).toMatchObject({
      kind: "help",
      path: ["relay", "key", "create"],
    });
    expect(parse("relay key create --help")).toMatchObject({ kind: "help" });
    expect(parse("--version")).toMatchObject({ kind: "version" });
  });
});

describe("the table", () => {
  test("has no command that hides another and no flag that hides a global one", () => {
    const names = COMMANDS.map((command) => command.path.join(" "));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names)
      expect(names.filter((other) => other.startsWith(`${name} `))).toEqual([]);
    for (const command of COMMANDS)
      for (const key of Object.keys(command.flags))
        expect(Object.keys(GLOBAL_FLAGS)).not.toContain(key);
  });

  test("offers the protocols of the contract", () => {
    const add = COMMANDS.find((command) => command.path.join(" ") === "relay provider add");
    expect(add?.flags["protocol"]?.choices).toEqual([...PROTOCOLS]);
  });

  test("has only examples that parse", () => {
    for (const command of COMMANDS) {
      for (const example of command.examples) {
        const words = [...example.matchAll(/"([^"]*)"|(\S+)/g)].map(
          ([, quoted, bare]) => quoted ?? bare ?? "",
        );
        expect(parseLine(words, COMMANDS)).toMatchObject({
          kind: "run",
          command: { path: command.path },
        });
      }
    }
  });

  test("names a value for every flag that takes one", () => {
    for (const command of COMMANDS)
      for (const [key, flag] of Object.entries(command.flags))
        expect([flagName(key), flag.value !== undefined]).toEqual([
          flagName(key),
          flag.type !== "switch",
        ]);
  });
});

describe("help", () => {
  test("shows every command at the top and every flag at its command, in lines that fit", () => {
    const top = renderHelp([], COMMANDS, plainPaint);
    for (const command of COMMANDS) {
      expect(top).toContain(command.path.join(" "));
      const own = renderHelp(command.path, COMMANDS, plainPaint);
      for (const key of Object.keys(command.flags)) expect(own).toContain(flagName(key));
      const prose = own.split("\nExamples:")[0] ?? "";
      for (const line of prose.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
    }
  });

  test("of a group lists its own commands only", () => {
    const help = renderHelp(["relay", "key"], COMMANDS, plainPaint);
    expect(help).toContain("relay key rotate ID");
    expect(help).not.toContain("relay log");
  });
});

test("a command imports its code only when it runs", async () => {
  let loads = 0;
  const command = defineCommand("x", {
    summary: "X",
    load: async () => {
      loads++;
      return async () => 0;
    },
  });
  const parsed = parse("x", [command]);
  expect(loads).toBe(0);
  if (parsed.kind === "run") await parsed.command.run({} as never, parsed.input);
  expect(loads).toBe(1);
});
