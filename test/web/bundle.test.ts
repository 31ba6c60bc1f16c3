/** The built console: small enough for the first page, and cut into pieces that are fetched when they are needed. */

import { beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildWeb } from "../../scripts/build-web.ts";
import { MANIFEST_FILE, type WebManifest } from "../../src/server/web/manifest.ts";

/** Gzipped bytes. */
const FIRST_PAGE_BUDGET = 250_000;
/** The code of one page beyond what all pages share. */
const PAGE_BUDGET = 60_000;

setDefaultTimeout(60_000);

describe("the build", () => {
  const into = mkdtempSync(join(tmpdir(), "parley-build-"));
  let manifest: WebManifest;
  let html = "";
  let seconds = 0;

  beforeAll(async () => {
    const started = performance.now();
    const folder = await buildWeb(into);
    seconds = (performance.now() - started) / 1000;
    manifest = (await Bun.file(join(folder, MANIFEST_FILE)).json()) as WebManifest;
    html = await Bun.file(join(folder, "index.html")).text();
    return () => rmSync(into, { recursive: true, force: true });
  });

  const sizeOf = (name: string): number => {
    const file = manifest.files[name];
    return file === undefined ? Number.NaN : (file.gzipSize ?? file.size);
  };

  test("takes seconds, not minutes", () => {
    expect(seconds).toBeLessThan(15);
  });

  test("keeps the first page within its budget", () => {
    const names = [...html.matchAll(/(?:src|href)="\/([^"]+)"/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(3);
    const total = names.reduce((sum, name) => sum + sizeOf(name), sizeOf("index.html"));
    console.log(`first page: ${Math.round(total / 1000)} KB gzipped`);
    expect(total).toBeLessThan(FIRST_PAGE_BUDGET - PAGE_BUDGET / 2);
  });

  test("loads charts and Chinese only when they are wanted", async () => {
    const first = [...html.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, name = ""]) => name);
    const folder = join(into, manifest.key);
    const texts = await Promise.all(first.map((name) => Bun.file(join(folder, name)).text()));
    expect(texts.join("")).not.toContain("recharts");
    expect(texts.join("")).not.toContain("跳到正文");
  });

  test("has nothing inline, and nothing from elsewhere", () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style|\bstyle=|\bon\w+=/);
    expect(html).not.toMatch(/https?:\/\//);
  });

  test("names every file but the page by its content", () => {
    for (const name of Object.keys(manifest.files))
      expect(name).toMatch(/^(index\.html|assets\/[\w.-]+-[\w]{6,}\.(js|css|svg))$/);
  });

  test("is kept: the same sources are not built twice", async () => {
    const started = performance.now();
    await buildWeb(into);
    expect((performance.now() - started) / 1000).toBeLessThan(Math.max(seconds, 0.2));
  });
});
