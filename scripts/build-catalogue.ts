/**
 * `bun scripts/build-catalogue.ts FILE`: makes src/relay/catalogue/catalogue.generated.json from LiteLLM's price table.
 *
 * The same table gives the same file: the version's date moves only when the content does. What was not taken is
 * counted on the terminal by reason, and rows that cannot be true are named.
 */

import { loadCatalogue } from "../src/relay/catalogue/catalogue.ts";
import { parseKeepingText } from "../src/relay/catalogue/decimal.ts";
import { diffCatalogue } from "../src/relay/catalogue/diff.ts";
import type { Catalogue } from "../src/relay/catalogue/entry.ts";
import { makeVersion, writeCatalogue } from "../src/relay/catalogue/format.ts";
import { convertLitellm, isCostKey } from "../src/relay/catalogue/litellm.ts";
import { LITELLM_SOURCE } from "../src/relay/catalogue/parse.ts";

const TARGET = new URL("../src/relay/catalogue/catalogue.generated.json", import.meta.url);

const source = process.argv[2];
if (source === undefined) {
  console.error("usage: bun scripts/build-catalogue.ts FILE");
  process.exit(2);
}
const table = parseKeepingText(await Bun.file(source).text(), isCostKey) as Record<string, unknown>;
const { vendors, leftOut, absurd, problems } = convertLitellm(table);
if (problems.length > 0) {
  for (const { path, message } of problems) console.error(`${path}: ${message}`);
  process.exit(1);
}

const old: Catalogue | undefined = (await Bun.file(TARGET).exists()) ? loadCatalogue() : undefined;
const today = new Date().toISOString().slice(0, 10);
const version = makeVersion(vendors, today, old?.version);
const catalogue: Catalogue = { version, source: LITELLM_SOURCE, vendors };
const text = writeCatalogue(catalogue);
await Bun.write(TARGET, text);

const models = [...vendors.values()].reduce((sum, entries) => sum + entries.size, 0);
console.log(`${version}: ${models} models of ${vendors.size} vendors, ${text.length} bytes`);
if (old) {
  const { added, changed, removed } = diffCatalogue(old, catalogue);
  console.log(`${added.length} added, ${changed.length} changed, ${removed.length} removed`);
}
const reasons = Object.groupBy(leftOut, ({ reason }) => reason);
for (const [reason, rows] of Object.entries(reasons))
  console.log(`left out, ${reason}: ${rows?.length}`);
for (const { name, reason } of absurd) console.log(`absurd: ${name}: ${reason}`);
