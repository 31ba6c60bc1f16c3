/**
 * Where the files are that Parley reads or starts beside its own code. They stand in the checkout, or inside the program
 * that `npm run compile` makes, there at the same paths. Nothing else may ask where the sources are.
 */

import { join } from "node:path";

/** Modules that run in a thread of their own. */
export const THREADS = [
  "src/llm/tokens/worker.ts",
  "src/store/sqlite/copy-thread.ts",
  "src/store/sqlite/prove-thread.ts",
  "src/store/sqlite/report-thread.ts",
] as const;

/** Files that are read. */
export const FILES = ["src/relay/catalogue/catalogue.generated.json"] as const;

/** The console, built, as it comes with a program without sources. A checkout has none: it builds what its sources say. */
export const SHIPPED_CONSOLE = "web/built";

export type Asset =
  | (typeof THREADS)[number]
  | (typeof FILES)[number]
  | typeof SHIPPED_CONSOLE
  /** Only in a checkout. */
  | "package.json"
  | "scripts/build-web.ts"
  | "web";

const isCompiled = Bun.isStandaloneExecutable;
const ROOT = isCompiled ? import.meta.dir : join(import.meta.dir, "../..");

/** A path to read from, or to start a thread with. */
export function assetPath(asset: Asset): string {
  return join(ROOT, asset);
}

/** The program that a person calls. */
export function launcherPath(): string {
  return isCompiled ? process.execPath : join(ROOT, "parley");
}
