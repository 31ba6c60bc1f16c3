/**
 * Proves the rooms and arrows of ARCHITECTURE.md on the sources themselves.
 *
 * `findProblems` is a pure function from files to sentences, so each rule is also shown a planted violation.
 */
import { describe, expect, test } from "bun:test";
import { posix } from "node:path";
import manifest from "../package.json";

/** Each room and the rooms it may import from (besides itself). */
const ARROWS: Record<string, readonly string[]> = {
  base: [],
  contract: ["base"],
  store: ["base"],
  llm: ["base"],
  agent: ["llm", "base"],
  relay: ["llm", "store", "contract", "base"],
  platform: ["agent", "llm", "store", "contract", "base"],
  gateway: ["agent", "llm", "store", "contract", "base"],
  server: ["gateway", "platform", "relay", "agent", "llm", "store", "contract", "base"],
  cli: ["server", "gateway", "platform", "relay", "agent", "llm", "store", "contract", "base"],
};

/** The command line starts here; only these rooms, and no package, may load before a command is chosen. */
const ENTRY = "src/cli/main.ts";
const LIGHT_ROOMS = ["cli", "base"];

/** What a command loads to call a running server: no package. These read the settings, which needs zod. */
const COMMAND_FILE = /^src\/cli\/(open-api|run\/(?!(start|config)\.ts$).*)/;

const DRIVERS =
  /^(bun:sqlite|node:sqlite|better-sqlite3|pg|postgres|kysely|kysely-.*|ioredis|redis)$/;
