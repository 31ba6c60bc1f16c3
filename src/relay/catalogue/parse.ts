/** Reads a price file that somebody hands us, in the catalogue's own format or in LiteLLM's. */

import type { z } from "zod";
import { AppError, type Problem } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { parseKeepingText } from "./decimal.ts";
import type { Catalogue } from "./entry.ts";
import { type CatalogueFile, makeVersion, readCatalogue } from "./format.ts";
import { convertLitellm, isCostKey, isLitellmTable, type Skipped } from "./litellm.ts";
import { FileSchema } from "./schema.ts";

export const LITELLM_SOURCE =
  "BerriAI/litellm model_prices_and_context_window.json (MIT licence, Copyright (c) 2023 Berri AI)";

export interface ParsedCatalogue {
  readonly catalogue: Catalogue;
  readonly format: "parley" | "litellm";
  /** Rows that were not taken because they cannot be true. Only LiteLLM's format has any: in ours they are problems. */
  readonly skipped: readonly Skipped[];
}

/** A table with more absurd rows than this is not a table with slips but a broken one. */
const MOST_ABSURD = 0.05;
const SHOWN_PROBLEMS = 20;

/**
 * Throws one AppError("invalid_request") that lists every problem; nothing has changed then. `today` (YYYY-MM-DD) dates
 * the version, unless the file has one that still fits its content.
 */
export function parseCatalogueFile(text: string, today: string = isoToday()): ParsedCatalogue {
  const value = parseObject(text);
  if (!("format" in value) && isLitellmTable(value)) return parseLitellm(text, today);
  if (!("format" in value) && !("vendors" in value)) {
    throw refuse([
      { path: "(top level)", message: "is neither a Parley catalogue nor LiteLLM's price table" },
    ]);
  }
  const parsed = FileSchema.safeParse(value);
  if (!parsed.success) {
    throw refuse(parsed.error.issues.map(toProblem));
  }
  const catalogue = readCatalogue(parsed.data as CatalogueFile, today);
  return { catalogue, format: "parley", skipped: [] };
}

/** What is wrong with a key stands one level down. */
function toProblem(issue: z.core.$ZodIssue): Problem {
  const message = issue.code === "invalid_key" ? issue.issues[0]?.message : undefined;
  return { path: issue.path.join(".") || "(top level)", message: message ?? issue.message };
}

function parseLitellm(text: string, today: string): ParsedCatalogue {
  const table = parseKeepingText(withoutMark(text), isCostKey) as Record<string, unknown>;
  const { vendors, leftOut, absurd, problems } = convertLitellm(table);
  if (problems.length > 0) throw refuse(problems);
  const taken = [...vendors.values()].reduce((sum, models) => sum + models.size, 0);
  if (absurd.length > MOST_ABSURD * (taken + absurd.length)) {
    throw refuse(absurd.map(({ name, reason }) => ({ path: name, message: reason })));
  }
  if (taken === 0) {
    const message = `has no model a relay can use (${leftOut.length} left out)`;
    throw refuse([{ path: "(top level)", message }]);
  }
  const catalogue: Catalogue = {
    version: makeVersion(vendors, today),
    source: LITELLM_SOURCE,
    vendors,
  };
  return { catalogue, format: "litellm", skipped: absurd };
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(withoutMark(text));
  } catch (error) {
    const message = `is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    throw refuse([{ path: "(top level)", message }], error);
  }
  if (isRecord(value)) return value;
  throw refuse([{ path: "(top level)", message: "must be one JSON object" }]);
}

/** Editors on some systems put a byte order mark in front. */
function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

function isoToday(): string {
  return new Date().toISOString().slice(0, 10);
}

function refuse(problems: readonly Problem[], cause?: unknown): AppError {
  const shown = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ path, message }) => `  ${path} ${message}`);
  const more = problems.length - shown.length;
  if (more > 0) shown.push(`  and ${more} more`);
  const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
  const text = `The price file has ${count}; no price was changed:\n${shown.join("\n")}`;
  return new AppError("invalid_request", text, { problems }, cause === undefined ? {} : { cause });
}
