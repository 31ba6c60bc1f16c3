/**
 * The two commands of the README on a fresh clone: no Bun on the PATH, nothing installed. It clones what is committed
 * and installs for real, so it runs only with PARLEY_TEST_LONG=1.
 */

import { afterAll, describe, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { makeEnv, ROOT } from "../cli-process.ts";

const MINUTES = 60_000;

describe.skipIf(process.env["PARLEY_TEST_LONG"] !== "1")("a fresh clone", () => {
  const place = mkdtempSync(join(tmpdir(), "parley-clone-"));
  const clone = join(place, "parley");
  const home = join(place, "home");
  const env = {
    ...makeEnv(home, { HOME: place, PARLEY_PORT: "0" }),
    PATH: withoutBun(process.env["PATH"] ?? ""),
    // Only to spare the registry: the packages are put in place all the same.
    npm_config_cache: process.env["npm_config_cache"] ?? join(homedir(), ".npm"),
  };
  const children: ChildProcess[] = [];
  /** In a process group of its own, as a shell does: a signal to the group is what Ctrl-C sends. */
  const run = (command: string, ...words: string[]) => {
    const child = spawn(command, words, {
      cwd: clone,
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    return watch(child);
  };

  afterAll(() => {
    for (const { pid, exitCode, signalCode } of children)
      if (pid !== undefined && exitCode === null && signalCode === null)
        process.kill(-pid, "SIGKILL");
    rmSync(place, { recursive: true, force: true });
  }, MINUTES);

  test(
    "`npm start` installs, starts and prints a curl line that works; Ctrl-C ends it",
    async () => {
      const cloned = Bun.spawnSync(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone]);
      expect(cloned.exitCode).toBe(0);
      expect(Bun.which("bun", { PATH: env.PATH })).toBeNull();

      const npm = run("npm", "start");
      await npm.wrote("Try it:\n\n");
      await npm.wrote("}'\n");
      expect(npm.output()).toContain("parley: installing the locked dependencies");
      const line = /^ *(curl .*)$/m.exec(npm.output())?.[1] ?? "";
      const shell = Bun.spawn(["sh", "-c", line], { stdio: ["ignore", "pipe", "ignore"] });
      expect(await new Response(shell.stdout).json()).toMatchObject({ object: "chat.completion" });
      expect(await npm.interrupt()).toBe(0);
      expect(existsSync(join(home, "server.json"))).toBe(false);
    },
    5 * MINUTES,
  );

  test(
    "the second start installs nothing, and a signal to npm alone ends the server too",
    async () => {
      const npm = run("npm", "start");
      await npm.wrote("}'\n");
      expect(npm.output()).not.toContain("install");
      npm.child.kill("SIGTERM");
      // Ends only when the last process lets go of the output.
      await npm.ended;
      expect(existsSync(join(home, "server.json"))).toBe(false);
    },
    MINUTES,
  );

  test(
    "`npm test` adds the tools it needs, once",
    async () => {
      const first = run("npm", "test", "--", "test/dependencies.test.ts");
      expect(await first.ended).toBe(0);
      expect(first.output()).toContain("parley: installing the development dependencies");
      expect(first.output()).toMatch(/\n\d+ passed, 0 failed\n$/);
      const second = run("npm", "test", "--", "test/dependencies.test.ts");
      expect(await second.ended).toBe(0);
      expect(second.output()).not.toContain("installing");
      expect(await run("./parley", "--version").ended).toBe(0);
    },
    5 * MINUTES,
  );
});

function withoutBun(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !existsSync(join(folder, "bun")))
    .join(delimiter);
}

function watch(child: ChildProcess) {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (bytes: Buffer) => (text += bytes.toString()));
  const ended = once(child, "close").then(([code]) => Number(code));
  let over = false;
  void ended.then(() => (over = true));
  return {
    child,
    ended,
    output: () => text,
    async wrote(wanted: string): Promise<void> {
      while (!text.includes(wanted)) {
        if (over) throw new Error(`it ended (${child.exitCode}): ${text}`);
        await Bun.sleep(50);
      }
    },
    interrupt(): Promise<number> {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGINT");
      return ended;
    },
  };
}
