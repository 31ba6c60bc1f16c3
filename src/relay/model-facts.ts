/** What the catalogue in force knows about the models we serve, looked up once per model. */

import { loadCatalogue } from "./catalogue/catalogue.ts";
import type { Catalogue, CatalogueEntry } from "./catalogue/entry.ts";
import { findFacts, type Seller } from "./catalogue/price-book.ts";

/** Names come from clients where a wildcard serves them; forgetting all now and then bounds the memory. */
const MOST_KNOWN = 10_000;

export class ModelFacts {
  #catalogue: Catalogue | undefined;
  readonly #known = new Map<string, CatalogueEntry | undefined>();

  /** From now on this one is in force; until the first time, the shipped one is, loaded on first need. */
  use(catalogue: Catalogue): void {
    this.#catalogue = catalogue;
    this.#known.clear();
  }

  /** Undefined: the catalogue does not have it. */
  find(upstreamId: string, seller: Seller): CatalogueEntry | undefined {
    const name = `${seller.name}\0${seller.base_url}\0${upstreamId}`;
    if (!this.#known.has(name)) {
      if (this.#known.size > MOST_KNOWN) this.#known.clear();
      const catalogue = this.#catalogue ?? loadCatalogue();
      this.#known.set(name, findFacts(upstreamId, seller, catalogue));
    }
    return this.#known.get(name);
  }
}
