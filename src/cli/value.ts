/** Reads the text of one flag value by the flag's type. Throws Error whose message completes "--flag …". */

import { MAX_USD, parseUsd } from "../base/money.ts";
import type { Flag, FlagValue } from "./command.ts";

const AGE = /^(\d{1,6})([smhdw])$/;
const AGE_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};
const ISO_DATE = /^\d{4}-\d{2}-\d{2}([T ]|$)/;

export function readValue(flag: Flag, text: string, now: number): FlagValue {
  if (flag.clearable && text === "none") return null;
  switch (flag.type) {
    case "switch":
      throw new Error("takes no value");
    case "text":
      return readText(flag, text);
    case "integer":
      return readInteger(text, flag);
    case "usd":
      return readUsd(text);
    case "time":
      return readTime(flag, text, now);
    case "list":
      return readList(text, flag);
  }
}

function readText(flag: Flag, text: string): string {
  if (text === "") throw new Error("must not be empty");
  if (flag.choices && !flag.choices.includes(text))
    throw new Error(`must be one of ${flag.choices.join(", ")}, not "${text}"`);
  return text;
}

function readInteger(text: string, flag: Flag): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (value === undefined) throw new Error(`must be a whole number${orNone(flag)}, not "${text}"`);
  return value;
}

export function readUsd(text: string): string {
  const bare = text.trim().replace(/^\$/, "");
  if (parseUsd(bare) !== undefined) return bare;
  if (/^\d{7,}/.test(bare)) throw new Error(`is over the most Parley keeps, $${MAX_USD}`);
  if (/^\d+\.\d{10,}$/.test(bare)) throw new Error("has more than nine decimals");
  throw new Error(`must be dollars such as 5 or 0.15, not "${text}"`);
}

function readTime(flag: Flag, text: string, now: number): string {
  const age = AGE.exec(text);
  if (age) {
    const span = Number(age[1]) * (AGE_MS[age[2] ?? ""] ?? 0);
    return new Date(flag.ahead ? now + span : now - span).toISOString();
  }
  const at = ISO_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) {
    const example = flag.ahead
      ? "2027-01-31T12:00:00Z or 30d from now"
      : "2026-01-31T12:00:00Z or 90m ago";
    throw new Error(
      `must be an ISO time or an age (${example.replace(/ (from now|ago)/, ", $1")})${orNone(flag)}, not "${text}"`,
    );
  }
  return new Date(at).toISOString();
}

function readList(text: string, flag: Flag): readonly string[] {
  const values = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (values.length === 0) throw new Error(`must name at least one${orNone(flag)}`);
  return values;
}

function orNone(flag: Flag): string {
  return flag.clearable ? " or none" : "";
}
