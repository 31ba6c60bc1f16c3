/** Vendor keys from the command line, the environment or stdin; they are never repeated in a message. */

import { findEnv } from "../../base/config-env.ts";
import { UsageError } from "../usage-error.ts";

export async function readVendorKeys(
  texts: readonly string[],
  words: readonly string[],
  flag = "--api-key",
): Promise<string[] | undefined> {
  if (texts.filter((text) => text === "-").length > 1)
    throw new UsageError(
      `${flag} - can stand only once: stdin is read to its end, one key per line.`,
      words,
    );
  const keys: string[] = [];
  for (const text of texts) keys.push(...(await readOne(text, words, flag)));
  return keys.length === 0 ? undefined : keys;
}

async function readOne(text: string, words: readonly string[], flag: string): Promise<string[]> {
  if (text === "-") {
    const lines = (await Bun.stdin.text()).split("\n").map((line) => line.trim());
    const keys = lines.filter((line) => line !== "");
    if (keys.length === 0) throw new UsageError(`${flag} - found no key on stdin.`, words);
    return keys;
  }
  const variable = /^env:(.*)$/.exec(text)?.[1];
  if (variable === undefined) return [text];
  const key = findEnv(variable)?.trim();
  if (!key)
    throw new UsageError(`${flag} env:${variable}: the variable ${variable} is not set.`, words);
  return [key];
}
