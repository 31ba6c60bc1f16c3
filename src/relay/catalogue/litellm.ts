/**
 * LiteLLM's table (`model_prices_and_context_window.json`, MIT) to catalogue entries.
 *
 * row -> vendor and id -> prices (decimal text, see decimal.ts) -> limits and capabilities -> entry, or a reason to
 * leave it out. What is malformed is a problem of the whole file; what is merely absurd leaves out its row, since the
 * published table has always had a few rows that are wrong by orders of magnitude.
 */

import { z } from "zod";
import type { Problem } from "../../base/errors.ts";
import { isRecord } from "../../base/json.ts";
import { findAbsurdities } from "./bounds.ts";
import {
  type Capability,
  type CatalogueEntry,
  isGenerating,
  type Mode,
  type Vendors,
} from "./entry.ts";
import { readPrice } from "./litellm-price.ts";
import { findReasonToLeaveOut } from "./selection.ts";
import { vendorOfProvider } from "./vendors.ts";

/** Dearest price that is believed, per million tokens: $1,000 (o1-pro costs $600), and $50 for embeddings. */
const MAX_BELIEVED = 1_000_000_000_000;
const MAX_BELIEVED_EMBEDDING = 50_000_000_000;

const CAPABILITY_FIELDS: readonly (readonly [Capability, string])[] = [
  ["tools", "supports_function_calling"],
  ["parallelTools", "supports_parallel_function_calling"],
  ["vision", "supports_vision"],
  ["audio", "supports_audio_input"],
  ["pdf", "supports_pdf_input"],
  ["schema", "supports_response_schema"],
  ["reasoning", "supports_reasoning"],
  ["promptCaching", "supports_prompt_caching"],
  ["system", "supports_system_messages"],
  ["prefill", "supports_assistant_prefill"],
];

const Tokens = z.int("must be a whole number of tokens").min(0).max(1e9).nullish();
const Row = z.looseObject({
  litellm_provider: z.string().min(1),
  mode: z.string().nullish(),
  max_input_tokens: Tokens,
  max_output_tokens: Tokens,
});
export type LitellmRow = z.infer<typeof Row>;

export interface Skipped {
  readonly name: string;
  readonly reason: string;
}

export interface Conversion {
  readonly vendors: Vendors;
  /** Rows no relay needs, with why. */
  readonly leftOut: readonly Skipped[];
  /** Rows that cannot be true, with why. */
  readonly absurd: readonly Skipped[];
  /** What is malformed. Not empty: nothing of the file should be used. */
  readonly problems: readonly Problem[];
}

/** Numbers under these keys are read as text, so that prices stay exact. */
export const isCostKey = (key: string): boolean => key.includes("cost");

export function isLitellmTable(value: Readonly<Record<string, unknown>>): boolean {
  return Object.values(value).some(
    (row) => typeof row === "object" && row !== null && "litellm_provider" in row,
  );
}

/** Converts a table parsed with `parseKeepingText(text, isCostKey)`. Never throws. */
export function convertLitellm(table: Readonly<Record<string, unknown>>): Conversion {
  const problems: Problem[] = [];
  const leftOut: Skipped[] = [];
  const absurd: Skipped[] = [];
  const vendors = new Map<string, Map<string, CatalogueEntry>>();
  for (const [name, raw] of Object.entries(table)) {
    if (!isModel(name, raw)) continue;
    const row = Row.safeParse(raw);
    if (!row.success) {
      for (const issue of row.error.issues) {
        problems.push({ path: [name, ...issue.path].join("."), message: issue.message });
      }
      continue;
    }
    const vendor = vendorOfProvider(row.data.litellm_provider);
    const reason = findReasonToLeaveOut(name, vendor, row.data.mode ?? "chat");
    if (reason !== undefined) {
      leftOut.push({ name, reason });
      continue;
    }
    const entry = readEntry(name, vendor, row.data, problems);
    const wrong = findAbsurdity(entry);
    if (wrong !== undefined) absurd.push({ name, reason: wrong });
    else if (!entry.price && entry.context === undefined && entry.maxOutput === undefined) {
      leftOut.push({ name, reason: "no price, no limits" });
    } else add(vendors, entry, name);
  }
  return { vendors, leftOut, absurd, problems };
}

/** The table also describes itself: with a specimen row, and with rules that name no provider. */
function isModel(name: string, row: unknown): boolean {
  return name !== "sample_spec" && !(isRecord(row) && row["litellm_provider"] === undefined);
}

function readEntry(
  name: string,
  vendor: string,
  row: LitellmRow,
  problems: Problem[],
): CatalogueEntry {
  const mode = (row.mode ?? "chat") as Mode;
  const price = readPrice(name, mode, row, problems);
  return {
    vendor,
    id: idOf(name, vendor, row.litellm_provider),
    mode,
    ...(isPriced(price, mode) && { price }),
    // `max_tokens` is left alone: it means either limit, and the table does not say which.
    ...(row.max_input_tokens && { context: row.max_input_tokens }),
    ...(row.max_output_tokens && isGenerating(mode) && { maxOutput: row.max_output_tokens }),
    can: CAPABILITY_FIELDS.filter(([, field]) => row[field] === true).map(([can]) => can),
  };
}

/** Zeros were left out, so a generating model that lacks a side is one whose price nobody wrote down. */
function isPriced(price: CatalogueEntry["price"], mode: Mode): boolean {
  if (price === undefined) return false;
  if (isGenerating(mode)) return price.input !== undefined && price.output !== undefined;
  return Object.keys(price).length > 0;
}

function findAbsurdity(entry: CatalogueEntry): string | undefined {
  if (!entry.price) return undefined;
  const most = entry.mode === "embedding" ? MAX_BELIEVED_EMBEDDING : MAX_BELIEVED;
  const [first] = findAbsurdities(entry.price, entry.mode, most);
  return first && `${first.path.join(".")} ${first.message}`;
}

/** The vendor's own name for a model: LiteLLM puts its provider in front of most. */
function idOf(name: string, vendor: string, provider: string): string {
  const slash = name.indexOf("/");
  if (slash < 0) return name;
  const prefix = name.slice(0, slash);
  return prefix === provider || vendorOfProvider(prefix) === vendor ? name.slice(slash + 1) : name;
}

/** Two rows can mean one model (`deepseek-chat`, `deepseek/deepseek-chat`): the one that names its vendor wins. */
function add(
  vendors: Map<string, Map<string, CatalogueEntry>>,
  entry: CatalogueEntry,
  name: string,
): void {
  const models = vendors.get(entry.vendor) ?? new Map<string, CatalogueEntry>();
  vendors.set(entry.vendor, models);
  if (!models.has(entry.id) || name !== entry.id) models.set(entry.id, entry);
}
