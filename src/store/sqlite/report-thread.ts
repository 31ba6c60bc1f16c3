/** The thread that report.ts starts: is sent the database file and the job, answers with the result. */

import { type ReportAnswer, reportHere, type ReportRequest } from "./report.ts";

declare const self: Worker;

self.addEventListener("message", (event: MessageEvent<ReportRequest>) => {
  reportHere(event.data.file, event.data.job).then(
    (result) => answer({ result }),
    (error: unknown) => answer({ failure: error instanceof Error ? error.message : String(error) }),
  );
});

function answer(message: ReportAnswer): void {
  self.postMessage(message);
}
