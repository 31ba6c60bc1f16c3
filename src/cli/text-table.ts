/** Aligned columns for people. Widths count terminal cells, so that names in any script line up. */

import { formatUsd } from "../base/money.ts";
import { type Paint, plainPaint } from "./paint.ts";

export interface Column<Row> {
  readonly title: string;
  readonly align?: "right";
  /** Smallest width, so that tables printed piece by piece line up. */
  readonly least?: number;
  readonly paint?: (paint: Paint, row: Row) => (text: string) => string;
  /** Nano-dollars are written as dollars, all of a column with the same number of decimals. */
  readonly cell: (row: Row) => string | Money;
}

export interface Money {
  readonly nano: number;
}

export function renderTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  paint: Paint = plainPaint,
): string {
  const drawn = columns.map((column) => drawColumn(column, rows, paint));
  return Array.from({ length: rows.length + 1 }, (_, index) =>
    drawn
      .map((cells) => cells[index] ?? "")
      .join("  ")
      .trimEnd(),
  ).join("\n");
}

/** The heading, then one cell per row, all equally wide. */
function drawColumn<Row>(column: Column<Row>, rows: readonly Row[], paint: Paint): string[] {
  const cells = rows.map((row) => column.cell(row));
  const amounts = cells
    .filter((cell) => typeof cell !== "string")
    .map(({ nano }) => formatUsd(nano));
  const decimals = Math.max(2, ...amounts.map((amount) => amount.length - amount.indexOf(".") - 1));
  const texts = cells.map((cell) =>
    typeof cell === "string" ? oneLine(cell) : writeMoney(cell.nano, decimals),
  );
  const width = Math.max(
    column.least ?? 0,
    Bun.stringWidth(column.title),
    ...texts.map((text) => Bun.stringWidth(text)),
  );
  const isRight = column.align === "right" || amounts.length > 0;
  const pad = (text: string, painted: string): string => {
    const space = " ".repeat(width - Bun.stringWidth(text));
    return isRight ? space + painted : painted + space;
  };
  return [
    pad(column.title, paint.dim(column.title)),
    ...rows.map((row, index) => {
      const text = texts[index] ?? "";
      return pad(text, column.paint ? column.paint(paint, row)(text) : text);
    }),
  ];
}

function writeMoney(nano: number, decimals: number): string {
  const text = formatUsd(nano);
  const missing = decimals - (text.length - text.indexOf(".") - 1);
  const padded = text + "0".repeat(Math.max(0, missing));
  return padded.startsWith("-") ? `-$${padded.slice(1)}` : `$${padded}`;
}

/** What others chose (names, notes) must not move the cursor. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

export function dollars(nano: number): string {
  return writeMoney(nano, 2);
}

/** Name and value, one pair per line; pairs without a value are left out. */
export function renderFacts(
  facts: readonly (readonly [name: string, value: string | undefined])[],
  paint: Paint = plainPaint,
): string {
  const known = facts.filter(([, value]) => value !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  return known
    .map(([name, value]) => `${paint.dim(name.padEnd(width))}  ${oneLine(value ?? "")}`)
    .join("\n");
}

/** An ISO time as people read it, in UTC and without fractions: `2026-01-31 12:00:00`. */
export function shortTime(iso: string | null): string {
  return iso === null ? "-" : iso.slice(0, 19).replace("T", " ");
}
