/** Prices as columns: dollars per million tokens. */

import { parseUsd } from "../../base/money.ts";
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
