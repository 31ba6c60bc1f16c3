/** Both languages say everything, nothing is said that nobody hears, and no text hides outside of the message files. */

import { expect, test } from "bun:test";
import { join } from "node:path";
import { SENTENCES } from "../../src/base/sentences.ts";
import { app } from "../../src/server/api/app.ts";
import { listSummaries, makeDocument } from "../../src/server/api/document.ts";
import { ICON_SHAPES } from "../../web/src/components/icon-shapes.ts";
import { en } from "../../web/src/messages/en.ts";
import { acts, sentences, zh } from "../../web/src/messages/zh.ts";

const SOURCES = join(import.meta.dir, "../../web/src");

type Files = Readonly<Record<string, string>>;

async function readSources(): Promise<Files> {
  const files: Record<string, string> = {};
  for await (const path of new Bun.Glob("**/*.{ts,tsx}").scan(SOURCES))
    if (!path.startsWith("messages/")) files[path] = await Bun.file(join(SOURCES, path)).text();
  return files;
}

/** Paths of all texts: `keys.form.name`. */
function listTexts(messages: object, prefix = ""): string[] {
  return Object.entries(messages).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? listTexts(value as object, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}

function findText(messages: object, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], messages);
}

/**
 * A text counts as used when its own name, or the name of a group around it followed by `[`, stands in a file that reads
 * its page or is handed its texts.
 */
function findUnused(messages: object, files: Files): string[] {
  return listTexts(messages).filter((path) => {
    const [page = "", ...names] = path.split(".");
    const readers = Object.values(files).filter((text) =>
      new RegExp(`(useMessages|messagesNow)\\("${page}"\\)|Messages\\["${page}"\\]`).test(text),
    );
    const last = names.at(-1) ?? "";
    const groups = names.slice(0, -1);
    return !readers.some(
      (text) =>
        new RegExp(`[.?]${last}\\b|"${last}"`).test(text) ||
        groups.some((group) =>
          new RegExp(`\\.${group}\\s*[[;,)}]|\\b${group}\\s*\\[`).test(text),
        ) ||
        // `t[step]`: the page's texts are looked up by a name that only the program knows.
        (names.length === 1 && new RegExp(`\\bt\\[`).test(text) && text.includes(`"${last}"`)),
    );
  });
}

const files = await readSources();

test("English and Chinese have the same texts", () => {
  expect(listTexts(zh).toSorted()).toEqual(listTexts(en).toSorted());
  for (const path of listTexts(en))
    expect([path, typeof findText(zh, path)]).toEqual([path, typeof findText(en, path)]);
});

/** The names of what stands in a text. */
function listParams(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name).toSorted();
}

test("every sentence of the server is known in Chinese, with the same parameters", () => {
  expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(SENTENCES).toSorted());
  for (const [name, text] of Object.entries(SENTENCES)) {
    const theirs: string = sentences[name as keyof typeof SENTENCES];
    expect([name, listParams(theirs)]).toEqual([name, listParams(text)]);
    expect([name, /\p{Script=Han}/u.test(theirs) || !/[a-z]/i.test(withoutParams(text))]).toEqual([
      name,
      true,
    ]);
  }
});

function withoutParams(text: string): string {
  return text.replaceAll(/\{\w+\}/g, "");
}

test("every act of the audit log is known in Chinese", () => {
  const done = [...listSummaries(makeDocument(app))]
    .filter(([action, summary]) => !action.startsWith("GET ") && summary !== "")
    .map(([action]) => action);
  expect(Object.keys(acts).toSorted()).toEqual(done.toSorted());
});

/** Rooms whose errors the console shows. */
const SPEAKING = ["src/relay/services", "src/server/auth", "src/server/backups.ts"];
/** Said to programs, or only about what a person's own program did wrong. */
const TO_PROGRAMS = [
  /Authorization header|Bearer/,
  /The role/,
  /This is an API key/,
  /The access token is unknown/,
];

