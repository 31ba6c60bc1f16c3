/** A cost taken apart: what was paid for, how much of it, at which rate. The lines add up to the cost. */

import type { CostLine } from "../contract/request.ts";
import type { Usage } from "../llm/inbound.ts";
import type { Price } from "./pricing.ts";
import { exactCost, roundCost } from "./rare-rates.ts";

/** A cost is rounded once, its lines each: the nano-dollars between go to the lines that lost most. */
export function costLines(usage: Usage, price: Price): CostLine[] {
  const cost = exactCost(usage, price, price.rare);
  const { items, below } = cost;
  const lines = items.map(({ billed, count, rate, above }) => ({
    billed,
    quantity: billed === "seconds" ? count / 1000 : count,
    rate_nano: rate,
    amount_nano: Number(above / below),
    lost: above % below,
  }));
  let missing = roundCost(cost) - lines.reduce((sum, line) => sum + line.amount_nano, 0);
  for (const line of lines.toSorted((a, b) => Number(b.lost - a.lost))) {
    if (missing-- <= 0) break;
    line.amount_nano++;
  }
  return lines.map(({ lost: _, ...line }) => line);
}
