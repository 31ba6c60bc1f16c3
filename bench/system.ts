/** A system under measurement: prepared once per run, then started as often as the measurement needs. */
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Child, startChild } from "./children.ts";
import type { Target } from "./client.ts";

export interface Place {
  upstreamPort: number;
  /** An empty folder of its own. */
  folder: string;
}

export interface Prepared {
  target: Target;
  /** Absent: the target runs already (the mock vendor itself). */
  command?: string[];
  env?: Record<string, string>;
  cwd?: string;
  /** Answers 200 as soon as requests are served. */
  readyPath: string;
}

export interface System {
  name: string;
  title: string;
  /** Throws `Absent` when it cannot run here. */
  prepare(place: Place): Promise<Prepared>;
}

/** Why a system is left out of a run: told, and no failure. */
export class Absent extends Error {}

/** The key a client of a system sends when the system does not make keys of its own. */
export const KEY = "bench";
export const CHAT_PATH = "/v1/chat/completions";
const READY_LIMIT_MS = 30_000;
const READY_POLL_MS = 2;

export class RunningSystem {
  readonly system: System;
  readonly prepared: Prepared;
  readonly #log: string;
  #child: Child | undefined;

  constructor(system: System, prepared: Prepared, log: string) {
    this.system = system;
    this.prepared = prepared;
    this.#log = log;
  }

  get isProcess(): boolean {
    return this.prepared.command !== undefined;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** It was started, not stopped, and runs no more. */
  get hasEnded(): boolean {
    return this.#child?.hasEnded() ?? false;
  }

  /** Milliseconds from the start of the process to its first good answer. */
  async start(): Promise<number> {
    const { command, env, cwd, readyPath, target } = this.prepared;
    if (command === undefined) return 0;
    const begin = Bun.nanoseconds();
    const child = startChild({
      command,
      log: this.#log,
      ...(env === undefined ? {} : { env }),
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#child = child;
    await this.#untilReady(child, `http://127.0.0.1:${target.port}${readyPath}`);
    return (Bun.nanoseconds() - begin) / 1e6;
  }

  async stop(): Promise<void> {
    await this.#child?.stop();
    this.#child = undefined;
  }

  async #untilReady(child: Child, url: string): Promise<void> {
    const limit = performance.now() + READY_LIMIT_MS;
    while (performance.now() < limit) {
      if (child.hasEnded())
        throw new Error(`${this.system.title} ended while starting:\n${await this.readLog()}`);
      if (await answersOk(url)) return;
      await Bun.sleep(READY_POLL_MS);
    }
    throw new Error(`${this.system.title} was not ready within ${READY_LIMIT_MS} ms`);
  }

  async readLog(): Promise<string> {
    return existsSync(this.#log) ? (await Bun.file(this.#log).text()).slice(-2000) : "";
  }
}

/** Throws `Absent`. */
export async function prepareSystem(
  system: System,
  upstreamPort: number,
  root: string,
): Promise<RunningSystem> {
  const folder = join(root, system.name);
  await mkdir(folder, { recursive: true });
  const prepared = await system.prepare({ upstreamPort, folder });
  return new RunningSystem(system, prepared, join(root, `${system.name}.log`));
}

async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { keepalive: false });
    await answer.body?.cancel();
    return answer.ok;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

export function findFreePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = server;
  server.stop(true);
  return port;
}
