/** Ctrl-C and `kill`: the first asks the server to stop, the second ends the process at once. */

import type { Log } from "../base/log.ts";
import type { RunningServer } from "./start.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** npm repeats a Ctrl-C that the terminal has sent to everybody: what follows so soon is the same wish. */
const ECHO_MS = 300;

/** Waits until the server has stopped, and gives the exit code. */
export async function runUntilStopped(server: RunningServer, log: Log): Promise<number> {
  let askedAt = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    askedAt = performance.now();
    for (const name of SIGNALS) process.off(name, onSignal).on(name, force);
    log.info("stopping; running calls may finish", { signal });
    server.stop().catch((error: unknown) => log.error("stopping failed", { error }));
  };
  const force = (): void => {
    if (performance.now() - askedAt < ECHO_MS) return;
    log.warn("stopped at once, as asked twice");
    log.flush();
    process.exit(1);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return (await server.stopped) === undefined ? 0 : 1;
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal).off(name, force);
    log.flush();
  }
}
