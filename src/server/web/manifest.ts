/** Where the console's sources and its built files are, and what a build describes about itself. */

import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join, relative } from "node:path";
import { assetPath, SHIPPED_CONSOLE } from "../../base/assets.ts";

export const WEB_ROOT = assetPath("web");
export const BUILD_SCRIPT = assetPath("scripts/build-web.ts");
/** A build that came along; what it was built from is not here. */
export const SHIPPED_BUILD = assetPath(SHIPPED_CONSOLE);
export const MANIFEST_FILE = "manifest.json";

export interface WebFile {
  readonly type: string;
  readonly size: number;
  /** null: too small to be worth compressing; otherwise `<name>.gz` stands beside it. */
  readonly gzipSize: number | null;
  readonly etag: string;
}

export interface WebManifest {
  /** Hash of the sources this was built from. */
  readonly key: string;
  /** By name: `index.html`, `assets/…`. Names under `assets/` change with their content. */
  readonly files: Readonly<Record<string, WebFile>>;
}

export function defaultBuildFolder(): string {
  return join(WEB_ROOT, ".dist");
}

/** The checkout if it may be written to, else the home folder: an installation may belong to another user. */
export async function findBuildFolder(home: string): Promise<string> {
  try {
    await access(WEB_ROOT, constants.W_OK);
    return defaultBuildFolder();
  } catch {
    return join(home, "console");
  }
}

/** Changes with everything that goes into a build. */
export async function hashWebSources(): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  const sources = [...new Bun.Glob("src/**/*.{ts,tsx,css}").scanSync(WEB_ROOT)].toSorted();
  const files = [
    ...sources.map((path) => join(WEB_ROOT, path)),
    ...["index.html", "icon.svg"].map((path) => join(WEB_ROOT, path)),
    BUILD_SCRIPT,
    // The versions of the libraries.
    assetPath("package.json"),
  ];
  const texts = await Promise.all(files.map((path) => Bun.file(path).text()));
  files.forEach((path, index) => {
    hash.update(`${relative(WEB_ROOT, path)}\0${texts[index]?.length}\0${texts[index]}`);
  });
  return hash.digest("hex").slice(0, 16);
}
