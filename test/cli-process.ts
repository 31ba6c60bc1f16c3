/** Runs the real `./parley`, or another build of it, in a home folder of its own, for tests of the command line. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "..");

/** Only what a fresh shell has: the developer's own Parley and vendor keys must not leak in. */
export function makeEnv(home: string, extra: Record<string, string>): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    PARLEY_HOME: home,
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: join(ROOT, "node_modules/.cache/bun"),
    ...extra,
  };
}

export interface Finished {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one JSON document on stdout. */
  readonly json: Record<string, unknown>;
}

export interface RunOptions {
  readonly env?: Record<string, string>;
  readonly stdin?: string;
  readonly cwd?: string;
}

/** Which Parley is run, and from where. */
export interface Place {
  readonly program: string;
  readonly cwd: string;
}

const CHECKOUT: Place = { program: join(ROOT, "parley"), cwd: ROOT };

export class Cli {
  readonly home = mkdtempSync(join(tmpdir(), "parley-cli-"));
  readonly place: Place;
  #server: Bun.Subprocess<"ignore", "pipe", "pipe"> | undefined;

  constructor(place: Place = CHECKOUT) {
    this.place = place;
  }

  async run(words: readonly string[], options: RunOptions = {}): Promise<Finished> {
    const child = Bun.spawn([this.place.program, ...words], {
      cwd: options.cwd ?? this.place.cwd,
      env: makeEnv(this.home, options.env ?? {}),
      stdin: options.stdin === undefined ? "ignore" : Buffer.from(options.stdin),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return {
      exitCode,
      stdout,
      stderr,
      get json() {
        return JSON.parse(stdout) as Record<string, unknown>;
      },
    };
  }

  /** Runs a line with --json; throws with everything that was said unless it succeeds. */
  async ok(text: string, options: RunOptions = {}): Promise<Record<string, unknown>> {
    const result = await this.run([...text.split(" "), "--json"], options);
    if (result.exitCode === 0 && result.json["ok"] === true) return result.json;
    throw new Error(`"${text}" failed (${result.exitCode})\n${result.stdout}\n${result.stderr}`);
  }

  /** Starts a server on a free port and waits until it says that it is ready; gives what it said until then. */
  async start(words: readonly string[] = [], env: Record<string, string> = {}): Promise<string> {
    const child = Bun.spawn([this.place.program, "start", "--port", "0", ...words], {
      cwd: this.place.cwd,
      env: makeEnv(this.home, env),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#server = child;
    const isReady = words.includes("--json") ? /\n/ : /Try it:\n\n.*\n\n/;
    let text = "";
    const decoder = new TextDecoder();
    const reader = child.stdout.getReader();
    while (!isReady.test(text)) {
      const { done, value } = await reader.read();
      if (done)
        throw new Error(`the server ended: ${text}\n${await new Response(child.stderr).text()}`);
      text += decoder.decode(value, { stream: true });
    }
    reader.releaseLock();
    return text;
  }

  get server(): Bun.Subprocess<"ignore", "pipe", "pipe"> {
    if (!this.#server) throw new Error("no server was started");
    return this.#server;
  }

  /** What the server writes to stdout from now until it ends, or until the text holds `wanted`. */
  async read(wanted?: string): Promise<string> {
    const decoder = new TextDecoder();
    const reader = this.server.stdout.getReader();
    let text = "";
    while (wanted === undefined || !text.includes(wanted)) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    reader.releaseLock();
    return text;
  }

  /** Asks the server to stop, as Ctrl-C does; gives its exit code. */
  async stop(): Promise<number> {
    this.server.kill("SIGINT");
    return this.server.exited;
  }

  async close(): Promise<void> {
    this.#server?.kill("SIGKILL");
    await this.#server?.exited;
    rmSync(this.home, { recursive: true, force: true });
  }
}
