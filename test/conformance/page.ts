/**
 * docs/conformance.md. It is made from the same tables as the tests: a ✓ stands where the behaviour's test runs, a number
 * where the test of a deviation runs instead. A ✓ that is not true is a failing test.
 */

import { makeTable } from "../generated-docs/table.ts";
import { BEHAVIOURS } from "./behaviours/index.ts";
import { CLIENT_BEHAVIOURS } from "./behaviours/of-clients.ts";
import { type Covered, MAPPING_3_3, MAPPING_3_4 } from "./coverage.ts";
import { DIFFERENCES } from "./differences.ts";
import { CLIENTS, UPSTREAMS } from "./sides.ts";
import { TRAPS_3_6 } from "./trap-coverage.ts";

const HEAD = `# Conformance

<!-- Made by \`npm run docs\` from test/conformance; do not edit. -->

Every line below is a test (\`npm test -- ./test/conformance\`): the official client asks the real relay, which calls a fake vendor
that keeps the vendors' rules. The page is made from the tables that the tests are made from, so a ✓ that is not true is a
failing test.

- ✓ the behaviour holds
- a number: a deviation, told below the tables; a test proves it
- – the client has no way to ask for it, or the vendor nothing to give
`;

export function makeConformancePage(): string {
  const notes: string[] = [];
  const sections = CLIENTS.map((client) => {
    const rows = BEHAVIOURS.map(({ name, deviation }) => [
      name,
      ...UPSTREAMS.map((upstream) => {
        const found = deviation?.({ client, upstream });
        return found ? mark(notes, found.reason, found.run !== undefined) : "✓";
      }),
    ]);
    const table = makeTable(["behaviour", ...UPSTREAMS.map(({ protocol }) => protocol)], rows);
    return `## ${client.name}, to a vendor of\n\n${table}\n`;
  });
  return [
    HEAD,
    ...sections,
    `### Deviations\n\n${notes.map((note, i) => `${i + 1}. ${note}`).join("\n")}\n`,
    `## Whoever the vendor is\n\n${clientTable()}\n`,
    `## What one dialect can say and another cannot\n\n${differenceTable()}\n`,
    RECORDINGS,
    `## Where the rules of the wire are tested\n`,
    `### OpenAI and Anthropic\n\n${coverageTable(MAPPING_3_3)}\n`,
    `### Gemini\n\n${coverageTable(MAPPING_3_4)}\n`,
    `### Known traps\n\n${coverageTable(TRAPS_3_6, true)}\n`,
  ].join("\n");
}

const RECORDINGS = `## Recorded vendor bytes

Every recording in test/fakes/vendor/recordings is replayed to every client: text, thoughts, tool calls, finish and bill are
the same for all of them (test/conformance/recordings.test.ts). Where client and vendor speak one dialect, requests and
answers pass byte for byte but for \`model\` (test/conformance/same-dialect.test.ts).
`;

function mark(notes: string[], reason: string, isProven: boolean): string {
  if (!isProven) return "–";
  if (!notes.includes(reason)) notes.push(reason);
  return String(notes.indexOf(reason) + 1);
}

function clientTable(): string {
  const rows = CLIENT_BEHAVIOURS.map(({ name }) => [name, ...CLIENTS.map(() => "✓")]);
  return makeTable(["behaviour", ...CLIENTS.map(({ name }) => name)], rows);
}

function differenceTable(): string {
  const rows = DIFFERENCES.map(({ what, from, to, does, why }) => [
    what,
    from,
    to.join(", "),
    does,
    why,
  ]);
  return makeTable(["what", "asked in", "vendor", "is", "because"], rows);
}

function coverageTable(covered: readonly Covered[], isNumbered = false): string {
  const rows = covered.map(({ row, tests }, i) => [
    isNumbered ? `${i + 1}. ${row}` : row,
    tests.map((place) => place.replace(/^([^:]+): /, "`$1`: ")).join("<br>"),
  ]);
  return makeTable([isNumbered ? "trap" : "row", "tests"], rows);
}
