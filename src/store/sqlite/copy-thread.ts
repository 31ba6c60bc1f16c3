/** The thread that backup.ts starts: is told what to copy where, answers when it is done. */

import { Database } from "bun:sqlite";

export interface CopyJob {
  readonly file: string;
  /** An empty file. */
  readonly target: string;
  /** Facts to add to the copy. */
  readonly meta: readonly (readonly [key: string, value: string])[];
}

export interface CopyAnswer {
  readonly failure?: string;
}

const BUSY_MS = 30_000;

declare const self: Worker;

self.addEventListener("message", (event: MessageEvent<CopyJob>) => {
  let answer: CopyAnswer = {};
  try {
    copy(event.data);
  } catch (error) {
    answer = { failure: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(answer);
});

/** Reads one moment of the database; whoever writes meanwhile does not wait. */
function copy({ file, target, meta }: CopyJob): void {
  const source = new Database(file, { readonly: true });
  try {
    source.run(`pragma busy_timeout = ${BUSY_MS}`);
    source.run("vacuum into ?", [target]);
  } finally {
    source.close();
  }
  const made = new Database(target, { readwrite: true });
  try {
    made.run("pragma synchronous = full");
    // Nobody's browser should stay signed in through a file.
    made.run("delete from sessions");
    for (const [key, value] of meta)
      made.run("insert or replace into meta (key, value) values (?, ?)", [key, value]);
  } finally {
    made.close();
  }
}
