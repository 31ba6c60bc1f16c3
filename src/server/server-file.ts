/**
 * `server.json` in the home folder tells programs on the same machine, run by the same person, where the server is and
 * gives them its owner's token. The file is readable by its owner only, and the token dies with the process.
 */

import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface ServerFile {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
}

const PING_MS = 2000;

function pathIn(home: string): string {
  return join(home, "server.json");
}

/** Whole or not at all: a reader never sees half of it. */
export function writeServerFile(home: string, content: ServerFile): void {
  const path = pathIn(home);
  const draft = `${path}.${content.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  // The mode above counts only for a new file; a draft left by a crash keeps its own.
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** Leaves a file alone that another server has written meanwhile. */
export function removeServerFile(home: string, token: string): void {
  if (findServerFile(home)?.token === token) rmSync(pathIn(home), { force: true });
}

/** What the file says, whether that server still runs or not. Undefined: no file, or not one of ours. */
export function findServerFile(home: string): ServerFile | undefined {
  try {
    const { url, pid, token } = JSON.parse(
      readFileSync(pathIn(home), "utf8"),
    ) as Partial<ServerFile>;
    if (typeof url !== "string" || typeof pid !== "number" || typeof token !== "string")
      return undefined;
    return { url, pid, token };
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return undefined;
    throw error;
  }
}

/** The server of this home folder, if it runs and answers to its token. A file left by a crash is no server. */
export async function findRunningServer(home: string): Promise<ServerFile | undefined> {
  const file = findServerFile(home);
  if (!file) return undefined;
  const answer = await fetch(`${file.url}/api/session`, {
    headers: { authorization: `Bearer ${file.token}` },
    redirect: "error",
    signal: AbortSignal.timeout(PING_MS),
  }).then(
    (response) => response.ok,
    () => false,
  );
  return answer ? file : undefined;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
