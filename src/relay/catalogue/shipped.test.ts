/** The shipped file against its own rules and, where the source is at hand, against the source. */

import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadCatalogue } from "./catalogue.ts";
import { diffCatalogue } from "./diff.ts";
import type { CatalogueEntry } from "./entry.ts";
import { writeCatalogue } from "./format.ts";
import { parseCatalogueFile } from "./parse.ts";
import { vendorName } from "./vendors.ts";

const SHIPPED = join(import.meta.dir, "catalogue.generated.json");
/** Lies beside the project where it is developed, and nowhere else. */
const SOURCE = join(import.meta.dir, "../../../../shared/data/model-prices.litellm.json");

describe("the shipped catalogue", () => {
  test("passes the strict check of a price file, version and order included", async () => {
    const text = await Bun.file(SHIPPED).text();
    const { catalogue, format } = parseCatalogueFile(text, "1999-01-01");
    expect(format).toBe("parley");
    expect(catalogue.version).toBe(loadCatalogue().version);
    expect(writeCatalogue(catalogue)).toBe(text);
  });

  test("is compact", () => {
    expect(Bun.file(SHIPPED).size).toBeLessThan(400_000);
  });

  test("knows the vendors people are likely to have", () => {
    const vendors = loadCatalogue().vendors;
    const wanted =
      "openai anthropic gemini azure bedrock vertex mistral deepseek xai groq cohere openrouter".split(
        " ",
      );
    const also = "together fireworks moonshot zhipu qwen perplexity cerebras voyage minimax".split(
      " ",
    );
    expect([...wanted, ...also].filter((name) => !vendors.has(vendorName(name)))).toEqual([]);
  });

  test("names of a vendor that differ only in case have the same price", () => {
    for (const models of loadCatalogue().vendors.values()) {
      const seen = new Map<string, CatalogueEntry>();
      for (const [id, entry] of models) {
        const other = seen.get(id.toLowerCase()) ?? entry;
        expect({ id, price: entry.price ?? null }).toEqual({ id, price: other.price ?? null });
        seen.set(id.toLowerCase(), entry);
      }
    }
  });
});

describe("against the source", () => {
  test.if(existsSync(SOURCE))(
    "is what the source gives today (else: bun scripts/build-catalogue.ts)",
    async () => {
      const { catalogue } = parseCatalogueFile(await Bun.file(SOURCE).text(), "1999-01-01");
      expect(diffCatalogue(loadCatalogue(), catalogue)).toEqual({
        added: [],
        changed: [],
        removed: [],
      });
      expect(catalogue.version.slice(11)).toBe(loadCatalogue().version.slice(11));
    },
  );

  test.if(existsSync(SOURCE))(
    "every price equals the source's, converted another way",
    async () => {
      const table = (await Bun.file(SOURCE).json()) as Record<
        string,
        Record<string, number | string>
      >;
      let compared = 0;
      for (const [name, row] of Object.entries(table)) {
        const entry = findSource(name, row);
        if (!entry?.price) continue;
        const rates = [
          [entry.price.input, row["input_cost_per_token"] ?? firstRange(row)],
          [entry.price.output, row["output_cost_per_token"]],
          [entry.price.cached, row["cache_read_input_token_cost"]],
        ] as const;
        for (const [rate, usd] of rates) {
          if (rate === undefined || usd === undefined) continue;
          expect({ name, rate }).toEqual({ name, rate: convert(usd) });
        }
        compared++;
      }
      expect(compared).toBeGreaterThan(1500);
    },
  );
});

/** Only rows that surely became the entry: the ones whose name has LiteLLM's provider, or that have no rival. */
function findSource(
  name: string,
  row: Record<string, number | string>,
): CatalogueEntry | undefined {
  const provider = String(row["litellm_provider"]);
  const prefixed = name.startsWith(`${provider}/`);
  if (!prefixed && !["openai", "anthropic"].includes(provider)) return undefined;
  const id = prefixed ? name.slice(provider.length + 1) : name;
  return loadCatalogue().vendors.get(provider)?.get(id);
}

function firstRange(row: Record<string, unknown>): number | undefined {
  const ranges = row["tiered_pricing"] as { input_cost_per_token: number }[] | undefined;
  return ranges?.[0]?.input_cost_per_token;
}

/** Through the correctly rounded fixed-point text of the float. */
function convert(usd: number | string): number {
  return Number(Number(usd).toFixed(15).replace(".", ""));
}
