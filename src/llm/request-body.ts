/** The first steps every dialect takes with a client's request: text to object, and no field twice that a bill depends on. */

import { AppError } from "../base/errors.ts";
import { isRecord, topLevelMembers } from "../base/json.ts";
import { describeValue, type Problems } from "./problems.ts";

export type Body = Readonly<Record<string, unknown>>;

export function parseBody(text: string): Body {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    const found = text.trim() === "" ? "it is empty" : cause instanceof Error ? cause.message : "";
    throw new AppError("invalid_json", `The request body is not JSON: ${found}`, {}, { cause });
  }
  if (!isRecord(body)) {
    throw new AppError(
      "invalid_request",
      `The request body must be a JSON object, found ${describeValue(body)}`,
    );
  }
  return body;
}

/** A field, and the same as it stands in most texts. */
export type SingleFields = ReadonlyArray<readonly [field: string, spelling: string]>;

export function singleFields(...fields: string[]): SingleFields {
  return fields.map((field) => [field, `"${field}"`] as const);
}

/** Fields that rules or bills depend on. Parsers disagree on which of two counts, so two are refused. */
export function checkDuplicates(
  text: string,
  body: Body,
  fields: SingleFields,
  problems: Problems,
): void {
  if (!mayRepeat(text, body, fields)) return;
  const seen = new Set<string>();
  for (const { key } of topLevelMembers(text)) {
    if (!fields.some(([field]) => field === key)) continue;
    if (seen.has(key)) problems.add(key, "stands in the body more than once; send it once");
    seen.add(key);
  }
}

/** Cheap and never wrong when it says no: a second spelling, or an escape that could hide one, asks for a closer look. */
function mayRepeat(text: string, body: Body, fields: SingleFields): boolean {
  if (text.includes("\\u00")) return true;
  for (const [field, spelling] of fields) {
    if (body[field] === undefined) continue;
    const first = text.indexOf(spelling);
    if (text.indexOf(spelling, first + 1) >= 0) return true;
  }
  return false;
}

// ---- fields --------------------------------------------------------------------------------------------------------

export function isAbsent(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** An integer within bounds, or absent; what it was read as, undefined when absent or wrong. */
export function checkInteger(
  body: Body,
  field: string,
  least: number,
  most: number,
  problems: Problems,
): number | undefined {
  const value = body[field];
  if (isAbsent(value)) return undefined;
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) {
    return value;
  }
  const range =
    least === -Infinity
      ? ""
      : most === Number.MAX_SAFE_INTEGER
        ? ` of at least ${least}`
        : ` from ${least} to ${most}`;
  problems.add(field, `must be an integer${range}, found ${describeValue(value)}`);
  return undefined;
}

/** A number within bounds, or absent. */
export function checkNumber(
  body: Body,
  field: string,
  least: number,
  most: number,
  problems: Problems,
): void {
  const value = body[field];
  if (isAbsent(value) || (typeof value === "number" && value >= least && value <= most)) return;
  problems.add(field, `must be a number from ${least} to ${most}, found ${describeValue(value)}`);
}

/** True or false, or absent, which is false. */
export function checkFlag(body: Body, field: string, problems: Problems): boolean {
  const value = body[field];
  if (!isAbsent(value) && typeof value !== "boolean") {
    problems.add(field, `must be true or false, found ${describeValue(value)}`);
  }
  return value === true;
}
