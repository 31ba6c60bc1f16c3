/**
 * Looks for vendor keys in the environment and for model servers on this machine, and says how to add each. Nothing
 * found here is used before a person runs the command.
 */

import { isRecord } from "../base/json.ts";
import type { Offer } from "../contract/offer.ts";
import { type Preset, PRESETS } from "./presets.ts";

/** An offer, with the models a local server says it has (empty for vendors: their lists need the key). */
export interface FoundOffer extends Offer {
  readonly models: readonly string[];
}

export interface OfferSearch {
  /** The value of an environment variable; only its presence is used. */
  readonly findEnv: (name: string) => string | undefined;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Providers there are already; what they cover is not offered. */
  readonly known: readonly KnownProvider[];
  /** Port of this Parley, which must not offer itself. */
  readonly ownPort?: number | undefined;
  /** How the command line is called. */
  readonly program?: string | undefined;
  readonly presets?: readonly Preset[] | undefined;
}

export interface KnownProvider {
  readonly name: string;
  readonly base_url: string;
}

const PROBE_MS = 300;
const MOST_MODELS = 5;
const MODEL_LIST_BYTES = 1_000_000;

/** Never throws: what cannot be looked at is not offered. Takes at most the time of one probe. */
export async function findOffers(search: OfferSearch): Promise<FoundOffer[]> {
  const presets = (search.presets ?? PRESETS).filter((preset) => !isKnown(preset, search.known));
  const found = await Promise.all(
    presets.map(async (preset) =>
      preset.local ? findServer(preset, search) : findKey(preset, search),
    ),
  );
  return found.filter((offer) => offer !== undefined);
}

function isKnown(preset: Preset, known: readonly KnownProvider[]): boolean {
  return known.some(
    ({ name, base_url }) => name === preset.name || sameServer(base_url, preset.baseUrl),
  );
}

function sameServer(a: string, b: string): boolean {
  const [first, second] = [URL.parse(a), URL.parse(b)];
  const host = (url: URL) => url.host.replace(/^(localhost|\[::1\])(?=:|$)/, "127.0.0.1");
  return first !== null && second !== null && host(first) === host(second);
}

function findKey(preset: Preset, search: OfferSearch): FoundOffer | undefined {
  const variable = preset.envKeys.find((name) => search.findEnv(name) !== undefined);
  if (variable === undefined || !preset.example) return undefined;
  const { id, priceIn, priceOut, priceCached } = preset.example;
  const prices = ["--price-in", priceIn, "--price-out", priceOut];
  if (priceCached !== undefined) prices.push("--price-cached", priceCached);
  const words = ["--api-key", `env:${variable}`, "--model", id, ...prices];
  return makeOffer(preset, { kind: "env", source: variable, models: [], words }, search);
}

async function findServer(preset: Preset, search: OfferSearch): Promise<FoundOffer | undefined> {
  if (preset.local?.port === search.ownPort) return undefined;
  const models = await probe(`${preset.baseUrl}/models`, search);
  if (models === undefined || models.length === 0) return undefined;
  const words = [...models.slice(0, MOST_MODELS).flatMap((id) => ["--model", id]), "--free"];
  return makeOffer(preset, { kind: "local", source: preset.baseUrl, models, words }, search);
}

/** Names of the models at an address; undefined when nothing there answers like a model server. */
async function probe(url: string, search: OfferSearch): Promise<string[] | undefined> {
  try {
    const response = await search.fetch(url, {
      signal: AbortSignal.timeout(PROBE_MS),
      redirect: "error",
    });
    const text = await response.text();
    if (!response.ok || text.length > MODEL_LIST_BYTES) return undefined;
    const body: unknown = JSON.parse(text);
    if (!isRecord(body) || !Array.isArray(body["data"])) return undefined;
    return body["data"].flatMap((row: unknown) =>
      isRecord(row) && isModelId(row["id"]) ? [row["id"]] : [],
    );
  } catch {
    // Nothing listens there, or it is something else: both are the usual case and no news to anyone.
    return undefined;
  }
}

function isModelId(value: unknown): value is string {
  return typeof value === "string" && /^[^\s=\p{Cc}]{1,200}$/u.test(value);
}

interface Found {
  readonly kind: Offer["kind"];
  readonly source: string;
  readonly models: readonly string[];
  readonly words: readonly string[];
}

function makeOffer(
  preset: Preset,
  { kind, source, models, words }: Found,
  search: OfferSearch,
): FoundOffer {
  const command = [search.program ?? "./parley", "relay", "provider", "add", preset.name, ...words];
  return {
    name: preset.name,
    kind,
    source,
    protocol: preset.protocol,
    base_url: preset.baseUrl,
    models,
    command: command.map(quoteWord).join(" "),
  };
}

/** A local server chooses its model names, and the command is pasted into a shell. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
