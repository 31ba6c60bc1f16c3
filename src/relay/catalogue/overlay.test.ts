import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "../../base/errors.ts";
import { findModel, loadCatalogue } from "./catalogue.ts";
import { diffCatalogue } from "./diff.ts";
import type { CatalogueEntry } from "./entry.ts";
import type { FileEntry } from "./format.ts";
import { mergeCatalogues, readOverlay, writeOverlay } from "./overlay.ts";
import { parseCatalogueFile } from "./parse.ts";

const USD = 1_000_000_000;
const price = { input: 2 * USD, output: 8 * USD };

function file(models: Record<string, FileEntry>, vendor = "openai"): string {
  return JSON.stringify({ format: "parley-catalogue-1", vendors: { [vendor]: models } });
}

/** What the refusal lists, as `path message`. */
function problemsOf(text: string): string[] {
  try {
    parseCatalogueFile(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("invalid_request");
    return (error.detail.problems ?? []).map(({ path, message }) => `${path} ${message}`);
  }
  return [];
}

describe("parseCatalogueFile", () => {
  test("reads the catalogue's own format", () => {
    const { catalogue, format } = parseCatalogueFile(
      file({ m: { price, context: 5 } }),
      "2026-01-02",
    );
    expect(format).toBe("parley");
    expect(catalogue.version).toMatch(/^2026-01-02-[0-9a-f]{8}$/);
    expect(catalogue.vendors.get("openai")?.get("m")).toEqual({
      vendor: "openai",
      id: "m",
      mode: "chat",
      price,
      context: 5,
      can: [],
    });
  });

  test("reads LiteLLM's format, a byte order mark before it", () => {
    const row = {
      litellm_provider: "xai",
      mode: "chat",
      input_cost_per_token: 1.5e-7,
      output_cost_per_token: 6e-7,
    };
    const { catalogue, format } = parseCatalogueFile(
      `\uFEFF${JSON.stringify({ "xai/grok-9": row })}`,
    );
    expect(format).toBe("litellm");
    expect(catalogue.vendors.get("xai")?.get("grok-9")?.price).toEqual({
      input: 150_000_000,
      output: 600_000_000,
    });
  });

  test("lists every problem at once", () => {
    const problems = problemsOf(
      JSON.stringify({
        format: "parley-catalogue-1",
        vendors: {
          openai: {
            negative: { price: { input: -1, output: 1 } },
            dear: { price: { input: USD, output: 10_001 * USD } },
            upside: { price: { input: 2000 * USD, output: USD } },
            half: { price: { input: USD } },
            free: { price: { input: 0, output: 0 } },
            broken: { price: { input: 0.15, output: 1 } },
            misspelt: { price, contxt: 5 },
            tiers: {
              price: {
                ...price,
                tiers: [
                  { above: 9, input: 1 },
                  { above: 9, input: -2 },
                ],
              },
            },
            unit: { mode: "image_generation", price: { perImage: 6e15 } },
          },
        },
      }),
    );
    for (const [path, word] of [
      ["negative.price.input", "negative"],
      ["dear.price.output", "$10,000"],
      ["upside.price.output", "thousandth"],
      ["half.price", "both input and output"],
      ["free.price", "zero"],
      ["broken.price.input", "whole number"],
      ["misspelt", "contxt"],
      ["tiers.price.tiers", "rise"],
      ["unit.price.perImage", "more than"],
    ]) {
      const found = problems.find((problem) => problem.startsWith(`vendors.openai.${path} `));
      expect(found ?? `no problem at ${path} in ${problems.join("\n")}`).toContain(word ?? "");
    }
  });

  test("a vendor must have the name that lookups use", () => {
    expect(problemsOf(file({ m: { price } }, "google")).join()).toContain("gemini");
    expect(problemsOf(file({ m: { price } }, "my-vendor")).join()).toContain("my_vendor");
    expect(problemsOf(file({ m: { price } }, "my_vendor"))).toEqual([]);
  });

  test.each([
    ["{", "not JSON"],
    ["[]", "object"],
    ["{}", "neither"],
    [`{"a": {"b": 1}}`, "neither"],
    [`{"format": "other-9", "vendors": {"openai": {}}}`, "parley-catalogue-1"],
    [file({}), "at least one model"],
    [
      `{"m": {"litellm_provider": "openai", "mode": "video_generation"}}`,
      "no model a relay can use",
    ],
    [
      `{"m": {"litellm_provider": "openai", "mode": "chat", "input_cost_per_token": -1}}`,
      "negative",
    ],
  ])("refuses %p", (text, word) => {
    expect(problemsOf(text).join("\n")).toContain(word);
  });

  test("a LiteLLM table with a few absurd rows is taken without them; with many it is refused", () => {
    const row = (input: number) => ({
      litellm_provider: "openai",
      input_cost_per_token: input,
      output_cost_per_token: input,
    });
    const table = Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`m${at}`, row(1e-6)]));
    const { catalogue, skipped } = parseCatalogueFile(JSON.stringify({ ...table, bad: row(0.02) }));
    expect(skipped).toEqual([{ name: "bad", reason: "input is more than $1,000 per million" }]);
    expect(catalogue.vendors.get("openai")?.has("bad")).toBe(false);
    expect(problemsOf(JSON.stringify({ m: row(1e-6), bad: row(0.02) }))).toHaveLength(1);
  });

  test("the same content keeps its version; other content gets another", () => {
    const first = parseCatalogueFile(file({ m: { price } }), "2026-01-02").catalogue.version;
    const again = JSON.stringify({ ...JSON.parse(file({ m: { price } })), version: first });
    expect(parseCatalogueFile(again, "2027-01-01").catalogue.version).toBe(first);
    const edited = again.replace(String(2 * USD), String(3 * USD));
    expect(parseCatalogueFile(edited, "2027-01-01").catalogue.version).toMatch(/^2027-01-01-/);
  });
});

