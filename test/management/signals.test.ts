/** A real process and real signals. */

import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeTestHome } from "./store.ts";

const SERVE = join(import.meta.dir, "serve.ts");

async function spawnServer() {
  const home = makeTestHome();
  const child = Bun.spawn([process.execPath, SERVE, home], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  return { child, url: new TextDecoder().decode(value).trim(), file: join(home, "server.json") };
}

/** Starts a call that runs until the server goes. */
async function hang(url: string): Promise<Promise<string>[]> {
  const call = fetch(`${url}/v1/wait`).then(
    () => "answered",
    () => "cut",
  );
  await fetch(`${url}/v1/models`);
  return [call];
}

describe("a signal", () => {
  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s stops an idle server at once and cleanly",
    async (signal) => {
      const { child, file } = await spawnServer();
      expect(existsSync(file)).toBe(true);
      const started = performance.now();
      child.kill(signal);
      expect(await child.exited).toBe(0);
      expect(performance.now() - started).toBeLessThan(2000);
      expect(existsSync(file)).toBe(false);
    },
  );

  test("leaves running calls time, but a second one does not", async () => {
    const { child, url } = await spawnServer();
    const [call] = await hang(url);
    child.kill("SIGTERM");
    await Bun.sleep(1000);
    expect(child.exitCode).toBeNull();
    child.kill("SIGTERM");
    expect(await child.exited).toBe(1);
    expect(await call).toBe("cut");
  });

  test("that cannot be caught leaves a file that no longer counts, and the next start goes on", async () => {
    const { child, file } = await spawnServer();
    child.kill("SIGKILL");
    await child.exited;
    expect(existsSync(file)).toBe(true);
    const home = join(file, "..");
    const next = Bun.spawn([process.execPath, SERVE, home], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await next.stdout.getReader().read();
    next.kill("SIGTERM");
    expect(await next.exited).toBe(0);
  });
});
