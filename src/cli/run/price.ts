/** Prices as columns: dollars per million tokens. */

import { parseUsd } from "../../base/money.ts";
import type { ModelTarget } from "../../contract/model.ts";
import type { Price } from "../../contract/price.ts";
import type { Column } from "../text-table.ts";

interface Priced {
  readonly free: boolean;
  readonly price: Price;
}

export function priceColumns<Row>(priced: (row: Row) => Priced): Column<Row>[] {
  const column = (title: string, pick: (price: Price) => string): Column<Row> => ({
    title,
    align: "right",
    cell: (row) => {
      const { free, price } = priced(row);
      return free ? "free" : { nano: parseUsd(pick(price)) ?? 0 };
    },
  });
  return [
    column("IN $/M", (price) => price.input_usd),
    column("OUT $/M", (price) => price.output_usd),
    column("CACHED $/M", (price) => price.cached_usd),
  ];
}

/** What few prices have, in words; no column where no row has any. */
export function rarePrices<Row>(rows: readonly Row[], priced: (row: Row) => Priced): Column<Row>[] {
  const words = (row: Row): string => rareWords(priced(row).price);
  return rows.some((row) => words(row) !== "") ? [{ title: "ALSO", cell: words }] : [];
}

function rareWords(price: Price): string {
  const { pieces = {} } = price;
  const found = [
    ["audio in", price.audio_input_usd],
    ["audio out", price.audio_output_usd],
    ["pictures in", price.image_input_usd],
    ["pictures out", price.image_output_usd],
    ["per request", pieces.request_usd],
    ["per picture", pieces.image_usd],
    ["per second", pieces.second_usd],
    ["per character", pieces.character_usd],
  ] as const;
  return found.flatMap(([name, usd]) => (usd === undefined ? [] : `${name} $${usd}`)).join(", ");
}

/** Where a price comes from. */
export function priceSource<Row>(priced: (row: Row) => Priced): Column<Row> {
  return {
    title: "PRICE FROM",
    cell: (row) => {
      const { free, price } = priced(row);
      if (free) return "-";
      return price.catalogue === null ? "you" : `catalogue ${price.catalogue}`;
    },
  };
}

type Placed = Pick<ModelTarget, "priority" | "weight" | "health">;

/** Where a target stands, and how it is doing. */
export function placeColumns<Row>(placed: (row: Row) => Placed): Column<Row>[] {
  return [
    { title: "PRIORITY", align: "right", cell: (row) => String(placed(row).priority) },
    { title: "WEIGHT", align: "right", cell: (row) => String(placed(row).weight) },
    {
      title: "HEALTH",
      cell: (row) => healthText(placed(row).health),
      paint: (paint, row) => (placed(row).health.breaker === "closed" ? paint.dim : paint.red),
    },
  ];
}

function healthText({ breaker, retry_in_ms, latency_ms }: ModelTarget["health"]): string {
  if (breaker === "open") return `failing, next try in ${Math.ceil(retry_in_ms / 1000)} s`;
  if (breaker === "half-open") return "failed, may be tried";
  return latency_ms === null ? "-" : `${Math.round(latency_ms)} ms`;
}
