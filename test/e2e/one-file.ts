/** Compiles Parley into one file, alone in a folder, for the tests that run it there. */

import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Place, ROOT } from "../cli-process.ts";
import { Installation } from "./installation.ts";

/** Compiling takes three seconds; on a busy machine more. */
export const COMPILE_MS = 120_000;

export interface OneFile {
  readonly folder: string;
  /** The program in the folder, called from an empty one below it. */
  readonly place: Place;
  /** A home for it, with an environment in which it finds no other program and nothing of the checkout. */
  install(env?: Record<string, string>): Installation;
  close(): Promise<void>;
}

/** Rejects with the compiler's words. */
export async function compileOneFile(): Promise<OneFile> {
  const folder = mkdtempSync(join(tmpdir(), "parley-one-file-"));
  const place = { program: join(folder, "parley"), cwd: join(folder, "empty") };
  mkdirSync(place.cwd);
  const build = join(folder, "build");
  mkdirSync(build);
  const built = join(build, "parley");
  const compiler = Bun.spawn([process.execPath, join(ROOT, "scripts/compile.ts"), built], {
    cwd: place.cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const problems = await new Response(compiler.stderr).text();
  if ((await compiler.exited) !== 0) throw new Error(`it does not compile: ${problems}`);
  const left = readdirSync(build);
  if (left.length !== 1) throw new Error(`the compiler left ${left.join(", ")}`);
  renameSync(built, place.program);

  const installations: Installation[] = [];
  return {
    folder,
    place,
    install(env = {}) {
      const bare = { PATH: place.cwd, BUN_RUNTIME_TRANSPILER_CACHE_PATH: "", ...env };
      const installation = new Installation(bare, place);
      installations.push(installation);
      return installation;
    },
    async close() {
      await Promise.all(installations.map((installation) => installation.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
