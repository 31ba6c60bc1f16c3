/**
 * The catalogue in force: the shipped table with the person's own prices over it. Read on first need, not when the
 * server starts; the checks of price files are loaded only where there is such a file.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { PRESETS } from "../presets.ts";
import { findModel, loadCatalogue } from "./catalogue.ts";
import type { Catalogue, CatalogueEntry } from "./entry.ts";
import { OVERLAY_FILE } from "./overlay-file.ts";
import type { ParsedCatalogue } from "./parse.ts";
import { vendorName } from "./vendors.ts";

/** What tells the vendor of a provider. */
export interface Seller {
  readonly name: string;
  readonly base_url: string;
}

export interface PriceBookListeners {
  /** A price file cannot be read; the shipped prices hold then. */
  onWarning(error: unknown): void;
  /** Another catalogue is in force. */
  onChange(catalogue: Catalogue): void;
}

export class PriceBook {
  readonly #home: string;
  readonly #listeners: PriceBookListeners;
  #current: Promise<Catalogue> | undefined;

  constructor(home: string, listeners: PriceBookListeners) {
    this.#home = home;
    this.#listeners = listeners;
  }

  /** Reads the person's own prices now, if there are any: what is known of models must not wait for the first look. */
  async open(): Promise<void> {
    if (existsSync(join(this.#home, OVERLAY_FILE))) await this.current();
  }

  current(): Promise<Catalogue> {
    return (this.#current ??= this.#read());
  }

  async #read(): Promise<Catalogue> {
    const shipped = loadCatalogue();
    try {
      const { mergeCatalogues, readOverlay } = await import("./overlay.ts");
      const merged = mergeCatalogues(shipped, await readOverlay(this.#home));
      this.#listeners.onChange(merged);
      return merged;
    } catch (error) {
      this.#listeners.onWarning(error);
      return shipped;
    }
  }

  /** What a price file would make of the catalogue. Throws AppError("invalid_request") listing every problem. */
  async draft(text: string): Promise<{ parsed: ParsedCatalogue; merged: Catalogue }> {
    const { parseCatalogueFile } = await import("./parse.ts");
    const { mergeCatalogues } = await import("./overlay.ts");
    const parsed = parseCatalogueFile(text);
    return { parsed, merged: mergeCatalogues(loadCatalogue(), parsed.catalogue) };
  }

  /** Puts a draft in force, now and after a restart. */
  async adopt({ parsed, merged }: { parsed: ParsedCatalogue; merged: Catalogue }): Promise<void> {
    const { writeOverlay } = await import("./overlay.ts");
    await writeOverlay(this.#home, parsed);
    this.#current = Promise.resolve(merged);
    this.#listeners.onChange(merged);
  }
}

/** The vendor that the address, or else the name, of a provider tells; undefined: neither does. */
export function vendorOf({ name, base_url }: Seller, catalogue: Catalogue): string | undefined {
  const host = URL.parse(base_url)?.host;
  const preset = PRESETS.find(({ baseUrl, local }) => !local && URL.parse(baseUrl)?.host === host);
  const vendor = vendorName(preset?.name ?? name);
  return catalogue.vendors.has(vendor) ? vendor : undefined;
}

/** What the vendor of a provider sells a model for; undefined: unknown. Nobody else's price is taken. */
export function findSold(
  upstreamId: string,
  seller: Seller,
  catalogue: Catalogue,
): CatalogueEntry | undefined {
  const vendor = vendorOf(seller, catalogue);
  return vendor === undefined ? undefined : findModel(upstreamId, vendor, catalogue);
}

/** What is known about a model, by its vendor or by anyone: limits and abilities hardly differ between sellers. */
export function findFacts(
  upstreamId: string,
  seller: Seller,
  catalogue: Catalogue,
): CatalogueEntry | undefined {
  return findSold(upstreamId, seller, catalogue) ?? findModel(upstreamId, undefined, catalogue);
}