describe("the stored overlay", () => {
  let home = "";
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "parley-prices-"));
  });
  afterEach(async () => {
    await rm(home, { recursive: true, force: true });
  });
  const parsed = parseCatalogueFile(file({ "gpt-4o": { price } }), "2026-01-02");

  test("is absent at first, then what was written, readable by its owner alone", async () => {
    expect(await readOverlay(home)).toBeUndefined();
    await writeOverlay(join(home, "new"), parsed);
    expect(await readOverlay(join(home, "new"))).toEqual(parsed.catalogue);
    expect((await stat(join(home, "new/prices.json"))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(home, "new"))).toEqual(["prices.json"]);
  });

  test("a write that fails leaves nothing behind", async () => {
    await mkdir(join(home, "prices.json/occupied"), { recursive: true });
    const failure: unknown = await writeOverlay(home, parsed).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(await readdir(home)).toEqual(["prices.json"]);
  });

  test("a bad file changes nothing", async () => {
    await writeOverlay(home, parsed);
    const before = await readFile(join(home, "prices.json"), "utf8");
    expect(problemsOf(file({ "gpt-4o": { price: { input: -1, output: 1 } } }))).not.toEqual([]);
    expect(await readFile(join(home, "prices.json"), "utf8")).toBe(before);
  });

  test("one that was spoilt by hand is named in the error", async () => {
    await writeFile(join(home, "prices.json"), "{");
    const failure: unknown = await readOverlay(home).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AppError);
    expect(String(failure)).toContain(join(home, "prices.json"));
  });
});

describe("merging and comparing", () => {
  const shipped = loadCatalogue();
  const overlay = parseCatalogueFile(
    file({ "gpt-4o": { price }, "house-1": { context: 7 } }),
  ).catalogue;
  const merged = mergeCatalogues(shipped, overlay);

  test("a new price replaces the old one whole; limits and capabilities stay", () => {
    const old = findModel("gpt-4o", "openai");
    expect(old?.price?.cached).toBeDefined();
    expect(findModel("gpt-4o", "openai", merged)).toEqual({ ...(old as CatalogueEntry), price });
    expect(findModel("gpt-4o-mini", "openai", merged)).toBe(
      findModel("gpt-4o-mini", "openai") as never,
    );
    expect(merged.version).toBe(`${shipped.version}+${overlay.version}`);
    expect(mergeCatalogues(shipped, undefined)).toBe(shipped);
  });

  test("the difference says what is added, changed and removed, with both prices", () => {
    const { added, changed, removed } = diffCatalogue(shipped, merged);
    expect(added.map(({ id }) => id)).toEqual(["house-1"]);
    expect(changed.map(({ before, after }) => [before.price?.input, after.price?.input])).toEqual([
      [2.5 * USD, 2 * USD],
    ]);
    expect(changed[0]?.price).toBe(true);
    expect(removed).toEqual([]);
    expect(diffCatalogue(merged, shipped).removed.map(({ id }) => id)).toEqual(["house-1"]);
    expect(diffCatalogue(merged, merged)).toEqual({ added: [], changed: [], removed: [] });
  });

  test("a change of limits alone is no change of price", () => {
    const wider = parseCatalogueFile(file({ "gpt-4o": { context: 5 } })).catalogue;
    const { changed } = diffCatalogue(shipped, mergeCatalogues(shipped, wider));
    expect(changed.map(({ after, price: isPrice }) => [after.id, isPrice])).toEqual([
      ["gpt-4o", false],
    ]);
  });
});
