/** The thread that prove.ts starts: is sent the database file, answers with the proof. */

import { proveHere, type ProofAnswer } from "./prove.ts";

declare const self: Worker;

self.addEventListener("message", (event: MessageEvent<string>) => {
  proveHere(event.data).then(
    (proof) => answer({ proof }),
    (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
  );
});

function answer(message: ProofAnswer): void {
  self.postMessage(message);
}
