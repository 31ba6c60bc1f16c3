import { openSync, closeSync } from "node:fs";
import { join } from "node:path";
/** The processes a measurement starts. All of them end with it: at its end, on a signal, on an error. */
import type { Subprocess } from "bun";

const STOP_MS = 5_000;
const running = new Set<Subprocess>();
let isWatching = false;

export interface ChildOptions {
  command: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Where standard output and error go. */
  log: string;
}

export interface Child {
  pid: number;
  hasEnded(): boolean;
  /** Asks, then after five seconds forces. */
  stop(): Promise<void>;
}

/** A process of the harness: lines of JSON in, lines of JSON out. */
export interface Helper extends Child {
  ask(message: unknown): Promise<void>;
  /** Throws when the helper ended instead of answering. */
  read(): Promise<unknown>;
}

export function startChild(options: ChildOptions): Child {
  const log = openSync(options.log, "a");
  try {
    const child = Bun.spawn(options.command, {
      stdio: ["pipe", log, log],
      env: { ...readBaseEnv(), ...options.env },
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    return watch(child);
  } finally {
    closeSync(log);
  }
}

/** Starts a script of this folder. */
export function startHelper(script: string, args: readonly string[] = []): Helper {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, script), ...args], {
    stdio: ["pipe", "pipe", "inherit"],
    env: readBaseEnv(),
  });
  const lines = readLines(child.stdout);
  return {
    ...watch(child),
    async ask(message) {
      await child.stdin.write(`${JSON.stringify(message)}\n`);
      await child.stdin.flush();
    },
    async read() {
      const next = await lines.next();
      if (next.done === true) throw new Error(`bench/${script} ended without an answer`);
      return JSON.parse(next.value);
    },
  };
}

export interface Finished {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
export async function runCommand(options: Omit<ChildOptions, "log">): Promise<Finished> {
  const child = Bun.spawn(options.command, {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...readBaseEnv(), ...options.env },
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
  watch(child);
  const [exitCode, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  running.delete(child);
  return { exitCode, stdout, stderr };
}

export async function stopChildren(): Promise<void> {
  await Promise.all([...running].map(stop));
}

/** No more of the caller's environment than a program needs to run: no keys, no proxies, no homes. */
function readBaseEnv(): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    BUN_CONFIG_MAX_HTTP_REQUESTS: "65535",
  };
}

function watch(child: Subprocess): Child {
  watchExit();
  running.add(child);
  return {
    pid: child.pid,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: () => stop(child),
  };
}

async function stop(child: Subprocess): Promise<void> {
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await child.exited;
  clearTimeout(timer);
  running.delete(child);
}

function watchExit(): void {
  if (isWatching) return;
  isWatching = true;
  process.on("exit", () => {
    for (const child of running) child.kill("SIGKILL");
  });
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
  process.on("SIGHUP", () => process.exit(129));
}

async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream) {
    const lines = (text + decoder.decode(bytes, { stream: true })).split("\n");
    text = lines.pop() ?? "";
    yield* lines;
  }
}
