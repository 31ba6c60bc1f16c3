/**
 * Builds the console: `bun scripts/build-web.ts [FOLDER]`, by default into `web/.dist`. Parley runs it by itself when
 * the sources changed; it takes a fraction of a second.
 *
 *   hash of the sources -> scripts (Bun's bundler, one chunk per page) + one style sheet (Tailwind over every class name)
 *   -> each file named by its content, with its gzip beside it -> manifest.json -> moved into place as a whole
 */

import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { compile } from "tailwindcss";
import {
  defaultBuildFolder,
  hashWebSources,
  MANIFEST_FILE,
  WEB_ROOT,
  type WebFile,
  type WebManifest,
} from "../src/server/web/manifest.ts";

const GZIP_AT_LEAST = 1024;
/** Besides the newest. */
const KEPT_BUILDS = 2;

type Files = Map<string, Uint8Array<ArrayBuffer>>;

/** Leaves `<into>/<key>` behind and removes what earlier builds left there. Throws when a source is wrong. */
export async function buildWeb(into: string = defaultBuildFolder()): Promise<string> {
  const key = await hashWebSources();
  const folder = join(into, key);
  if (await Bun.file(join(folder, MANIFEST_FILE)).exists()) return folder;
  const files: Files = new Map();
  const scripts = await bundle(files);
  const style = await addStyle(files);
  const icon = add(files, "icon.svg", await Bun.file(join(WEB_ROOT, "icon.svg")).bytes());
  await addPage(files, { ...scripts, style, icon });
  await write(files, key, into);
  return folder;
}

interface Scripts {
  readonly boot: string;
  readonly main: string;
  /** Chunks that the first page needs as well. */
  readonly preload: readonly string[];
}

async function bundle(files: Files): Promise<Scripts> {
  const source = (name: string): string => join(WEB_ROOT, "src", name);
  const shared = {
    target: "browser",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    publicPath: "/assets/",
    naming: "[name]-[hash].[ext]",
  } as const;
  const [main, boot] = await Promise.all([
    Bun.build({ ...shared, entrypoints: [source("main.tsx")], splitting: true }),
    // A plain script of its own: it runs before modules do.
    Bun.build({ ...shared, entrypoints: [source("boot.ts")], format: "iife" }),
  ]);
  const names: string[] = [];
  for (const output of [...main.outputs, ...boot.outputs]) {
    const name = `assets/${basename(output.path)}`;
    files.set(name, new Uint8Array(await output.arrayBuffer()));
    names.push(name);
  }
  const entry = (prefix: string): string => {
    const found = names.find((name) => name.startsWith(`assets/${prefix}-`));
    if (found === undefined) throw new Error(`no ${prefix} script was built`);
    return found;
  };
  return {
    boot: entry("boot"),
    main: entry("main"),
    preload: findStaticChunks(files, entry("main")),
  };
}

/** The chunks that a script imports at once, directly or through others. */
function findStaticChunks(files: Files, entry: string): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    const text = new TextDecoder().decode(files.get(name));
    for (const { kind, path } of new Bun.Transpiler({ loader: "js" }).scanImports(text)) {
      const chunk = path.replace(/^\//, "");
      if (kind !== "import-statement" || !files.has(chunk) || found.has(chunk)) continue;
      found.add(chunk);
      visit(chunk);
    }
  };
  visit(entry);
  return [...found];
}

async function addStyle(files: Files): Promise<string> {
  const source = join(WEB_ROOT, "src/styles.css");
  const compiler = await compile(await Bun.file(source).text(), {
    base: dirname(source),
    loadStylesheet: async (id, base) => {
      const path = Bun.resolveSync(id === "tailwindcss" ? "tailwindcss/index.css" : id, base);
      return { path, base: dirname(path), content: await Bun.file(path).text() };
    },
  });
  const css = compiler.build(await findClassNames());
  const draft = join(tmpdir(), `parley-console-${process.pid}.css`);
  try {
    await Bun.write(draft, css);
    const { outputs } = await Bun.build({ entrypoints: [draft], minify: true });
    const text = outputs[0];
    if (text === undefined) throw new Error("the style sheet is empty");
    return add(files, "app.css", new Uint8Array(await text.arrayBuffer()));
  } finally {
    await rm(draft, { force: true });
  }
}

