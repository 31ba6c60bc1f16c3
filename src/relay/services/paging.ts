/**
 * Pages of lists that are held in memory. Most are in the order of names, and their cursor is a name: it may be gone
 * meanwhile. Keys and accounts, which are never removed, are in the order they were made, and their cursor is an id;
 * the row may have another name by then, or not be among those asked for any more.
 */

import { AppError } from "../../base/errors.ts";
import { sentence } from "../../base/sentence.ts";
import { PAGE } from "./views.ts";

export interface PageFilter {
  readonly search?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
  readonly total: number;
}

export interface RowsById<Row> {
  /** All there are, whatever is asked for, in their order. They are never removed. */
  readonly all: readonly Row[];
  /** Those of them that are asked for. */
  readonly isWanted?: (row: Row) => boolean;
  readonly idOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  /** What is searched for is looked for here. */
  readonly textOf: (row: Row) => string;
}

/**
 * One page of rows in the order they have, or with a search by rank first, as `findRows` does. It goes on after the place
 * that the last row of the page before had, even if that row is not among those asked for any more.
 */
export function pageById<Row>(
  { all, isWanted, idOf, nameOf, textOf }: RowsById<Row>,
  { search = "", before, limit = PAGE }: PageFilter,
): Page<Row> {
  const wanted = search.trim();
  const found = findRows(isWanted ? all.filter(isWanted) : all, wanted, nameOf, textOf);
  const ranked = (row: Row): number => rankOf(wanted, nameOf(row));
  let start = 0;
  if (before !== undefined) {
    const { rank: rankThen, id } = readCursor(before);
    const place = all.findIndex((row) => idOf(row) === id);
    const last = all[place];
    if (last === undefined)
      throw new AppError("invalid_request", sentence("bad_cursor"), { param: "before" });
    const rank = rankThen ?? ranked(last);
    const passed = new Set(all.slice(0, place + 1));
    const next = found.findIndex(
      (row) => ranked(row) > rank || (ranked(row) === rank && !passed.has(row)),
    );
    start = next === -1 ? found.length : next;
  }
  const rows = found.slice(start, start + limit);
  const last = rows.at(-1);
  const isLast = last === undefined || start + rows.length >= found.length;
  const next = isLast ? null : wanted === "" ? idOf(last) : `${ranked(last)}.${idOf(last)}`;
  return { rows, next, total: found.length };
}

/** An id; in a search with the rank before it, since the name that gave it may change. */
function readCursor(text: string): { readonly rank: number | undefined; readonly id: string } {
  const ranked = /^(\d)\.(.+)$/.exec(text);
  return { rank: ranked ? Number(ranked[1]) : undefined, id: ranked?.[2] ?? text };
}

/** Upper and lower case stand together. */
function compareNames(a: string, b: string): number {
  return compareKeys(a.toLowerCase(), b.toLowerCase()) || compareKeys(a, b);
}

function compareKeys(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export function sortByName<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, name: nameOf(row), lower: nameOf(row).toLowerCase() }))
    .sort((a, b) => compareKeys(a.lower, b.lower) || compareKeys(a.name, b.name))
    .map(({ row }) => row);
}

/**
 * One page of rows that are in the order of `nameOf`. What is searched for is looked for in `textOf`; exact names come
 * first, then those that begin so.
 */
export function pageOf<Row>(
  sorted: readonly Row[],
  { search = "", before, limit = PAGE }: PageFilter,
  nameOf: (row: Row) => string,
  textOf: (row: Row) => string = nameOf,
): Page<Row> {
  const wanted = search.trim();
  const found = wanted === "" ? sorted : findRows(sorted, wanted, nameOf, textOf);
  const start =
    before === undefined
      ? 0
      : firstAfter(found, (row) => compareRanked(wanted, nameOf(row), before));
  const rows = found.slice(start, start + limit);
  const last = rows.at(-1);
  const isLast = last === undefined || start + rows.length >= found.length;
  return { rows, next: isLast ? null : nameOf(last), total: found.length };
}

/** Rows that have what is searched for, exact names first, then those that begin so; else in the order they had. */
function findRows<Row>(
  sorted: readonly Row[],
  wanted: string,
  nameOf: (row: Row) => string,
  textOf: (row: Row) => string,
): Row[] {
  if (wanted === "") return [...sorted];
  const lower = wanted.toLowerCase();
  const byRank: Row[][] = [];
  for (const row of sorted)
    if (textOf(row).toLowerCase().includes(lower))
      (byRank[rankOf(wanted, nameOf(row))] ??= []).push(row);
  return byRank.flat();
}

function rankOf(wanted: string, name: string): number {
  if (wanted === "" || name === wanted) return 0;
  const [lower, lowerName] = [wanted.toLowerCase(), name.toLowerCase()];
  if (lowerName === lower) return 1;
  return lowerName.startsWith(lower) ? 2 : 3;
}

function compareRanked(wanted: string, a: string, b: string): number {
  return rankOf(wanted, a) - rankOf(wanted, b) || compareNames(a, b);
}

/** Place of the first row that stands after the cursor. */
function firstAfter<Row>(rows: readonly Row[], compare: (row: Row) => number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && compare(row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
