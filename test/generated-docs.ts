/**
 * Reference pages that are made from the code. `npm run docs` (this file) writes them; generated-docs.test.ts fails while
 * one of them is stale. To add a page, add a line to the list.
 */

import { join } from "node:path";
import { makeCliReference } from "../src/cli/reference.ts";
import { makeOpenApiDocument } from "../src/server/openapi.ts";
import { makeConformancePage } from "./conformance/page.ts";
import { makeConfigReference } from "./generated-docs/config.ts";
import { makeErrorReference } from "./generated-docs/errors.ts";
import { makeQuirkReference } from "./generated-docs/quirks.ts";
import { makeWebOperations } from "./generated-docs/web-operations.ts";

export interface GeneratedDoc {
  /** From the root of the repository. */
  readonly file: string;
  readonly make: () => string;
}

export const GENERATED_DOCS: readonly GeneratedDoc[] = [
  { file: "docs/reference/openapi.json", make: makeOpenApiText },
  { file: "docs/reference/errors.md", make: makeErrorReference },
  { file: "docs/reference/config.md", make: makeConfigReference },
  { file: "docs/reference/cli.md", make: makeCliReference },
  { file: "docs/reference/quirks.md", make: makeQuirkReference },
  { file: "docs/conformance.md", make: makeConformancePage },
  { file: "web/src/api/operations.generated.ts", make: makeWebOperations },
];

export const ROOT = join(import.meta.dir, "..");

function makeOpenApiText(): string {
  return `${JSON.stringify(makeOpenApiDocument(), null, 2)}\n`;
}

if (import.meta.main) {
  for (const { file, make } of GENERATED_DOCS) {
    await Bun.write(join(ROOT, file), make());
    console.log(`wrote ${file}`);
  }
}
