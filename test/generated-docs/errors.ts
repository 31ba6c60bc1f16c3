/** docs/reference/errors.md */

import { ERROR_CODES, type Fault } from "../../src/base/errors.ts";
import { makeTable } from "./table.ts";

const FAULTS: Readonly<Record<Fault, string>> = {
  client: "the request",
  account: "the account's limits",
  upstream: "the vendor",
  parley: "Parley",
};

export function makeErrorReference(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, facts]) => [
    `\`${code}\``,
    String(facts.status),
    `\`${facts.type}\``,
    FAULTS[facts.fault],
    facts.retryable ? "yes" : "no",
    facts.meaning,
  ]);
  return `# Errors

<!-- Made from ERROR_CODES in src/base/errors.ts by \`npm run docs\`; edit the table there, not this page. -->

Every error has the same shape, on the relay's endpoints and on the management API:

\`\`\`json
{"error": {"message": "…", "type": "…", "param": null, "code": "…"}}
\`\`\`

\`message\` is a sentence for people, \`code\` is for programs, and \`param\` names the field at fault. The management API adds
\`request_id\`, and \`problems\` with every problem of an input at once. The header \`x-request-id\` finds the request in the log;
\`Retry-After\` says when a retry can succeed. Answers of a vendor that are passed on keep the vendor's own status and code.

${makeTable(["code", "status", "type", "whose fault", "worth a retry", "meaning"], rows)}
`;
}
