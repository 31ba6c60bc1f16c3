/** A cost taken apart: what was paid for, how much of it, at which rate. The lines add up to the cost. */

import type { CostLine } from "../contract/request.ts";
import type { Usage } from "../llm/inbound.ts";
import type { Price } from "./pricing.ts";
import { exactCost, roundCost } from "./rare-rates.ts";

/** A cost is rounded once, its lines each: the nano-dollars between go to the lines that lost most. */
export function costLines(usage: Usage, price: Price): CostLine[] {
  const cost = exactCost(usage, price, price.rare);
  const { items, below } = cost;
  const lines: CostLine[] = items.map(({ billed, count, rate, above }) => ({
    billed,
    quantity: billed === "seconds" ? count / 1000 : count,
    rate_nano: rate,
    amount_nano: Number(above / below),
  }));
  const missing = roundCost(cost) - lines.reduce((sum, line) => sum + line.amount_nano, 0);
  const losses = items.map(({ above }, index) => ({ line: lines[index], lost: above % below }));
  for (const { line } of losses.toSorted((a, b) => Number(b.lost - a.lost)).slice(0, missing)) {
    if (line) line.amount_nano++;
  }
  return lines;
}