test("what schemas say has a name", async () => {
  const found: string[] = [];
  const folder = join(import.meta.dir, "../../src/contract");
  for await (const path of new Bun.Glob("*.ts").scan(folder)) {
    const text = await Bun.file(join(folder, path)).text();
    // Problems go on after the name of a field.
    for (const [said] of text.matchAll(/["`](?:must|is|may|names|lies|cannot) [^"`\n]*["`]/g))
      found.push(`${path}: ${said}`);
  }
  expect(found).toEqual([]);
});

test("what the server refuses has a name", async () => {
  const found: string[] = [];
  for (const place of SPEAKING)
    for await (const path of new Bun.Glob(place.endsWith(".ts") ? place : `${place}/**/*.ts`).scan(
      join(import.meta.dir, "../.."),
    )) {
      if (path.endsWith(".test.ts")) continue;
      const text = await Bun.file(join(import.meta.dir, "../..", path)).text();
      found.push(
        ...[...text.matchAll(/(?:new AppError\(\s*"\w+",\s*|refusal\(\s*)(["`][^"`]*)/g)]
          .map(([, said = ""]) => `${path}: ${said}`)
          .filter((line) => !TO_PROGRAMS.some((known) => known.test(line))),
      );
    }
  // The problems of these are told one by one.
  expect(
    found.filter((line) => !/The (request has a problem|route cannot be): /.test(line)),
  ).toEqual([]);
});

test("no text is empty, and Chinese is Chinese", () => {
  const same = new Set<string>();
  for (const path of listTexts(en)) {
    const [ours, theirs] = [findText(en, path), findText(zh, path)];
    if (typeof ours !== "string" || typeof theirs !== "string") continue;
    expect([path, ours.trim() === "" || theirs.trim() === ""]).toEqual([path, false]);
    if (ours === theirs) same.add(ours);
  }
  // Names stay as they are; a sentence that stays is one somebody forgot.
  expect([...same].filter((text) => text.split(" ").length > 3)).toEqual([]);
});

test("every text is used", () => {
  expect(findUnused(en, files)).toEqual([]);
});

test("every icon is used", () => {
  const sources = Object.entries(files)
    .filter(([path]) => !path.endsWith("icon-shapes.ts"))
    .map(([, text]) => text);
  const unused = Object.keys(ICON_SHAPES).filter(
    (name) => !sources.some((text) => text.includes(`"${name}"`)),
  );
  expect(unused).toEqual([]);
});

test("a text nobody uses is found", () => {
  const sources = { "a.tsx": `const t = useMessages("keys"); t.title; t.statuses[status];` };
  const messages = {
    keys: { title: "", forgotten: "", statuses: { active: "" }, form: { name: "" } },
  };
  expect(findUnused(messages, sources)).toEqual(["keys.forgotten", "keys.form.name"]);
});

/** Attributes that people read or hear. Children are watched by the lint rule react/jsx-no-literals. */
const SPOKEN =
  /\b(?:title|label|placeholder|alt|aria-label|description|hint|action|what|header)="([^"]*)"/g;

/** Written alike in every language: units, addresses, and examples of code. */
const UNTRANSLATED = /^(curl|USD|https?:\/\/\S+|[^\p{L}]*|[a-z_.[\], ]*[_[\]][a-z_.[\], ]*)$/u;

function findLiterals(sources: Files): string[] {
  return Object.entries(sources).flatMap(([path, text]) =>
    path.endsWith(".tsx")
      ? [...text.matchAll(SPOKEN)]
          .map(([, literal = ""]) => literal)
          .filter((literal) => !UNTRANSLATED.test(literal))
          .map((literal) => `${path}: "${literal}" belongs into a message file`)
      : [],
  );
}

test("no attribute that people read holds a text of its own", () => {
  expect(findLiterals(files)).toEqual([]);
  expect(
    findLiterals({ "a.tsx": `<Input placeholder="Type here" aria-label="Name" />` }),
  ).toHaveLength(2);
});
