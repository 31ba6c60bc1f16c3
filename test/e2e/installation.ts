/** One Parley as its owner has it: a home folder, the real `./parley`, and a server that can be stopped in every way. */

import { Cli, type Finished, makeEnv, type Place, type RunOptions } from "../cli-process.ts";

type Signal = "SIGTERM" | "SIGINT" | "SIGKILL";

/** A started server. Its output is read all the time, so that a full pipe never holds it up. */
export interface Server {
  /** `http://127.0.0.1:PORT`, without `/v1`. */
  readonly url: string;
  /** Everything it has written so far, both streams. */
  output(): string;
  /** Resolves when the output holds the text; rejects if the server ends before. */
  wrote(text: string): Promise<void>;
  /** Sends it now and waits for nothing. */
  signal(signal: Signal): void;
  /** Sends it and waits for the end; gives the exit code. */
  kill(signal: Signal): Promise<number>;
}

const READY = /Try it:\n\n.*\n\n/;

export class Installation {
  readonly #cli: Cli;
  /** What every command and server of this installation finds in its environment. */
  readonly #env: Readonly<Record<string, string>>;
  readonly #children: Bun.Subprocess[] = [];

  constructor(env: Readonly<Record<string, string>> = {}, place?: Place) {
    this.#env = env;
    this.#cli = new Cli(place);
  }

  get home(): string {
    return this.#cli.home;
  }

  run(words: readonly string[], options: RunOptions = {}): Promise<Finished> {
    return this.#cli.run(words, this.#with(options));
  }

  /** Runs a line with --json; throws with everything that was said unless it succeeds. */
  ok(line: string, options: RunOptions = {}): Promise<Record<string, unknown>> {
    return this.#cli.ok(line, this.#with(options));
  }

  #with(options: RunOptions): RunOptions {
    return { ...options, env: { ...this.#env, ...options.env } };
  }

  /** Starts a server, on a free port unless one is named, and waits for its banner; rejects with what it said if it ends before. */
  async start(words: readonly string[] = [], env: Record<string, string> = {}): Promise<Server> {
    const port = words.includes("--port") ? [] : ["--port", "0"];
    const server = this.spawn([...port, ...words], env);
    await server.wrote("Try it:");
    while (!READY.test(server.output())) await server.more();
    const url = /Relay +(http:\S+)\/v1\n/.exec(server.output())?.[1];
    if (url === undefined) throw new Error(`no address in the banner: ${server.output()}`);
    return { ...server, url };
  }

  /** Starts a server and waits for nothing. */
  spawn(words: readonly string[], env: Record<string, string> = {}) {
    const { program, cwd } = this.#cli.place;
    const child = Bun.spawn([program, "start", ...words], {
      cwd,
      env: makeEnv(this.home, { ...this.#env, ...env }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.push(child);
    return watch(child);
  }

  async close(): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    await Promise.all(this.#children.map((child) => child.exited));
    await this.#cli.close();
  }
}

function watch(child: Bun.Subprocess<"ignore", "pipe", "pipe">) {
  let text = "";
  let grown = Promise.withResolvers<void>();
  const grow = (): void => {
    grown.resolve();
    grown = Promise.withResolvers<void>();
  };
  const copy = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const bytes of stream) {
      text += decoder.decode(bytes, { stream: true });
      grow();
    }
  };
  let over = false;
  const ended = Promise.all([copy(child.stdout), copy(child.stderr), child.exited]).then(() => {
    over = true;
    grow();
  });

  const more = async (): Promise<void> => {
    if (over) throw new Error(`the server ended (${child.exitCode}): ${text}`);
    await grown.promise;
  };
  return {
    output: () => text,
    more,
    async wrote(wanted: string): Promise<void> {
      while (!text.includes(wanted)) await more();
    },
    signal: (signal: Signal) => child.kill(signal),
    async kill(signal: Signal): Promise<number> {
      child.kill(signal);
      await ended;
      return child.exited;
    },
  };
}
