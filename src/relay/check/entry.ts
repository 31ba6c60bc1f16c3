/** The provider that a checked endpoint would make, and the command line that adds it. */

import { isLoopback } from "../../base/addresses.ts";
import { formatUsd } from "../../base/money.ts";
import type { CheckedEndpoint, CheckedProvider } from "../../contract/check.ts";
import { hasQuirks, writeQuirkWords } from "../../llm/quirks.ts";
import { findModel } from "../catalogue/catalogue.ts";
import { priceFromEntry } from "../catalogue/price.ts";
import { vendorName } from "../catalogue/vendors.ts";
import { type Preset, PRESETS } from "../presets.ts";
import { isNear } from "./address-forms.ts";
import type { ModelListing } from "./find.ts";
import { findContext } from "./probe-basics.ts";
import type { Subject } from "./subject.ts";

const MOST_LISTED = 500;

type CheckedModel = CheckedProvider["models"][number];

export function describeEndpoint(subject: Subject, models: ModelListing): CheckedEndpoint {
  const { protocol, baseUrl, model, quirks } = subject;
  const url = URL.parse(baseUrl);
  const preset = PRESETS.find(({ baseUrl: known }) => URL.parse(known)?.host === url?.host);
  const name = preset?.name ?? nameOf(url);
  const priced = priceModel(model, subject, preset);
  const provider: CheckedProvider = {
    name,
    protocol,
    base_url: baseUrl,
    models: [priced],
    ...(hasQuirks(quirks) ? { quirks: plainCopy(quirks) } : {}),
  };
  return {
    protocol,
    base_url: baseUrl,
    model,
    context: findContext({ subject, models })?.tokens ?? null,
    provider,
    listed: (models.list ?? [])
      .slice(0, MOST_LISTED)
      .map(({ id }) => priceModel(id, subject, preset)),
    priced: priced.free === true || priced.price_in !== undefined,
    command: writeCommand(provider, subject.key === "" ? undefined : variableOf(name, preset)),
  };
}

function plainCopy(quirks: Subject["quirks"]): NonNullable<CheckedProvider["quirks"]> {
  const { rejected_fields: rejected, ...rest } = quirks;
  return rejected === undefined ? rest : { ...rest, rejected_fields: [...rejected] };
}

// ---- names ---------------------------------------------------------------------------------------------------------

/** `api.example.com` is `example`, `127.0.0.1:8000` is `local-8000`. */
function nameOf(url: URL | null): string {
  if (url === null) return "vendor";
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  const port = url.port === "" ? "" : `-${url.port}`;
  if (isLoopback(host) || host === "localhost") return `local${port}`;
  if (/^[\d.:a-f]+$/i.test(host)) return `host-${host.replaceAll(/[.:]+/g, "-")}${port}`;
  const labels = host.split(".").filter((label) => !/^(?:api|www|gateway|chat)$/.test(label));
  // Of `models.example.co.uk` the longest label but the last is the likeliest name.
  const named = labels.length > 1 ? labels.slice(0, -1) : labels;
  const label = named.toSorted((a, b) => b.length - a.length)[0] ?? host;
  return label;
}

function variableOf(name: string, preset: Preset | undefined): string {
  return preset?.envKeys[0] ?? `${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}_API_KEY`;
}

// ---- prices --------------------------------------------------------------------------------------------------------

/**
 * The vendor's own price where the host tells the vendor, else the maker's. A server nearby costs nothing, unless it
 * wants a key and has a model that is sold: then it passes the call on.
 */
function priceModel(
  id: string,
  { baseUrl, key }: Subject,
  preset: Preset | undefined,
): CheckedModel {
  const isVendor = preset !== undefined && !preset.local;
  const entry = isVendor ? findModel(id, vendorName(preset.name)) : findModel(id);
  const price = entry === undefined ? undefined : priceFromEntry(entry);
  if (isNear(baseUrl) && (key === "" || price === undefined)) return { id, free: true };
  // What is paid by the piece has no price in these words.
  if (price === undefined || price.input === 0) return { id };
  return {
    id,
    price_in: formatUsd(price.input),
    price_out: formatUsd(price.output),
    ...(price.cached === price.input ? {} : { price_cached: formatUsd(price.cached) }),
    ...(isVendor ? { catalogue: true } : {}),
  };
}

// ---- command -------------------------------------------------------------------------------------------------------

/** `keyVariable`: the variable to read the key from; undefined: none is needed. */
function writeCommand(provider: CheckedProvider, keyVariable: string | undefined): string {
  const [model] = provider.models;
  const words = [
    "./parley relay provider add".split(" "),
    [provider.name, "--protocol", provider.protocol, "--base-url", provider.base_url],
    keyVariable === undefined ? [] : ["--api-key", `env:${keyVariable}`],
    model === undefined ? [] : ["--model", model.id, ...priceWords(model)],
    writeQuirkWords(provider.quirks ?? {}).flatMap((word) => ["--quirk", word]),
  ].flat();
  return words.map(quoteWord).join(" ");
}

function priceWords(model: CheckedModel): string[] {
  if (model.free) return ["--free"];
  const { price_in = "USD", price_out = "USD", price_cached } = model;
  const cached = price_cached === undefined ? [] : ["--price-cached", price_cached];
  return ["--price-in", price_in, "--price-out", price_out, ...cached];
}

/** The endpoint chooses the names of its models, and the command is pasted into a shell. */
function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
