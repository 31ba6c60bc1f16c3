/**
 * The model catalogue: what is known about a model by its name.
 *
 * The shipped table is read on first need, not when the server starts; after that a lookup is a few Map reads.
 */

import { readFileSync } from "node:fs";
import { assetPath } from "../../base/assets.ts";
import type { Catalogue, CatalogueEntry } from "./entry.ts";
import { type CatalogueFile, readVendors } from "./format.ts";
import { isDated, spellingsOf, splitFirst } from "./spelling.ts";
import { MAKERS, vendorName } from "./vendors.ts";

const SHIPPED = assetPath("src/relay/catalogue/catalogue.generated.json");

let shipped: Catalogue | undefined;

/** The table this Parley came with. `mergeCatalogues(loadCatalogue(), await readOverlay(home))` is the one in force. */
export function loadCatalogue(): Catalogue {
  shipped ??= readShipped();
  return shipped;
}

/** Trusted as written: scripts/build-catalogue.ts made it and a test parses it strictly. */
function readShipped(): Catalogue {
  const file = JSON.parse(readFileSync(SHIPPED, "utf8")) as CatalogueFile;
  return { version: file.version ?? "", source: file.source ?? "", vendors: readVendors(file) };
}

/**
 * The entry of a model, or undefined. With a vendor, only what that vendor sells is searched, since another seller's
 * price would be a guess. Without one, a leading `vendor/` decides, then the model's maker, then the only seller there
 * is; a name that several resellers share means none of them.
 *
 * Spellings are tried from the nearest to the farthest: as written, without a path or vendor in front, without a
 * variant behind, without a date. Case never matters.
 */
export function findModel(
  id: string,
  vendor?: string,
  catalogue: Catalogue = loadCatalogue(),
): CatalogueEntry | undefined {
  if (vendor !== undefined) {
    const exact = catalogue.vendors.get(vendor)?.get(id);
    return exact ?? findAt(indexOf(catalogue), vendorName(vendor), id);
  }
  const index = indexOf(catalogue);
  const split = splitFirst(id);
  if (split && index.vendors.has(vendorName(split.first))) {
    const found = findAt(index, vendorName(split.first), split.rest);
    if (found) return found;
  }
  for (const name of spellingsOf(id)) {
    const sellers = index.sellers.get(name.toLowerCase()) ?? [];
    const maker = MAKERS.find((candidate) => sellers.includes(candidate));
    const seller = maker ?? (sellers.length === 1 ? sellers[0] : undefined);
    if (seller !== undefined) return findExactly(index, seller, name);
  }
  return undefined;
}

/**
 * Models of a vendor to choose from: those that chat and have a price, highest numbers in the name first, dated names
 * last. Snapshots of a model that is in the list are not in it, nor is fine-tuning.
 */
export function suggestModels(
  vendor: string,
  catalogue: Catalogue = loadCatalogue(),
): CatalogueEntry[] {
  const models = catalogue.vendors.get(vendorName(vendor)) ?? new Map<string, CatalogueEntry>();
  return [...models.values()]
    .filter(({ mode, price, id }) => {
      const chats = mode === "chat" || mode === "responses";
      const base = spellingsOf(id).at(-1);
      const isSnapshot =
        (isDated(id) || id.includes("@")) && base !== undefined && models.has(base);
      return chats && price !== undefined && !id.startsWith("ft:") && !(isSnapshot && base !== id);
    })
    .toSorted(
      (a, b) => Number(isDated(a.id)) - Number(isDated(b.id)) || byNumbers.compare(b.id, a.id),
    );
}

const byNumbers = new Intl.Collator("en", { numeric: true });

interface Index {
  /** Vendor to names in lower case to entry. */
  readonly vendors: ReadonlyMap<string, ReadonlyMap<string, CatalogueEntry>>;
  /** Name in lower case to the vendors that have it. */
  readonly sellers: ReadonlyMap<string, readonly string[]>;
  readonly catalogue: Catalogue;
}

const indexes = new WeakMap<Catalogue, Index>();

function indexOf(catalogue: Catalogue): Index {
  let index = indexes.get(catalogue);
  if (index === undefined) {
    index = makeIndex(catalogue);
    indexes.set(catalogue, index);
  }
  return index;
}

function makeIndex(catalogue: Catalogue): Index {
  const vendors = new Map<string, Map<string, CatalogueEntry>>();
  const sellers = new Map<string, string[]>();
  for (const [vendor, models] of catalogue.vendors) {
    const names = new Map<string, CatalogueEntry>();
    for (const [id, entry] of models) {
      const name = id.toLowerCase();
      if (names.has(name)) continue;
      names.set(name, entry);
      const others = sellers.get(name);
      if (others) others.push(vendor);
      else sellers.set(name, [vendor]);
    }
    vendors.set(vendor, names);
  }
  return { vendors, sellers, catalogue };
}

function findExactly(index: Index, vendor: string, name: string): CatalogueEntry | undefined {
  return (
    index.catalogue.vendors.get(vendor)?.get(name) ??
    index.vendors.get(vendor)?.get(name.toLowerCase())
  );
}

function findAt(index: Index, vendor: string, id: string): CatalogueEntry | undefined {
  for (const name of spellingsOf(id)) {
    const found = findExactly(index, vendor, name);
    if (found) return found;
    const split = splitFirst(name);
    if (split && vendorName(split.first) === vendor) {
      const below = findExactly(index, vendor, split.rest);
      if (below) return below;
    }
  }
  return undefined;
}