/** Every word of the sources that could be a class name; Tailwind ignores the words it does not know. */
async function findClassNames(): Promise<string[]> {
  const words = new Set<string>();
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan(join(WEB_ROOT, "src"))) {
    const text = await Bun.file(join(WEB_ROOT, "src", path)).text();
    for (const word of text.split(/[\s"'`]+/)) words.add(word);
  }
  return [...words];
}

async function addPage(
  files: Files,
  names: Scripts & { readonly style: string; readonly icon: string },
): Promise<void> {
  const template = await Bun.file(join(WEB_ROOT, "index.html")).text();
  const preload = names.preload.map((name) => `    <link rel="modulepreload" href="/${name}" />`);
  const html = template
    .replace("%ICON%", `/${names.icon}`)
    .replace("%STYLE%", `/${names.style}`)
    .replace("%BOOT%", `/${names.boot}`)
    .replace("%MAIN%", `/${names.main}`)
    .replace("%PRELOAD%", preload.join("\n"));
  files.set("index.html", new TextEncoder().encode(html));
}

/** Names a file by its content. */
function add(files: Files, name: string, bytes: Uint8Array<ArrayBuffer>): string {
  const hash = Bun.hash(bytes).toString(36).slice(0, 8);
  const hashed = `assets/${name.replace(/\.(?=\w+$)/, `-${hash}.`)}`;
  files.set(hashed, bytes);
  return hashed;
}

async function write(files: Files, key: string, into: string): Promise<void> {
  const draft = join(into, `.draft-${process.pid}`);
  const described: Record<string, WebFile> = {};
  for (const [name, bytes] of files) {
    await Bun.write(join(draft, name), bytes);
    const gzip = bytes.length < GZIP_AT_LEAST ? undefined : Bun.gzipSync(bytes, { level: 9 });
    if (gzip) await Bun.write(join(draft, `${name}.gz`), gzip);
    described[name] = {
      type: typeOf(name),
      size: bytes.length,
      gzipSize: gzip?.length ?? null,
      etag: `"${Bun.hash(bytes).toString(36)}"`,
    };
  }
  const manifest: WebManifest = { key, files: described };
  await Bun.write(join(draft, MANIFEST_FILE), JSON.stringify(manifest, null, 1));
  await mkdir(into, { recursive: true });
  await rename(draft, join(into, key)).catch(async (error: unknown) => {
    // Another process built the same meanwhile.
    await rm(draft, { recursive: true, force: true });
    if (!(await Bun.file(join(into, key, MANIFEST_FILE)).exists())) throw error;
  });
  await removeOldBuilds(into, key);
}

/** A server may still be serving the build before; older ones are in nobody's way. */
async function removeOldBuilds(into: string, key: string): Promise<void> {
  const names = (await readdir(into)).filter((name) => name !== key && !name.startsWith("."));
  const aged = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(into, name))).mtimeMs })),
  );
  for (const { name } of aged.toSorted((a, b) => b.at - a.at).slice(KEPT_BUILDS))
    await rm(join(into, name), { recursive: true, force: true });
}

function typeOf(name: string): string {
  if (name.endsWith(".js")) return "text/javascript; charset=utf-8";
  if (name.endsWith(".css")) return "text/css; charset=utf-8";
  if (name.endsWith(".html")) return "text/html; charset=utf-8";
  if (name.endsWith(".svg")) return "image/svg+xml";
  throw new Error(`what type is ${name}?`);
}

if (import.meta.main) {
  const started = performance.now();
  const folder = await buildWeb(process.argv[2]);
  console.log(`${folder} (${Math.round(performance.now() - started)} ms)`);
}
