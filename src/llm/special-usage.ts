/** What vendors report beside plain tokens, and what clients ask for: classes of service, audio, pictures. */

import { isRecord } from "../base/json.ts";
import type { Asks, SpecialUsage } from "./inbound.ts";
import { readCount } from "./token-field.ts";

/** Words for the usual service: it has the usual price. */
const USUAL: ReadonlySet<string> = new Set([
  "",
  "auto",
  "default",
  "standard",
  "standard_only",
  "unspecified",
  "on_demand",
]);

/** A class of service in one spelling: `priority` for `PRIORITY` and `ON_DEMAND_PRIORITY`; undefined: the usual one. */
export function readService(value: unknown): string | undefined {
  if (typeof value !== "string" || USUAL.has(value) || value.length > 40) return undefined;
  const word = value.toLowerCase().replace(/^service_tier_/, "");
  return USUAL.has(word) ? undefined : word.replace(/^on_demand_/, "");
}

/** Tokens of a kind in a report's details; undefined: none. */
export function readKind(details: unknown, field: string): number | undefined {
  const count = isRecord(details) ? readCount(details[field]) : undefined;
  return count === 0 ? undefined : count;
}

/** From the details of a report that names kinds of tokens as OpenAI does; `{}` for the usual answer. */
export function readSpecial(
  input: unknown,
  output: unknown,
  tier: unknown,
): { special?: SpecialUsage } {
  const service = readService(tier);
  const audioInput = readKind(input, "audio_tokens");
  const imageInput = readKind(input, "image_tokens");
  const audioOutput = readKind(output, "audio_tokens");
  const imageOutput = readKind(output, "image_tokens");
  if ((service ?? audioInput ?? imageInput ?? audioOutput ?? imageOutput) === undefined)
    return NONE;
  return specialOf({ service, audioInput, imageInput, audioOutput, imageOutput });
}

const NONE: { special?: SpecialUsage } = {};

/** `{special}` with what is there, `{}` when nothing is: the usual answer stays as small as it was. */
export function specialOf(special: {
  readonly [Name in keyof SpecialUsage]: SpecialUsage[Name] | undefined;
}): { special?: SpecialUsage } {
  const found = present(special);
  return found === undefined ? {} : { special: found };
}

/** The same for what a request asks for. */
export function asksOf(asks: { readonly [Name in keyof Asks]: Asks[Name] | undefined }): {
  asks?: Asks;
} {
  const found = present(asks);
  return found === undefined ? {} : { asks: found };
}

function present<Fields extends object>(fields: {
  readonly [Name in keyof Fields]: Fields[Name] | undefined;
}): Fields | undefined {
  let found: Partial<Fields> | undefined;
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) found = { ...found, [name]: value };
  }
  return found as Fields | undefined;
}
