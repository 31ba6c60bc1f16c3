/** Completion as a person meets it: the Tab key in a real shell on a real terminal, and a server that knows names. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Cli, makeEnv, ROOT } from "./cli-process.ts";

const WAIT_MS = 20_000;
const TYPED: readonly (readonly [typed: string, becomes: string])[] = [
  ["./parley rel", "./parley relay "],
  ["./parley relay key cr", "./parley relay key create "],
  ["./parley relay log --li", "./parley relay log --limit "],
  ["./parley relay provider add x --protocol go", "google-generative-ai "],
  ["./parley relay provider add x --protocol=go", "--protocol=google-generative-ai "],
  ["./parley relay provider show lla", "./parley relay provider show llama "],
  ["./parley relay model show llama3:7", "./parley relay model show llama3:70b "],
  ["./parley relay account topup my", "./parley relay account topup my\\ team "],
  ["./parley backup READ", "./parley backup README.md "],
];

const cli = new Cli();
beforeAll(async () => {
  await cli.start();
  await cli.ok(
    "relay provider add llama --protocol openai-completions --base-url http://127.0.0.1:9 --model llama3:8b --model llama3:70b --free",
  );
  await cli.run(["relay", "account", "create", "my team"]);
});
afterAll(() => cli.close());

/** A shell on a terminal. `type` resolves when the screen has the wanted text after what is typed. */
function open(shell: string[]) {
  let screen = "";
  const child = Bun.spawn(shell, {
    cwd: ROOT,
    env: makeEnv(cli.home, { PS1: "$ ", TERM: "dumb" }),
    terminal: {
      cols: 200,
      rows: 50,
      data: (_terminal, bytes) => void (screen += new TextDecoder().decode(bytes)),
    },
  });
  return {
    async type(keys: string, wanted: string): Promise<void> {
      screen = "";
      child.terminal?.write(keys);
      const until = performance.now() + WAIT_MS;
      while (!screen.includes(wanted)) {
        if (performance.now() > until) throw new Error(`no ${wanted} in: ${screen}`);
        await Bun.sleep(10);
      }
    },
    async close(): Promise<void> {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

/** Ctrl-U empties the line. */
const CLEAR = "\u0015";

describe.each([
  ["bash", ["bash", "--norc", "--noprofile", "-i"], "source <(./parley completion bash)"],
  [
    "zsh",
    ["zsh", "-f", "-i"],
    "PS1='$ '; autoload -U compinit; compinit -D -u; source <(./parley completion zsh)",
  ],
] as const)("%s", (name, shell, load) => {
  test.skipIf(Bun.which(name) === null)(
    "completes on Tab",
    async () => {
      const terminal = open([...shell]);
      await terminal.type(`${load}; echo read''y\n`, "ready");
      for (const [typed, becomes] of TYPED) await terminal.type(`${CLEAR}${typed}\t`, becomes);
      await terminal.close();
    },
    TYPED.length * WAIT_MS,
  );
});

test.skipIf(Bun.which("fish") === null)(
  "fish completes",
  async () => {
    for (const [typed, becomes] of TYPED) {
      const script = `./parley completion fish | source; complete -C '${typed}'`;
      const child = Bun.spawn(["fish", "--no-config", "-c", script], {
        cwd: ROOT,
        env: makeEnv(cli.home, {}),
        stdio: ["ignore", "pipe", "ignore"],
      });
      const [word = ""] = (await new Response(child.stdout).text()).split(/[\t\n]/);
      expect([typed, word]).not.toEqual([typed, ""]);
      expect(becomes.replaceAll("\\", "")).toEndWith(`${word} `);
    }
  },
  60_000,
);
