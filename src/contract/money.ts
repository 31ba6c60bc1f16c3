/** Money on the wire: integer nano-dollars (`*_nano`) to calculate with, decimal text (`*_usd`) to read. */

import { z } from "@hono/zod-openapi";
import { AppError } from "../base/errors.ts";
import { MAX_USD, parseUsd } from "../base/money.ts";

const PROBLEM = `must be US dollars between 0 and ${MAX_USD} with at most nine decimals, such as "12.50"`;

/** US dollars in an input. Text is exact; a number is read through its decimal text. */
export const UsdInput = z
  .union([z.string(), z.number()], PROBLEM)
  .refine((usd) => findNano(usd) !== undefined, PROBLEM)
  .openapi({ description: "US dollars, as decimal text or number.", example: "12.50" });
export type UsdInput = z.infer<typeof UsdInput>;

export const Nano = z
  .int()
  .openapi({ description: "Nano-dollars: 1,000,000,000 are one US dollar." });
export const UsdText = z
  .string()
  .openapi({ description: "US dollars as decimal text.", example: "12.50" });

/** Dollars of a checked input as nano-dollars. Throws AppError("invalid_request") on anything that is not an amount. */
export function usdToNano(usd: UsdInput, param: string): number {
  const nano = findNano(usd);
  if (nano === undefined) throw new AppError("invalid_request", `${param} ${PROBLEM}.`, { param });
  return nano;
}

function findNano(usd: string | number): number | undefined {
  return parseUsd(typeof usd === "number" ? decimalText(usd) : usd);
}

/** Small numbers are written like `1e-7` by default; dollars want `0.0000001`. Never rounds. */
function decimalText(usd: number): string {
  const fixed = usd.toFixed(9);
  return Number(fixed) === usd ? fixed : String(usd);
}
