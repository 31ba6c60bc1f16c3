import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { makeOpenApiDocument } from "../src/server/openapi.ts";
import { GENERATED_DOCS, ROOT } from "./generated-docs.ts";
import { OTHER_VARIABLES } from "./generated-docs/config.ts";

const REFRESH = "Run `npm run docs` and commit what it writes.";

describe("generated reference", () => {
  test.each([...GENERATED_DOCS])("$file is fresh", async ({ file, make }) => {
    const page = Bun.file(join(ROOT, file));
    const found = (await page.exists()) ? await page.text() : undefined;
    if (found !== make())
      throw new Error(`${file} is ${found === undefined ? "missing" : "stale"}. ${REFRESH}`);
  });

  test("names every variable of the environment that is read", async () => {
    const files = ["src/base/config.ts", "src/base/config-env.ts"];
    const texts = await Promise.all(files.map((file) => Bun.file(join(ROOT, file)).text()));
    const read = texts.flatMap((text) =>
      [...text.matchAll(/\benv\["([A-Z_]+)"\]/g)].map(([, name]) => name),
    );
    const described = OTHER_VARIABLES.map(([name]) => name);
    // Bun itself reads NO_COLOR.
    expect(new Set([...read, "NO_COLOR"])).toEqual(new Set(described));
  });

  test("has an OpenAPI document in which every reference leads somewhere", () => {
    const document = makeOpenApiDocument();
    const text = JSON.stringify(document);
    const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? "",
    );
    expect(names.length).toBeGreaterThan(50);
    const known = Object.keys(document.components?.schemas ?? {});
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("has an OpenAPI document in which every path parameter is described", () => {
    for (const [path, item] of Object.entries(makeOpenApiDocument().paths ?? {})) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
      for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
        if (!operation) continue;
        const described = (operation.parameters ?? []).flatMap((parameter) =>
          "in" in parameter && parameter.in === "path" ? [parameter.name] : [],
        );
        expect([path, described]).toEqual([path, inPath]);
        expect(operation.summary).toBeString();
      }
    }
  });
});
