/**
 * `npm run compile [FILE]`: makes Parley one program, by default `dist/parley`, for machines like this one. It needs
 * nothing beside itself: no checkout, no node_modules, no Bun, no network.
 *
 *   the console, built, and the files that are read -> a folder laid out like the checkout (src/base/assets.ts)
 *   -> Bun bundles the command line and the threads, adds that folder and itself -> moved into place as a whole
 */

import { cp, mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { assetPath, FILES, SHIPPED_CONSOLE, THREADS } from "../src/base/assets.ts";
import { buildWeb } from "./build-web.ts";

const ROOT = resolve(import.meta.dir, "..");

/** Throws when a source is wrong. */
export async function compile(into: string = join(ROOT, "dist/parley")): Promise<string> {
  const program = resolve(into);
  const draft = join(dirname(program), `.draft-${process.pid}`);
  try {
    await layOut(join(draft, "assets"));
    await bundle(join(draft, "assets"), join(draft, "parley"));
    // A running program cannot be written over, but it can be replaced.
    await rename(join(draft, "parley"), program);
    return program;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function layOut(assets: string): Promise<void> {
  await mkdir(assets, { recursive: true });
  await cp(await buildWeb(), join(assets, SHIPPED_CONSOLE), { recursive: true });
  for (const file of FILES) await cp(assetPath(file), join(assets, file));
}

async function bundle(assets: string, outfile: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, "src/cli/main.ts"), ...THREADS.map((thread) => assetPath(thread))],
    root: ROOT,
    target: "bun",
    define: { "process.env.NODE_ENV": '"production"' },
    // `--version` takes 12 ms instead of 110: what a command does not need is not loaded, and nothing is parsed.
    format: "esm",
    splitting: true,
    bytecode: true,
    minify: true,
    // Stack traces name the sources.
    sourcemap: "linked",
    compile: {
      outfile,
      // Each folder is embedded under its own name, so that every file keeps its path.
      assets: [join(assets, "src"), join(assets, "web")],
      // The folder Parley is called from must not steer it, as with ./parley.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
  });
}

if (import.meta.main) {
  const started = performance.now();
  const program = await compile(process.argv[2]);
  const size = Math.round(Bun.file(program).size / 1_000_000);
  console.log(
    `${relative(process.cwd(), program)} (${size} MB, ${Math.round(performance.now() - started)} ms)`,
  );
}
