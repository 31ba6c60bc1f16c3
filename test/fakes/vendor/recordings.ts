import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DialectName } from "./dialects/dialect.ts";

/** Folder per dialect under `recordings/`; see `recordings/SOURCES.md`. */
const FOLDERS: Readonly<Record<DialectName, string>> = {
  openai: "openai-completions",
  anthropic: "anthropic-messages",
  gemini: "google-generative-ai",
};

const cache = new Map<string, string>();

/** The stored events of a recorded stream, one JSON text each, byte for byte. */
export function readRecordedEvents(dialect: DialectName, name: string): string[] {
  return readStored(dialect, `${name}.chunks.txt`)
    .split("\n")
    .filter((line) => line.trim() !== "");
}

/** A recorded whole answer, byte for byte. */
export function readRecordedAnswer(dialect: DialectName, name: string): string {
  return readStored(dialect, `${name}.json`);
}

/** File names of the recordings a dialect has. */
export function listRecordings(dialect: DialectName): string[] {
  return readdirSync(folderOf(dialect)).toSorted();
}

function readStored(dialect: DialectName, file: string): string {
  const path = join(folderOf(dialect), file);
  let text = cache.get(path);
  if (text === undefined) {
    const known = listRecordings(dialect);
    if (!known.includes(file))
      throw new Error(`no recording ${file} for ${dialect}; there are: ${known.join(", ")}`);
    text = readFileSync(path, "utf8");
    cache.set(path, text);
  }
  return text;
}

function folderOf(dialect: DialectName): string {
  return join(import.meta.dir, "recordings", FOLDERS[dialect]);
}
