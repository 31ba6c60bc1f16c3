/** The catalogue: looked through, and brought up to date from a price file. */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { inTurn } from "../../base/turns.ts";
import type {
  CatalogueEntry as EntryView,
  CatalogueFilter,
  CataloguePage,
  CatalogueUpdate,
} from "../../contract/catalogue.ts";
import type { RelayManagement } from "../../contract/management.ts";
import { type NewPrice, setModelPrice, type StoredModel } from "../../store/providers.ts";
import { type CatalogueDiff, diffCatalogue } from "../catalogue/diff.ts";
import type { Catalogue, CatalogueEntry } from "../catalogue/entry.ts";
import type { PriceBook } from "../catalogue/price-book.ts";
import { priceFromEntry } from "../catalogue/price.ts";
import { vendorName } from "../catalogue/vendors.ts";
import type { RelayContext } from "../context.ts";
import { readPrice } from "../pricing.ts";
import { cataloguePrice } from "./prices.ts";
import { isGone, reloadProvider } from "./provider-turns.ts";
import { PAGE, viewFacts, viewRates } from "./views.ts";

const MOST_SHOWN = 200;

export function makeCatalogue(
  context: RelayContext,
  book: PriceBook,
): RelayManagement["catalogue"] {
  return {
    list: async (filter) => listEntries(await book.current(), filter),
    async update({ file, dry_run = false }) {
      const before = await book.current();
      const draft = await book.draft(file);
      const told = {
        dry_run,
        format: draft.parsed.format,
        version_before: before.version,
        version: draft.merged.version,
        ...viewDiff(diffCatalogue(before, draft.merged)),
        skipped: draft.parsed.skipped
          .slice(0, MOST_SHOWN)
          .map(({ name, reason }) => ({ name, reason })),
      };
      const findAll = () => findMoves(context, draft.merged);
      if (dry_run) return { ...told, models: findAll().map((move) => viewMove(move, null)) };
      await book.adopt(draft);
      return {
        ...told,
        models: await inTurn(context.directory, () => reprice(context, findAll())),
      };
    },
  };
}

// ---- list ----------------------------------------------------------------------------------------------------------

function listEntries(catalogue: Catalogue, filter: CatalogueFilter): CataloguePage {
  const vendor = filter.vendor === undefined ? undefined : vendorName(filter.vendor);
  const search = filter.search?.trim().toLowerCase() ?? "";
  const found = [...catalogue.vendors]
    .filter(([name]) => vendor === undefined || name === vendor)
    .flatMap(([, models]) => [...models.values()])
    .filter(({ id }) => id.toLowerCase().includes(search));
  const start = filter.before === undefined ? 0 : parseOffset(filter.before);
  const end = start + (filter.limit ?? PAGE);
  return {
    version: catalogue.version,
    source: catalogue.source,
    total: found.length,
    entries: found.slice(start, end).map(viewEntry),
    next: end < found.length ? String(end) : null,
  };
}

function parseOffset(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new AppError("invalid_request", sentence("bad_cursor"), {
    param: "before",
  });
}

function viewEntry(entry: CatalogueEntry): EntryView {
  return { ...viewFacts(entry), price: viewEntryPrice(entry) };
}

function viewEntryPrice(entry: CatalogueEntry): EntryView["price"] {
  const price = priceFromEntry(entry);
  return price ? viewRates(price) : null;
}

// ---- update --------------------------------------------------------------------------------------------------------

function viewDiff({ added, changed, removed }: CatalogueDiff) {
  const repriced = changed.filter(({ price }) => price);
  return {
    added: added.length,
    removed: removed.length,
    repriced: repriced.length,
    changed: changed.length - repriced.length,
    prices: repriced.slice(0, MOST_SHOWN).map(({ before, after }) => ({
      vendor: after.vendor,
      id: after.id,
      before: viewEntryPrice(before),
      after: viewEntryPrice(after),
    })),
  };
}

/** A served model that follows the catalogue, and the price it has there now. */
interface Move {
  readonly provider: string;
  readonly model: StoredModel;
  readonly price: NewPrice;
}

function findMoves({ directory }: RelayContext, catalogue: Catalogue): Move[] {
  return [...directory.providers.values()].flatMap(({ stored, builtin }) =>
    builtin
      ? []
      : stored.models.flatMap((model) => {
          if (readPrice(model.price).catalogue === undefined) return [];
          // A model the new table does not have keeps the price it has.
          const price = cataloguePrice(model.upstream_id, stored, catalogue);
          return price && !isSame(model, price) ? [{ provider: stored.name, model, price }] : [];
        }),
  );
}

/** The version alone is no other price. */
function isSame({ price: row }: StoredModel, price: NewPrice): boolean {
  const ratesOf = (stored: NewPrice): string => {
    const { id: _id, catalogue: _catalogue, ...rates } = readPrice({ ...row, ...stored });
    return JSON.stringify(rates);
  };
  return ratesOf(row) === ratesOf(price);
}

/** What is gone by now has no price to change. Should one of them fail, the others go on, and then it is told. */
async function reprice(
  context: RelayContext,
  moves: readonly Move[],
): Promise<CatalogueUpdate["models"]> {
  const told: CatalogueUpdate["models"] = [];
  const failures: unknown[] = [];
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    try {
      await step();
    } catch (error) {
      if (!isGone(error)) failures.push(error);
    }
  };
  for (const move of moves) {
    await attempt(async () => {
      const now = context.clock.now();
      const row = await setModelPrice(context.store, move.model.id, move.price, now);
      told.push(viewMove(move, row.id));
    });
  }
  for (const [name, group] of Map.groupBy(moves, ({ provider }) => provider)) {
    const changed = group.map(({ model }) => model.public_id);
    await attempt(async () => void (await reloadProvider(context, name, changed)));
  }
  if (failures.length > 0) throw failures[0];
  return told;
}

function viewMove(
  { provider, model, price }: Move,
  priceId: string | null,
): CatalogueUpdate["models"][number] {
  return {
    provider,
    model: model.public_id,
    price_id: priceId,
    before: viewRates(readPrice(model.price)),
    after: viewRates(readPrice({ ...model.price, ...price })),
  };
}
