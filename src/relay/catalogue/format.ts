/**
 * The catalogue's own file: JSON, vendors and models sorted, one model per line, so that a change of price is a change
 * of one line. `mode` absent means chat, `can` absent means nothing known.
 */

import { createHash } from "node:crypto";
import {
  type Capability,
  type Catalogue,
  type CatalogueEntry,
  type EntryPrice,
  type Mode,
  type Service,
  SERVICE_RATES,
  type ServicePrice,
  SERVICES,
  type Tier,
  TIER_RATES,
  TOKEN_RATES,
  UNIT_RATES,
  type Vendors,
} from "./entry.ts";

export const FORMAT = "parley-catalogue-1";

/** One model as the file has it. */
export interface FileEntry {
  readonly mode?: Mode | undefined;
  readonly price?: EntryPrice | undefined;
  readonly context?: number | undefined;
  readonly maxOutput?: number | undefined;
  readonly can?: readonly Capability[] | undefined;
}

export interface CatalogueFile {
  readonly format: typeof FORMAT;
  readonly version?: string | undefined;
  readonly source?: string | undefined;
  readonly vendors: Readonly<Record<string, Readonly<Record<string, FileEntry>>>>;
}

/** The same entries always give the same text. */
export function writeCatalogue(catalogue: Catalogue): string {
  const head = { format: FORMAT, version: catalogue.version, source: catalogue.source };
  const lines = Object.entries(head).map(
    ([key, value]) => `  "${key}": ${JSON.stringify(value)},\n`,
  );
  return `{\n${lines.join("")}  "vendors": ${writeVendors(catalogue.vendors)}\n}\n`;
}

/** Date and content hash. A known version is kept while its hash is right, so that rebuilding changes nothing. */
export function makeVersion(vendors: Vendors, today: string, known?: string): string {
  const hash = createHash("sha256").update(writeVendors(vendors)).digest("hex").slice(0, 8);
  return known !== undefined && /^\d{4}-\d{2}-\d{2}-/.test(known) && known.slice(11) === hash
    ? known
    : `${today}-${hash}`;
}

/** A file that was checked, or shipped, as a catalogue. */
export function readCatalogue(file: CatalogueFile, today: string): Catalogue {
  const vendors = readVendors(file);
  return {
    version: makeVersion(vendors, today, file.version),
    source: file.source ?? "",
    vendors,
  };
}

export function readVendors(file: Pick<CatalogueFile, "vendors">): Vendors {
  const vendors = new Map<string, ReadonlyMap<string, CatalogueEntry>>();
  for (const [vendor, models] of Object.entries(file.vendors)) {
    const entries = new Map<string, CatalogueEntry>();
    for (const [id, entry] of Object.entries(models)) entries.set(id, readEntry(vendor, id, entry));
    vendors.set(vendor, entries);
  }
  return vendors;
}

function readEntry(vendor: string, id: string, entry: FileEntry): CatalogueEntry {
  const { mode = "chat", price, context, maxOutput, can = [] } = entry;
  return {
    vendor,
    id,
    mode,
    ...(price !== undefined && { price }),
    ...(context !== undefined && { context }),
    ...(maxOutput !== undefined && { maxOutput }),
    can,
  };
}

function writeVendors(vendors: Vendors): string {
  const blocks = sorted(vendors).map(([vendor, models]) => {
    const lines = sorted(models).map(
      ([id, entry]) => `      ${JSON.stringify(id)}: ${writeEntry(entry)}`,
    );
    return `    ${JSON.stringify(vendor)}: {\n${lines.join(",\n")}\n    }`;
  });
  return `{\n${blocks.join(",\n")}\n  }`;
}

/** Keys in a fixed order, whatever the order they were made in. */
function writeEntry(entry: CatalogueEntry): string {
  const { mode, price, context, maxOutput, can } = entry;
  return JSON.stringify({
    mode: mode === "chat" ? undefined : mode,
    price: price && orderPrice(price),
    context,
    maxOutput,
    can: can.length === 0 ? undefined : can,
  });
}

/** The same price with its keys in the one order; two prices are equal when their texts are. */
export function orderPrice(price: EntryPrice): EntryPrice {
  return {
    ...pick(price, [...TOKEN_RATES, ...UNIT_RATES]),
    ...(price.tiers && { tiers: price.tiers.map(orderTier) }),
    ...(price.services && { services: orderServices(price.services) }),
    ...(price.multipliers && { multipliers: Object.fromEntries(sorted(price.multipliers)) }),
  };
}

function orderServices(
  services: NonNullable<EntryPrice["services"]>,
): NonNullable<EntryPrice["services"]> {
  const ordered: { [Name in Service]?: ServicePrice } = {};
  for (const name of SERVICES) {
    const service = services[name];
    if (service === undefined) continue;
    ordered[name] = {
      ...pick(service, SERVICE_RATES),
      ...(service.tiers && { tiers: service.tiers.map(orderTier) }),
    };
  }
  return ordered;
}

function orderTier(tier: Tier): Tier {
  return { above: tier.above, ...pick(tier, TIER_RATES) };
}

function pick<Key extends string>(
  from: { readonly [Name in Key]?: number },
  keys: readonly Key[],
): { [Name in Key]?: number } {
  const picked: { [Name in Key]?: number } = {};
  for (const key of keys) {
    const value = from[key];
    if (value !== undefined) picked[key] = value;
  }
  return picked;
}

/** By code unit, which no locale changes. */
function sorted<Value>(
  map: ReadonlyMap<string, Value> | Readonly<Record<string, Value>>,
): [string, Value][] {
  const entries = map instanceof Map ? [...map] : Object.entries(map);
  return (entries as [string, Value][]).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
