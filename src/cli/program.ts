/** This program as others see it: how a person calls it again, and how it becomes itself again. */

import { statSync } from "node:fs";
import { basename, relative } from "node:path";
import { launcherPath } from "../base/assets.ts";
import { withManyFetches } from "../base/config-env.ts";

/** For lines that people paste: `parley` if a shell would find it, else its path, from the current folder if that is shorter. */
export function programName(): string {
  const path = launcherPath();
  const name = basename(path);
  const found = Bun.which(name);
  if (found !== null && isSameFile(found, path)) return name;
  const near = relative(process.cwd(), path);
  if (near.length > path.length) return path;
  return near.includes("/") ? near : `./${near}`;
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}

/**
 * Bun allows 256 open fetches unless its environment said otherwise when it started. `./parley` sees to that; a compiled
 * program has nobody in front of it, so it replaces itself, as the same process. Returns when nothing needs to be done.
 */
export function allowManyFetches(): void {
  const env = withManyFetches();
  if (env !== undefined)
    process.execve?.(launcherPath(), [launcherPath(), ...process.argv.slice(2)], env);
}
