/**
 * The prices a person put over the shipped ones: `<home>/prices.json`, in the catalogue's own format. It always wins,
 * also over a newer Parley, until it is replaced or removed.
 */

import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../base/errors.ts";
import type { Catalogue, CatalogueEntry, Vendors } from "./entry.ts";
import { writeCatalogue } from "./format.ts";
import { OVERLAY_FILE } from "./overlay-file.ts";
import { parseCatalogueFile, type ParsedCatalogue } from "./parse.ts";

/** The stored overlay; undefined: there is none. Throws AppError("invalid_request") naming the file if it is bad. */
export async function readOverlay(home: string): Promise<Catalogue | undefined> {
  const file = join(home, OVERLAY_FILE);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return parseCatalogueFile(text).catalogue;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, `${file}: ${error.message}`, error.detail, { cause: error });
  }
}

/** Replaces the overlay as a whole, or leaves the old one as it was: the file is complete before it gets its name. */
export async function writeOverlay(home: string, parsed: ParsedCatalogue): Promise<void> {
  const file = join(home, OVERLAY_FILE);
  const draft = `${file}.${randomUUID()}.tmp`;
  await mkdir(home, { recursive: true, mode: 0o700 });
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writeFile(writeCatalogue(parsed.catalogue));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * The overlay over the shipped table, entry by entry. A price replaces the shipped one as a whole, since half of an old
 * price and half of a new one is nobody's price; limits and capabilities an overlay does not name stay.
 */
export function mergeCatalogues(shipped: Catalogue, overlay: Catalogue | undefined): Catalogue {
  if (overlay === undefined) return shipped;
  const vendors = new Map<string, ReadonlyMap<string, CatalogueEntry>>(shipped.vendors);
  for (const [vendor, models] of overlay.vendors) {
    vendors.set(vendor, mergeModels(shipped.vendors.get(vendor), models));
  }
  return {
    version: `${shipped.version}+${overlay.version}`,
    source: [shipped.source, overlay.source].filter((source) => source !== "").join("; "),
    vendors,
  };
}

type Models = NonNullable<ReturnType<Vendors["get"]>>;

function mergeModels(under: Models | undefined, over: Models): Models {
  const merged = new Map(under);
  for (const [id, entry] of over) {
    const old = under?.get(id);
    merged.set(id, {
      ...old,
      ...entry,
      can: entry.can.length > 0 ? entry.can : (old?.can ?? []),
    });
  }
  return merged;
}