const DRIVER_GLOBALS = /\bBun\.(SQL|sql|RedisClient|redis|S3Client|s3)\b/;
const ENVIRONMENT = /\b(process|Bun|import\.meta)\.env\b|\benv\b[^;=]*\}\s*=\s*(process|Bun)\b/;
const ENVIRONMENT_READER = /^src\/base\/config(\/|[.-])/;
/** Where a source file is means nothing in the compiled program. */
const OWN_PLACE = /\bimport\.meta\.(dir|dirname|path|filename|url|resolve)\b|\b__(dir|file)name\b/;
const PLACE_KEEPER = "src/base/assets.ts";
const VAGUE_NAMES = /^(utils?|common|shared|helpers?|lib|misc)$/;
const SWITCHED_OFF_TEST = /\b(test|it|describe)(\.\w+)*\.(skip|only)\b/;
const ENUM = /^\s*(export\s+)?(declare\s+)?(const\s+)?enum\s+\w+\s*\{/m;

/** Repository paths, `/`-separated, to their text. */
type Files = Record<string, string>;

interface Import {
  readonly specifier: string;
  /** `type` imports vanish at run time; `lazy` ones load when reached. All of them are arrows. */
  readonly kind: "value" | "type" | "lazy";
}

const isTest = (path: string): boolean => path.endsWith(".test.ts");
const roomOf = (path: string): string | undefined => /^src\/([^/]+)\//.exec(path)?.[1];
const isRelative = (specifier: string): boolean => specifier.startsWith(".");

/** Every import, type-only ones included (bun's own scanner drops those). */
function readImports(source: string): Import[] {
  const statement =
    /^\s*(?:import|export)\s+(type\s+(?!from\b|,))?(?:[\w*${}\s,]*?\bfrom\s*)?["']([^"'\n]+)["']/gm;
  const call = /\b(?:import|require)\s*\(\s*(?:\/\*.*?\*\/\s*)?["'`]([^"'`\n]+)["'`]/g;
  const imports: Import[] = [];
  for (const [, type, specifier = ""] of source.matchAll(statement))
    imports.push({ specifier, kind: type === undefined ? "value" : "type" });
  for (const [, specifier = ""] of source.matchAll(call)) imports.push({ specifier, kind: "lazy" });
  return imports;
}

/** The file a relative import means, or the bare path when it is none of ours (`package.json`). */
function resolveImport(files: Files, from: string, specifier: string): string {
  const path = posix.join(posix.dirname(from), specifier);
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((candidate) => candidate in files) ?? path;
}

function findProblems(files: Files): string[] {
  const sources = Object.keys(files).filter((path) => path.startsWith("src/"));
  return [
    ...Object.keys(files).flatMap((path) => findVagueNames(path)),
    ...Object.keys(files)
      .filter(isTest)
      .flatMap((path) => findSwitchedOff(path, files[path] ?? "")),
    ...sources.flatMap((path) => findWrongArrows(files, path)),
    ...sources.flatMap((path) => findWrongText(path, files[path] ?? "")),
    ...Object.keys(files)
      .filter((path) => path.startsWith("web/"))
      .flatMap((path) => findWrongWebImports(files, path)),
    ...findCycles(files, sources),
    ...findEagerLoads(files),
  ];
}

/** The console runs in a browser: of the product it may know the contract's types, and nothing at run time. */
function findWrongWebImports(files: Files, path: string): string[] {
  const problems: string[] = [];
  for (const { specifier, kind } of readImports(files[path] ?? "")) {
    if (!isRelative(specifier)) {
      const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
      if (!(name in manifest.dependencies))
        problems.push(`${path}: ${name} is not among the dependencies of package.json`);
      continue;
    }
    const target = resolveImport(files, path, specifier);
    if (target.startsWith("web/src/")) continue;
    if (roomOf(target) !== "contract") problems.push(`${path}: web may not import ${target}`);
    else if (kind !== "type")
      problems.push(`${path}: web may import only types of contract (${specifier})`);
  }
  return problems;
}

function findVagueNames(path: string): string[] {
  const vague = path.split("/").find((part) => VAGUE_NAMES.test(part.replace(/\..*$/, "")));
  return vague === undefined ? [] : [`${path}: "${vague}" says nothing; name the idea it holds`];
}

function findSwitchedOff(path: string, source: string): string[] {
  return SWITCHED_OFF_TEST.test(source) ? [`${path}: a test is switched off (.skip or .only)`] : [];
}

function findWrongArrows(files: Files, path: string): string[] {
  const room = roomOf(path);
  const allowed = room === undefined ? undefined : ARROWS[room];
  if (room === undefined || allowed === undefined) return [`${path}: belongs to no room`];
  const problems: string[] = [];
  for (const { specifier } of readImports(files[path] ?? "")) {
    if (!isRelative(specifier)) {
      problems.push(...findWrongPackage(path, room, specifier));
      continue;
    }
    const target = resolveImport(files, path, specifier);
    const targetRoom = roomOf(target);
    if (targetRoom === undefined) {
      const isFake = target.startsWith("test/") && isTest(path);
      if (target !== "package.json" && !isFake)
        problems.push(`${path}: imports ${target}, outside src`);
    } else if (targetRoom !== room && !allowed.includes(targetRoom)) {
      problems.push(`${path}: ${room} may not import ${targetRoom} (${specifier})`);
    } else if (isTest(target)) {
      problems.push(`${path}: imports a test (${specifier})`);
    }
  }
  return problems;
}

function findWrongPackage(path: string, room: string, specifier: string): string[] {
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  if (DRIVERS.test(name) && room !== "store")
    return [`${path}: only store may import a driver (${specifier})`];
  const isBuiltin = /^(node:|bun:|bun$)/.test(name);
  if (isBuiltin || isTest(path) || name in manifest.dependencies) return [];
  return [`${path}: ${name} is not among the dependencies of package.json`];
}

/** Rules on the text; comments are taken out first. */
function findWrongText(path: string, source: string): string[] {
  const problems: string[] = [];
  if (ENUM.test(source)) problems.push(`${path}: has an enum; use a union of literals`);
  if (isTest(path)) return problems;
  const code = new Bun.Transpiler({ loader: "ts" }).transformSync(source);
  const readsEnvironment =
    ENVIRONMENT.test(code) ||
    /import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*"(node:)?process"/.test(code);
  if (readsEnvironment && !ENVIRONMENT_READER.test(path))
    problems.push(`${path}: reads the environment; only src/base/config may`);
  if (OWN_PLACE.test(code) && path !== PLACE_KEEPER)
    problems.push(`${path}: asks where its file is; only ${PLACE_KEEPER} may`);
  if (DRIVER_GLOBALS.test(code) && roomOf(path) !== "store")
    problems.push(`${path}: only store may use a driver (${DRIVER_GLOBALS.exec(code)?.[0]})`);
  return problems;
}

/** Follows every import, type-only and lazy ones too. */
function findCycles(files: Files, sources: string[]): string[] {
  const problems: string[] = [];
  const finished = new Set<string>();
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) problems.push(`cycle: ${[...trail.slice(start), path].join(" -> ")}`);
    if (start >= 0 || finished.has(path)) return;
    for (const target of importedFiles(files, path)) visit(target, [...trail, path]);
    finished.add(path);
  };
  for (const path of sources) visit(path, []);
  return problems;
}

/** What loads before the command line knows which command was asked for, and before a command calls a server. */
function findEagerLoads(files: Files): string[] {
  const isBuiltin = (specifier: string): boolean => /^(node:|bun$)/.test(specifier);
  const commands = Object.keys(files).filter((path) => COMMAND_FILE.test(path) && !isTest(path));
  return [
    ...findLoads(files, ENTRY, (specifier, room) =>
      isRelative(specifier) ? LIGHT_ROOMS.includes(room ?? "base") : isBuiltin(specifier),
    ),
    ...commands.flatMap((path) =>
      findLoads(files, path, (specifier) => isRelative(specifier) || isBuiltin(specifier)),
    ),
  ];
}

/** Follows what loads together with a file, as far as it is light. */
function findLoads(
  files: Files,
  start: string,
  isLight: (specifier: string, room: string | undefined) => boolean,
): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const visit = (path: string, trail: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const { specifier, kind } of readImports(files[path] ?? "")) {
      if (kind !== "value") continue;
      const target = isRelative(specifier) ? resolveImport(files, path, specifier) : specifier;
      if (isLight(specifier, roomOf(target))) visit(target, `${trail} -> ${target}`);
      else problems.push(`${trail} -> ${target}: loaded before it is needed; import it lazily`);
    }
  };
  visit(start, start);
  return problems;
}

function importedFiles(files: Files, path: string): string[] {
  return readImports(files[path] ?? "")
    .filter(({ specifier }) => isRelative(specifier))
    .map(({ specifier }) => resolveImport(files, path, specifier))
    .filter((target) => target in files);
}

async function readRepository(): Promise<Files> {
  const root = posix.join(import.meta.dir, "..");
  const files: Files = {};
  for await (const path of new Bun.Glob("{src,test,bench,scripts,web}/**/*.{ts,tsx}").scan(root))
    files[path] = await Bun.file(posix.join(root, path)).text();
  return files;
}

const repository = await readRepository();

describe("this repository", () => {
  test("keeps its rooms and arrows", () => {
    expect(findProblems(repository)).toEqual([]);
  });

  test("has no import that the reader of imports misses", () => {
    const transpiler = new Bun.Transpiler({ loader: "ts" });
    const missed = Object.entries(repository).flatMap(([path, source]) => {
      if (!path.startsWith("src/")) return [];
      const read = readImports(source).map(({ specifier }) => specifier);
      const seenByBun = transpiler.scanImports(source).map((scanned) => scanned.path);
      return seenByBun.filter((specifier) => !read.includes(specifier)).map((s) => `${path}: ${s}`);
    });
    expect(missed).toEqual([]);
  });
});

describe("a planted violation is found:", () => {
  const off = ["skip", "only"] as const;
  const planted: ReadonlyArray<readonly [name: string, files: Files, problem: string]> = [
    [
      "relay importing platform",
      { "src/relay/a.ts": `import { b } from "../platform/b.ts";`, "src/platform/b.ts": "" },
      "src/relay/a.ts: relay may not import platform (../platform/b.ts)",
    ],
    [
      "gateway importing relay, lazily",
      { "src/gateway/a.ts": `const b = await import("../relay/b");`, "src/relay/b.ts": "" },
      "src/gateway/a.ts: gateway may not import relay (../relay/b)",
    ],
    [
      "platform re-exporting gateway, over several lines",
      { "src/platform/a.ts": `export {\n  b,\n} from "../gateway";`, "src/gateway/index.ts": "" },
      "src/platform/a.ts: platform may not import gateway (../gateway)",
    ],
    [
      "llm importing a type from store",
      { "src/llm/a.ts": `import type { B } from "../store/b.ts";`, "src/store/b.ts": "" },
      "src/llm/a.ts: llm may not import store (../store/b.ts)",
    ],
    [
      "base importing anything",
      { "src/base/a.ts": `import "../contract/b.ts";`, "src/contract/b.ts": "" },
      "src/base/a.ts: base may not import contract (../contract/b.ts)",
    ],
    [
      "the console importing a value of the contract",
      {
        "web/src/a.ts": `import { Key } from "../../src/contract/key.ts";`,
        "src/contract/key.ts": "",
      },
      "web/src/a.ts: web may import only types of contract (../../src/contract/key.ts)",
    ],
    [
      "the console importing a type of the relay",
      { "web/src/a.ts": `import type { R } from "../../src/relay/r.ts";`, "src/relay/r.ts": "" },
      "web/src/a.ts: web may not import src/relay/r.ts",
    ],
    [
      "the console importing a development dependency",
      { "web/src/a.ts": `import axe from "axe-core";` },
      "web/src/a.ts: axe-core is not among the dependencies of package.json",
    ],
    ["a file outside the rooms", { "src/a.ts": "" }, "src/a.ts: belongs to no room"],
    ["an unknown room", { "src/attic/a.ts": "" }, "src/attic/a.ts: belongs to no room"],
    [
      "product code importing a fake",
      { "src/relay/a.ts": `import { fake } from "../../test/fake.ts";` },
      "src/relay/a.ts: imports test/fake.ts, outside src",
    ],
    [
      "product code importing a development dependency",
      { "src/llm/a.ts": `import OpenAI from "openai/client";` },
      "src/llm/a.ts: openai is not among the dependencies of package.json",
    ],
    [
      "a driver outside store",
      { "src/relay/a.ts": `import { Database } from "bun:sqlite";` },
      "src/relay/a.ts: only store may import a driver (bun:sqlite)",
    ],
    [
      "a part of a driver outside store",
      { "src/relay/a.ts": `import { jsonArrayFrom } from "kysely/helpers/postgres";` },
      "src/relay/a.ts: only store may import a driver (kysely/helpers/postgres)",
    ],
    [
      "a driver global outside store",
      { "src/platform/a.ts": "export const db = new Bun.SQL();" },
      "src/platform/a.ts: only store may use a driver (Bun.SQL)",
    ],
    [
      "the environment read outside config",
      { "src/relay/a.ts": "export const home = process.env.HOME;" },
      "src/relay/a.ts: reads the environment; only src/base/config may",
    ],
    [
      "the environment taken apart",
      { "src/cli/a.ts": "export const { env } = process;" },
      "src/cli/a.ts: reads the environment; only src/base/config may",
    ],
    [
      "the environment imported",
      { "src/cli/a.ts": `import { env } from "node:process"; export const home = env.HOME;` },
      "src/cli/a.ts: reads the environment; only src/base/config may",
    ],
    [
      "a file found beside the source, which the compiled program has not",
      { "src/store/a.ts": `new Worker(new URL("./thread.ts", import.meta.url));` },
      "src/store/a.ts: asks where its file is; only src/base/assets.ts may",
    ],
    [
      "a cycle",
      {
        "src/llm/a.ts": `import "./b.ts";`,
        "src/llm/b.ts": `import type { C } from "./c.ts";`,
        "src/llm/c.ts": `export * from "./a.ts";`,
      },
      "cycle: src/llm/a.ts -> src/llm/b.ts -> src/llm/c.ts -> src/llm/a.ts",
    ],
    [
      "a heavy room loaded by the command line at once",
      { [ENTRY]: `import { serve } from "../server/serve.ts";`, "src/server/serve.ts": "" },
      "src/cli/main.ts -> src/server/serve.ts: loaded before it is needed; import it lazily",
    ],
    [
      "a package loaded by the command line through another file",
      { [ENTRY]: `import "./a.ts";`, "src/cli/a.ts": `import { z } from "zod";` },
      "src/cli/main.ts -> src/cli/a.ts -> zod: loaded before it is needed; import it lazily",
    ],
    [
      "a package loaded by a command that only calls a server",
      {
        "src/cli/run/key.ts": `import { loadConfig } from "../../base/config.ts";`,
        "src/base/config.ts": `import { z } from "zod";`,
      },
      "src/cli/run/key.ts -> src/base/config.ts -> zod: loaded before it is needed; import it lazily",
    ],
    [
      "a vague folder",
      { "src/base/utils/text.ts": "" },
      `src/base/utils/text.ts: "utils" says nothing; name the idea it holds`,
    ],
    [
      "a vague file",
      { "test/helpers.ts": "" },
      `test/helpers.ts: "helpers.ts" says nothing; name the idea it holds`,
    ],
    [
      "an enum",
      { "src/llm/a.ts": "export enum Role { user }" },
      "src/llm/a.ts: has an enum; use a union of literals",
    ],
    ...off.map(
      (word) =>
        [
          `a test with .${word}`,
          { "src/llm/a.test.ts": `test.${word}("x", () => {});` },
          "src/llm/a.test.ts: a test is switched off (.skip or .only)",
        ] as const,
    ),
  ];

  test.each(planted.map(([name, files, problem]) => ({ name, files, problem })))(
    "$name",
    ({ files, problem }) => {
      expect(findProblems(files)).toEqual([problem]);
    },
  );
});

test("what is allowed is not reported", () => {
  const files: Files = {
    [ENTRY]: `import { a } from "./a.ts";\nimport type { S } from "../server/s.ts";\nawait import("../server/s.ts");`,
    "src/cli/a.ts": `import { join } from "node:path";\nimport manifest from "../../package.json";`,
    "src/server/s.ts": `import { r } from "../relay/r.ts";\nimport { Hono } from "hono/tiny";`,
    "src/relay/r.ts": "// process.env and Bun.SQL in a comment\nexport const r = 1;",
    "src/relay/r.test.ts": `import OpenAI from "openai";\nimport { fake } from "../../test/fake.ts";\ntest.skipIf(!long)("x", f);`,
    "src/base/config.ts": "export const home = process.env.HOME;",
    "src/store/sqlite.ts": `import { Database } from "bun:sqlite";\nimport { sql } from "kysely";`,
    "test/fake.ts": "",
    "web/src/a.ts": `export type * from "../../src/contract/c.ts";\nimport { b } from "./b.ts";\nimport { useState } from "react";`,
    "web/src/b.ts": "",
    "src/contract/c.ts": "",
  };
  expect(findProblems(files)).toEqual([]);
});
