/**
 * Pages of lists that are held in memory. Most are in the order of names, and their cursor is a name: it may be gone
 * meanwhile. Keys and accounts, which are never removed, are in the order they were made, and their cursor is an id.
 */

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

/** One page of rows in any order that are never removed: the last one of the page before is found again by its id. */
export function pageById<Row>(
  found: readonly Row[],
  { before, limit = PAGE }: Pick<PageFilter, "before" | "limit">,
  idOf: (row: Row) => string,
): Page<Row> {
  const start = before === undefined ? 0 : found.findIndex((row) => idOf(row) === before) + 1;
  const rows = found.slice(start, start + limit);
  const last = rows.at(-1);
  const isLast = last === undefined || start + rows.length >= found.length;
  return { rows, next: isLast ? null : idOf(last), total: found.length };
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
export function findRows<Row>(
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
