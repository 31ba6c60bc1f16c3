/** What a price update changes, for a person to look at. */

import type { Catalogue, CatalogueEntry } from "./entry.ts";
import { orderPrice } from "./format.ts";

export interface EntryChange {
  readonly before: CatalogueEntry;
  readonly after: CatalogueEntry;
  /** False: only limits, mode or capabilities differ. */
  readonly price: boolean;
}

/** Each list is sorted by vendor and id. */
export interface CatalogueDiff {
  readonly added: readonly CatalogueEntry[];
  readonly changed: readonly EntryChange[];
  readonly removed: readonly CatalogueEntry[];
}

export function diffCatalogue(before: Catalogue, after: Catalogue): CatalogueDiff {
  const old = byName(before);
  const current = byName(after);
  const added: CatalogueEntry[] = [];
  const changed: EntryChange[] = [];
  for (const [name, entry] of current) {
    const previous = old.get(name);
    if (previous === undefined) added.push(entry);
    else {
      const price = priceText(previous) !== priceText(entry);
      if (price || factsText(previous) !== factsText(entry)) {
        changed.push({ before: previous, after: entry, price });
      }
    }
  }
  const removed = [...old].filter(([name]) => !current.has(name)).map(([, entry]) => entry);
  return { added, changed, removed };
}

/** Entries by vendor and id, in that order. No vendor name holds a tab. */
function byName(catalogue: Catalogue): Map<string, CatalogueEntry> {
  const entries = [...catalogue.vendors.values()].flatMap((models) => [...models.values()]);
  const named = entries.map((entry) => [`${entry.vendor}\t${entry.id}`, entry] as const);
  return new Map(named.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function priceText(entry: CatalogueEntry): string {
  return entry.price === undefined ? "" : JSON.stringify(orderPrice(entry.price));
}

function factsText({ mode, context, maxOutput, can }: CatalogueEntry): string {
  return JSON.stringify([mode, context ?? null, maxOutput ?? null, can.toSorted()]);
}
